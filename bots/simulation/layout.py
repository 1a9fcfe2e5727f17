"""Where everything lies in the cells of a state, how moves are numbered, and the tables the kernel reads.

What the rules say in numbers (decks, thresholds, sizes) is the engine's, taken from its tables.
"""

from typing import Final

from bots.simulation.compiling import frozen
from games.engine.setup import rules_for, sorted_deck
from games.engine.types import (
    CHARON,
    CREATURES,
    FEWEST_PLAYERS,
    HAND_SIZE,
    MOST_CARDS_IN_LOT,
    MOST_PLAYERS,
)

RULES_VERSION: Final = 1
"""The version of the rules that the kernel plays."""

_RULES: Final = {players: rules_for(players, RULES_VERSION) for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)}

KINDS: Final = 1 + len(CREATURES)
"""Different cards: Charon and the Creatures."""

# --- The cells of a state -------------------------------------------------------------------------------------------

PLAYERS: Final = 0
FIRST_SEAT: Final = 1
TO_ACT: Final = 2
LOT_SIZE: Final = 3
ASKED: Final = 4
IN_GAME: Final = 5
NEXT_CARD: Final = 6
CHARONS_SHOWN: Final = 7
POINTS_TO_WIN: Final = 8
ROUND: Final = 9
REASON: Final = 10
WINNERS: Final = 11

LOT_CARD: Final = 12
LOT_CLAIM: Final = LOT_CARD + MOST_CARDS_IN_LOT
LOT_FROM: Final = LOT_CLAIM + MOST_CARDS_IN_LOT
LOT_TO: Final = LOT_FROM + MOST_CARDS_IN_LOT
LOT_END: Final = LOT_TO + MOST_CARDS_IN_LOT

SEATS: Final = 32
"""The cells of seat 0; those of seat s begin `s * SEAT_CELLS` further on. Powers of two make that a shift."""
SEAT_CELLS: Final = 32
HAND: Final = 0
HAND_CARDS: Final = HAND + KINDS
HAND_KINDS: Final = HAND_CARDS + 1
FRONT: Final = 16
FRONT_CARDS: Final = FRONT + KINDS
POINTS: Final = FRONT_CARDS + 1

PILE: Final = SEATS + MOST_PLAYERS * SEAT_CELLS
PILE_CELLS: Final = max(sum(rules.deck) - players * HAND_SIZE for players, rules in _RULES.items())
STATE_CELLS: Final = PILE + PILE_CELLS

NOBODY: Final = -1
"""`TO_ACT` when the game is over."""

# --- Why a game is over ---------------------------------------------------------------------------------------------

PLAYING: Final = 0
LAST_SURVIVOR: Final = 1
POINTS_REACHED: Final = 2
NINE_CHARONS: Final = 3
NO_CARDS: Final = 4
REASONS: Final = 5

# --- Moves ----------------------------------------------------------------------------------------------------------

ACCEPT: Final = 0
REFUSE: Final = 1
OFFER: Final = 2
"""The first offer: `OFFER + to * STATEMENTS + statement`."""

CHARON_STATEMENTS: Final = KINDS
"""Statements 0…10: a Charon is put in and this is claimed, 0 being the truth (R1, R2)."""
STATEMENTS: Final = CHARON_STATEMENTS + len(CREATURES)
"""Statements 11…20: the Creature `statement - 10`, which can only be called what it is."""

MOVES: Final = OFFER + MOST_PLAYERS * STATEMENTS
"""Numbers that a move can have: 0…127."""

ROW: Final = 16
"""Cells of a row in `STATEMENTS_OF`. Most statements for one hand: eleven for Charon and one for each other card."""

MOST_LISTED: Final = (CHARON_STATEMENTS + HAND_SIZE - 1) * (MOST_PLAYERS - 1)
MOVE_CELLS: Final = OFFER + MOST_LISTED + ROW
"""What a list of moves needs; the last row is written to, and means nothing."""

# --- Tables ---------------------------------------------------------------------------------------------------------


def _statements(kinds: int) -> list[int]:
    """What the owner of these different cards, a bit each, may say with them, ascending; at most one hand's kinds."""
    said = list(range(CHARON_STATEMENTS)) if kinds & 1 << CHARON else []
    return said + [CHARON_STATEMENTS - 1 + creature for creature in CREATURES if kinds >> creature & 1]


def _rows(rows: list[list[int]], width: int) -> list[int]:
    """Rows of equal width, one after the other; what is too long is of no use, and cut."""
    return [value for row in rows for value in (row + [0] * width)[:width]]


_SAID: Final = [_statements(kinds) for kinds in range(1 << KINDS)]

STATEMENTS_OF: Final = frozen("b", _rows(_SAID, ROW))
"""`STATEMENTS_OF[kinds * ROW + i]`: the i-th statement possible with a hand of these kinds (a bit for each)."""

STATEMENT_COUNT: Final = frozen("b", map(len, _SAID))
"""`STATEMENT_COUNT[kinds]`: how many those are."""

SEAT_ROW: Final = 8
_MEMBERS: Final = [[seat for seat in range(MOST_PLAYERS) if mask >> seat & 1] for mask in range(1 << MOST_PLAYERS)]

SEATS_OF: Final = frozen("b", _rows(_MEMBERS, SEAT_ROW))
"""`SEATS_OF[mask * SEAT_ROW + i]`: the i-th seat of a set of seats, ascending."""

SEAT_COUNT: Final = frozen("b", map(len, _MEMBERS))
"""`SEAT_COUNT[mask]`: how many those are."""

THRESHOLDS: Final = frozen("h", (_RULES[n].points_to_win if n in _RULES else 0 for n in range(MOST_PLAYERS + 1)))
"""`THRESHOLDS[players]`: the points that win."""

DECK_ROW: Final = max(sum(rules.deck) for rules in _RULES.values())
DECK_SIZE: Final = frozen("b", (sum(_RULES[n].deck) if n in _RULES else 0 for n in range(MOST_PLAYERS + 1)))
"""`DECK_SIZE[players]`: how many cards the game has."""

DECKS: Final = frozen(
    "b",
    _rows([list(sorted_deck(_RULES[n])) if n in _RULES else [] for n in range(MOST_PLAYERS + 1)], DECK_ROW),
)
"""`DECKS[players * DECK_ROW + i]`: the cards of the game, ascending."""
