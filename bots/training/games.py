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

NOT_ASKED: Final = -1
LOOKS_ON: Final = -1
"""In place of an action: the seat is not to act."""
WHOLE_WORD: Final = 2.0**32


@dataclass(frozen=True, slots=True)
class Experience:
    """What was met in a batch of games, a row for each decision of a learner, in the order of play.

    `inputs` (rows, FEATURES) and `inclinations` (rows, ACTIONS) are what the network reads; `actions` what was done,
    -1 in rows of one who only looks on, as everyone does when a round begins; `chances` how likely that was; `values`
    the chance to win as foreseen; `truths` (rows, 3) whether each card of the lot is Charon, -1 where there is none or
    it is one's own. `games` and `seats` say whose row it is, `shares` (games, seats) who won.
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
    networks: Sequence[Network],
    players: Any,
    players_at: Any,
    chance: Cells,
    *,
    learners: int = 1,
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
        who = players_at[active, states[active, TO_ACT]]
        for number, network in enumerate(networks):
            if number < learners:
                kept.append(_looking_on(network, states, memories, active, players_at, number, known))
        for number, network in enumerate(networks):
            rows = active[who == number]
            if len(rows):
                decided = _deciding(network, states, memories, rows, known, chance)
                if number < learners:
                    kept.append(decided)
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


def _deciding(network: Network, states: Any, memories: Any, rows: Any, known: Cells, chance: Cells) -> tuple[Any, ...]:
    """Draw an action in each of these games, and play it."""
    viewers = states[rows, TO_ACT].astype(np.int64)
    count = len(rows)
    inputs = np.zeros((count, FEATURES), np.float32)
    inclined = np.zeros((count, ACTIONS), np.float32)
    truths = np.full((count, MOST_CARDS_IN_LOT), NOT_ASKED, np.int8)
    _look(states, memories, rows, viewers, known, inputs, inclined)
    outputs = forward(network, inputs)[-1]
    _truths(states, rows, viewers, truths)
    actions = np.zeros(count, np.int64)
    chances = np.zeros(count, np.float32)
    _move_all(states, memories, rows, viewers, outputs, inclined, chance, actions, chances)
    values = 1 / (1 + np.exp(-outputs[:, VALUE]))
    return inputs, inclined, actions, chances, values, truths, rows, viewers


def _looking_on(
    network: Network, states: Any, memories: Any, rows: Any, players_at: Any, number: int, known: Cells
) -> tuple[Any, ...]:
    games = np.zeros(len(rows) * MOST_PLAYERS, np.int64)
    seats = np.zeros(len(rows) * MOST_PLAYERS, np.int64)
    count = _find_lookers(states, rows, players_at, number, games, seats)
    games, seats = games[:count], seats[:count]
    inputs = np.zeros((count, FEATURES), np.float32)
    inclined = np.zeros((count, ACTIONS), np.float32)
    _look_only(states, memories, games, seats, known, inputs)
    values = 1 / (1 + np.exp(-forward(network, inputs)[-1][:, VALUE]))
    return (
        inputs,
        inclined,
        np.full(count, LOOKS_ON),
        np.zeros(count, np.float32),
        values,
        np.full((count, MOST_CARDS_IN_LOT), NOT_ASKED, np.int8),
        games,
        seats,
    )


@compiled
def _find_lookers(states: Any, rows: Any, players_at: Any, number: int, games: Any, seats: Any) -> int:
    """All in the game who are not to act in a round that begins, as far as this network plays them."""
    count = 0
    for i in range(len(rows)):
        state = states[rows[i]]
        if state[LOT_SIZE] > 0:
            continue
        for seat in range(state[PLAYERS]):
            if seat != state[TO_ACT] and state[IN_GAME] >> seat & 1 and players_at[rows[i], seat] == number:
                games[count] = rows[i]
                seats[count] = seat
                count += 1
    return count


@compiled
def _look_only(states: Any, memories: Any, rows: Any, viewers: Any, known: Cells, inputs: Any) -> None:
    for i in range(len(rows)):
        know(states[rows[i]], memories[rows[i]], viewers[i], known)
        describe(known, inputs[i])


@compiled
def _look(states: Any, memories: Any, rows: Any, viewers: Any, known: Cells, inputs: Any, inclined: Any) -> None:
    for i in range(len(rows)):
        know(states[rows[i]], memories[rows[i]], viewers[i], known)
        describe(known, inputs[i])
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
