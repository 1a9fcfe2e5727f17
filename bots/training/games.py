"""Many games at a time, played by networks in the compiled kernel, and what can be learned from them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Any, Final

import numpy as np

from bots.policies.oracle import describing
from bots.policies.oracle.describing import ACTIONS, FEATURES, OFFER, STATEMENTS
from bots.policies.oracle.known import KNOWN_CELLS
from bots.simulation.chance import below, word32
from bots.simulation.compiling import Cells, cells, compiled
from bots.simulation.kernel import deal, play
from bots.simulation.layout import (
    DECK_ROW,
    DECK_SIZE,
    IN_GAME,
    LOT_CARD,
    LOT_FROM,
    LOT_SIZE,
    PLAYERS,
    STATE_CELLS,
    TO_ACT,
    WINNERS,
)
from bots.simulation.playouts import shuffle
from bots.training.knowing import MEMORY_CELLS, know, remember
from bots.training.network import VALUE, Floats, Network, forward
from games.engine.types import CHARON, MOST_CARDS_IN_LOT, MOST_PLAYERS

describe: Final = compiled(describing.describe)
incline: Final = compiled(describing.incline)

LOOKS_ON: Final = 0.5
"""How often, when a round begins, one who is not to act is asked for the chance to win too."""
NOT_ASKED: Final = -1
WHOLE_WORD: Final = 2.0**32


@dataclass(frozen=True, slots=True)
class Experience:
    """What was met in a batch of games, a row for each decision of a learner, in the order of play.

    `inputs` (rows, FEATURES) and `inclinations` (rows, ACTIONS) are what the network reads; `actions` what was done,
    -1 in rows of one who only looks on; `chances` how likely that was; `values` the chance to win as foreseen; `truths`
    (rows, 3) whether each card of the lot is Charon, -1 where there is none or it is one's own. `games` and `seats`
    say whose row it is, `shares` (games, seats) who won.
    """

    inputs: Floats
    inclinations: Floats
    actions: Any
    chances: Floats
    values: Floats
    truths: Any
    games: Any
    seats: Any
    shares: Floats


def games_play(
    networks: Sequence[Network], players: Any, players_at: Any, chance: Cells, *, learners: int = 1, looks_on: bool = True
) -> Experience:
    """Deal and play one game for each of `players`, its number of seats.

    `players_at` (games, 6) says which of the networks sits where; what the first `learners` of them meet is kept.
    The same networks and the same chance give the same games.
    """
    count = len(players)
    states = np.zeros((count, STATE_CELLS), np.int16)
    memories = np.zeros((count, MEMORY_CELLS), np.int16)
    _deal_all(states, players, cells("b", bytes(DECK_ROW)), chance)
    active = np.arange(count)
    known = cells("h", bytes(KNOWN_CELLS))
    kept: list[tuple[Any, ...]] = []
    while len(active):
        acting = states[active, TO_ACT].astype(np.int64)
        who = players_at[active, acting]
        for number, network in enumerate(networks):
            rows = active[who == number] if len(networks) > 1 else active
            if not len(rows):
                continue
            viewers = states[rows, TO_ACT].astype(np.int64)
            is_learner = number < learners
            if is_learner and looks_on:
                more, by = _lookers(states, rows, chance)
                if len(more):
                    seen = np.zeros((len(more), FEATURES), np.float32)
                    _look(states, memories, more, by, known, seen)
                    nothing = np.full(len(more), -1)
                    no_truths = np.full((len(more), MOST_CARDS_IN_LOT), NOT_ASKED, np.int8)
                    zeros = np.zeros(len(more), np.float32)
                    inclined = np.zeros((len(more), ACTIONS), np.float32)
                    kept.append((seen, inclined, nothing, zeros, zeros, no_truths, more, by))
            inputs = np.zeros((len(rows), FEATURES), np.float32)
            inclined = np.zeros((len(rows), ACTIONS), np.float32)
            _look(states, memories, rows, viewers, known, inputs)
            _incline_all(states, memories, rows, viewers, known, inclined)
            outputs = forward(network, inputs)[-1]
            truths = np.full((len(rows), MOST_CARDS_IN_LOT), NOT_ASKED, np.int8)
            actions = np.zeros(len(rows), np.int64)
            chances = np.zeros(len(rows), np.float32)
            _truths(states, rows, viewers, truths)
            _move_all(states, memories, rows, viewers, outputs, inclined, chance, actions, chances)
            if is_learner:
                values = 1 / (1 + np.exp(-outputs[:, VALUE]))
                kept.append((inputs, inclined, actions, chances, values, truths, rows, viewers))
        active = active[states[active, TO_ACT] >= 0]
    columns = [np.concatenate(column) for column in zip(*kept, strict=True)]
    return Experience(*columns, shares=shares_of(states))


def shares_of(states: Any) -> Floats:
    """(games, seats): what each seat has of the victory."""
    bits = states[:, WINNERS, None] >> np.arange(MOST_PLAYERS) & 1
    return (bits / bits.sum(axis=1, keepdims=True)).astype(np.float32)


@compiled
def _deal_all(states: Any, players: Any, deck: Cells, chance: Cells) -> None:
    for game in range(len(players)):
        shuffle(deck, players[game], chance)
        deal(states[game], players[game], below(chance, players[game]), deck, int(DECK_SIZE[players[game]]))


def _lookers(states: Any, rows: Any, chance: Cells) -> tuple[Any, Any]:
    games = np.zeros(len(rows), np.int64)
    seats = np.zeros(len(rows), np.int64)
    count = _find_lookers(states, rows, chance, games, seats)
    return games[:count], seats[:count]


@compiled
def _find_lookers(states: Any, rows: Any, chance: Cells, games: Any, seats: Any) -> int:
    count = 0
    for i in range(len(rows)):
        state = states[rows[i]]
        if state[LOT_SIZE] > 0 or word32(chance) > LOOKS_ON * WHOLE_WORD:
            continue
        seat = below(chance, state[PLAYERS])
        if seat != state[TO_ACT] and state[IN_GAME] >> seat & 1:
            games[count] = rows[i]
            seats[count] = seat
            count += 1
    return count


@compiled
def _look(states: Any, memories: Any, rows: Any, viewers: Any, known: Cells, inputs: Any) -> None:
    for i in range(len(rows)):
        know(states[rows[i]], memories[rows[i]], viewers[i], known)
        describe(known, inputs[i])


@compiled
def _incline_all(states: Any, memories: Any, rows: Any, viewers: Any, known: Cells, inclined: Any) -> None:
    for i in range(len(rows)):
        know(states[rows[i]], memories[rows[i]], viewers[i], known)
        incline(known, inclined[i])


@compiled
def _truths(states: Any, rows: Any, viewers: Any, truths: Any) -> None:
    for i in range(len(rows)):
        state = states[rows[i]]
        for position in range(state[LOT_SIZE]):
            if state[LOT_FROM + position] != viewers[i]:
                truths[i, position] = 1 if state[LOT_CARD + position] == CHARON else 0


@compiled
def _move_all(
    states: Any,
    memories: Any,
    rows: Any,
    viewers: Any,
    outputs: Any,
    inclined: Any,
    chance: Cells,
    actions: Any,
    chances: Any,
) -> None:
    """Draw an action in each of these games, and play it."""
    for i in range(len(rows)):
        state = states[rows[i]]
        most = -1e30
        for action in range(ACTIONS):
            if inclined[i, action] > 0 and outputs[i, action] > most:
                most = outputs[i, action]
        total = 0.0
        for action in range(ACTIONS):
            if inclined[i, action] > 0:
                total += inclined[i, action] * exp(outputs[i, action] - most)
        point = word32(chance) / WHOLE_WORD * total
        chosen = -1
        weight = 0.0
        for action in range(ACTIONS):
            if inclined[i, action] > 0:
                weight = inclined[i, action] * exp(outputs[i, action] - most)
                chosen = action
                point -= weight
                if point < 0:
                    break
        actions[i] = chosen
        chances[i] = weight / total
        move = move_of(chosen, viewers[i], state[PLAYERS])
        remember(state, memories[rows[i]], move)
        play(state, move)


@compiled
def move_of(action: int, viewer: int, players: int) -> int:
    """The kernel's number of an action, whose seats are counted from the viewer."""
    if action < OFFER:
        return action
    to = (action - OFFER) // STATEMENTS
    statement = action - OFFER - to * STATEMENTS
    return int(OFFER + (viewer + 1 + to) % players * STATEMENTS + statement)


