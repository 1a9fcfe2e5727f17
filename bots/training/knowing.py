"""What a seat knows, from the kernel's cells and from what everyone remembers: as `known_of` has it from a view."""

from typing import Final

from bots.policies.oracle import known as k
from bots.policies.oracle.known import (
    ACCEPTED,
    CARDS,
    CHARONS,
    COVERED,
    DECK,
    DRAW_PILE,
    ELIGIBLE,
    FIRST,
    FOOLED,
    HIDDEN,
    KINDS,
    KNOWN_CELLS,
    LIES,
    ONES,
    PASSED_ON,
    REFUSED,
    TALLIES,
    TALLIES_OF_A_SEAT,
    THREES,
    TRUTHS,
    TWOS,
    UNSEEN,
)
from bots.simulation import layout as s
from bots.simulation.compiling import Cells, cells, compiled, frozen
from bots.simulation.kernel import recipients
from games.engine.setup import rules_for
from games.engine.types import CHARON, FEWEST_PLAYERS, MOST_CARDS_IN_LOT, MOST_PLAYERS

MEMORY_CELLS: Final = MOST_PLAYERS * TALLIES_OF_A_SEAT
"""What everyone remembers of a game: the tallies of each seat, by seat."""

_COUNTS: Final = frozen(
    "b",
    [
        count
        for players in range(MOST_PLAYERS + 1)
        for count in (rules_for(players).deck if players >= FEWEST_PLAYERS else (0,) * KINDS)
    ],
)


def new_memory() -> Cells:
    """Nothing is remembered yet."""
    return cells("h", bytes(MEMORY_CELLS))


@compiled
def remember(state: Cells, memory: Cells, move: int) -> None:
    """The seat to act is about to make this move. Only an answer turns a lot up, which is what is remembered."""
    if move >= s.OFFER:
        return
    has_charon = 0
    for position in range(state[s.LOT_SIZE]):
        at = state[s.LOT_FROM + position] * TALLIES_OF_A_SEAT
        card = state[s.LOT_CARD + position]
        memory[at + (TRUTHS if card == state[s.LOT_CLAIM + position] else LIES)] += 1
        if position > 0:
            memory[at + PASSED_ON] += 1
        if card == CHARON:
            has_charon = 1
    at = state[s.TO_ACT] * TALLIES_OF_A_SEAT
    if move == s.ACCEPT:
        memory[at + ACCEPTED] += 1
        memory[at + FOOLED] += has_charon
    else:
        memory[at + REFUSED] += 1


@compiled
def know(state: Cells, memory: Cells, viewer: int, known: Cells) -> None:
    """Write into `known` what the seat `viewer` knows. The game must not be over."""
    players = state[s.PLAYERS]
    for cell in range(KNOWN_CELLS):
        known[cell] = 0
    known[k.PLAYERS] = players
    known[k.POINTS_TO_WIN] = state[s.POINTS_TO_WIN]
    known[k.ROUND] = state[s.ROUND]
    known[DRAW_PILE] = s.PILE_CELLS - state[s.NEXT_CARD]
    known[k.CHARONS_SHOWN] = state[s.CHARONS_SHOWN]
    known[k.TO_ACT] = (state[s.TO_ACT] - viewer + players) % players
    known[FIRST] = (state[s.FIRST_SEAT] - viewer + players) % players
    lot = state[s.LOT_SIZE]
    known[k.LOT_SIZE] = lot
    if lot < MOST_CARDS_IN_LOT and state[s.SEATS + state[s.TO_ACT] * s.SEAT_CELLS + s.HAND_CARDS] > 0:
        open_to = recipients(state)
        eligible = 0
        for seat in range(players):
            if open_to >> seat & 1:
                eligible |= 1 << (seat - viewer + players) % players
        known[ELIGIBLE] = eligible
    own = s.SEATS + viewer * s.SEAT_CELLS
    for kind in range(KINDS):
        known[DECK + kind] = _COUNTS[players * KINDS + kind]
        covered = _COUNTS[players * KINDS + kind]
        for seat in range(players):
            covered -= state[s.SEATS + seat * s.SEAT_CELLS + s.FRONT + kind]
        known[COVERED + kind] = covered
        known[k.HAND + kind] = state[own + s.HAND + kind]
        known[UNSEEN + kind] = covered - state[own + s.HAND + kind]
    for position in range(MOST_CARDS_IN_LOT):
        known[k.LOT_CARD + position] = HIDDEN
    for position in range(lot):
        known[k.LOT_CLAIM + position] = state[s.LOT_CLAIM + position]
        known[k.LOT_FROM + position] = (state[s.LOT_FROM + position] - viewer + players) % players
        if state[s.LOT_FROM + position] == viewer:
            card = state[s.LOT_CARD + position]
            known[k.LOT_CARD + position] = card
            known[UNSEEN + card] -= 1
    for seat in range(players):
        at = s.SEATS + seat * s.SEAT_CELLS
        to = k.SEATS + (seat - viewer + players) % players * k.SEAT_CELLS
        known[to + k.IN_GAME] = state[s.IN_GAME] >> seat & 1
        known[to + k.POINTS] = state[at + s.POINTS]
        known[to + CHARONS] = state[at + s.FRONT + CHARON]
        known[to + ONES] = state[at + s.FRONT + 1]
        known[to + TWOS] = state[at + s.FRONT + 2]
        known[to + THREES] = state[at + s.FRONT + 3]
        known[to + CARDS] = state[at + s.FRONT_CARDS]
        known[to + k.HAND_CARDS] = state[at + s.HAND_CARDS]
        for tally in range(TALLIES_OF_A_SEAT):
            known[to + TALLIES + tally] = memory[seat * TALLIES_OF_A_SEAT + tally]
