"""Whole games of random play, with all legal moves listed before each move."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from bots.simulation.chance import WORD, below, new_chance, word32
from bots.simulation.compiling import Cells, cells, compiled
from bots.simulation.kernel import deal, legal_moves, new_moves, new_state, play, recipients
from bots.simulation.layout import (
    ACCEPT,
    CHARON_STATEMENTS,
    DECK_ROW,
    DECK_SIZE,
    DECKS,
    HAND,
    HAND_CARDS,
    KINDS,
    LOT_SIZE,
    NEXT_CARD,
    OFFER,
    PILE_CELLS,
    REASON,
    REASONS,
    REFUSE,
    ROUND,
    SEAT_CELLS,
    SEAT_COUNT,
    SEAT_ROW,
    SEATS,
    SEATS_OF,
    STATEMENTS,
    TO_ACT,
    WINNERS,
)
from games.engine.types import CHARON, MOST_PLAYERS


class Choice(IntEnum):
    """How a random player chooses."""

    UNIFORM = 0
    """Each listed move is equally likely, so that Charons with their eleven claims crowd out the rest."""
    NOVICE = 1
    """As the novice does: what to do, then a card of the hand, a claim, a recipient, each at random."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What happened in the games. `reasons[layout.REASON]` and `wins[seat]`: a shared victory counts for each."""

    games: int
    moves: int
    listed: int
    rounds: int
    piles_run_out: int
    reasons: tuple[int, ...]
    wins: tuple[int, ...]


_MOVES: Final = 0
_LISTED: Final = 1
_ROUNDS: Final = 2
_RUN_OUT: Final = 3
_REASONS: Final = 4
_WINS: Final = _REASONS + REASONS
_COUNTS: Final = _WINS + MOST_PLAYERS


def playouts(seed: int, games: int, players: int, choice: Choice = Choice.NOVICE) -> Counts:
    """Deal and play so many games to their ends. The same seed plays the same games, compiled or not."""
    counts = cells("q", bytes(_COUNTS))
    deck = cells("b", bytes(DECK_ROW))
    _playouts(new_state(), new_moves(), deck, new_chance(seed), games, players, int(choice), counts)
    counted = tuple(int(counts[i]) for i in range(_COUNTS))
    return Counts(
        games=games,
        moves=counted[_MOVES],
        listed=counted[_LISTED],
        rounds=counted[_ROUNDS],
        piles_run_out=counted[_RUN_OUT],
        reasons=counted[_REASONS:_WINS],
        wins=counted[_WINS : _WINS + players],
    )


@compiled
def _playouts(
    state: Cells, moves: Cells, deck: Cells, chance: Cells, games: int, players: int, choice: int, counts: Cells
) -> None:
    for _ in range(games):
        shuffle(deck, players, chance)
        deal(state, players, below(chance, players), deck, int(DECK_SIZE[players]))
        played, listed = playout(state, moves, chance, choice)
        counts[_MOVES] += played
        counts[_LISTED] += listed
        counts[_ROUNDS] += state[ROUND]
        counts[_RUN_OUT] += state[NEXT_CARD] == PILE_CELLS
        counts[_REASONS + state[REASON]] += 1
        for seat in range(players):
            counts[_WINS + seat] += state[WINNERS] >> seat & 1


@compiled
def playout(state: Cells, moves: Cells, chance: Cells, choice: int) -> tuple[int, int]:
    """Play on to the end at random: how many moves were made, and how many had been listed for them."""
    played = 0
    listed = 0
    count = legal_moves(state, moves)
    while count > 0:
        move = int(moves[below(chance, count)]) if choice == 0 else as_novice(state, count, word32(chance))
        play(state, move)
        played += 1
        listed += count
        count = legal_moves(state, moves)
    return played, listed


@compiled
def as_novice(state: Cells, count: int, word: int) -> int:
    """A move as the novice chooses it, when `count` are legal. All chance comes from one random word of 32 bits."""
    # What is left of the word after a choice, as a fraction of 2³², is as random as before.
    if state[LOT_SIZE] > 0:
        word *= 3 if count > OFFER else 2
        act = word >> 32
        if act == 0:
            return ACCEPT
        if act == 1:
            return REFUSE
        word &= WORD
    at = SEATS + state[TO_ACT] * SEAT_CELLS
    word *= state[at + HAND_CARDS]
    drawn = word >> 32
    word &= WORD
    # The card at this place of the sorted hand: as many kinds as end before it.
    card = 0
    for kind in range(KINDS):
        drawn -= state[at + HAND + kind]
        card += drawn >= 0
    statement = CHARON_STATEMENTS - 1 + card
    if card == CHARON:
        word *= CHARON_STATEMENTS
        statement = word >> 32
        word &= WORD
    eligible = recipients(state)
    word *= SEAT_COUNT[eligible]
    to = SEATS_OF[eligible * SEAT_ROW + (word >> 32)]
    return int(OFFER + to * STATEMENTS + statement)


@compiled
def shuffle(deck: Cells, players: int, chance: Cells) -> None:
    """The cards of a game in a random order, as the engine shuffles: Fisher-Yates, from the last card down."""
    size = DECK_SIZE[players]
    for i in range(size):
        deck[i] = DECKS[players * DECK_ROW + i]
    for i in range(size - 1):
        last = size - 1 - i
        other = below(chance, last + 1)
        card = deck[last]
        deck[last] = deck[other]
        deck[other] = card
