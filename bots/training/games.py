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
from bots.simulation.kernel import copy, deal, is_over, play
from bots.simulation.layout import (
    DECK_ROW,
    DECK_SIZE,
    IN_GAME,
    LOT_CARD,
    LOT_FROM,
    LOT_SIZE,
    PLAYERS,
    SEAT_COUNT,
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
LOOKERS: Final = 0.3
"""The share of those who are not to act in a round that begins, of whom it is asked how they stand: they are many."""
WHOLE_WORD: Final = 2.0**32


@dataclass(frozen=True, slots=True)
class Experience:
    """What was met in a batch of games, a row for each decision of a learner, in the order of play.

    `inputs` (rows, FEATURES) and `inclinations` (rows, ACTIONS) are what the network reads; `actions` what was done,
    -1 in rows of one who only looks on, as everyone does when a round begins; `chances` how likely that was; `values`
    the chance to win as foreseen; `truths` (rows, 3) whether each card of the lot is Charon, -1 where there is none or
    it is one's own. `games` and `seats` say whose row it is, `shares` (games, seats) who won.

    What could be foreseen in the game as it truly lay, by the same network, else not a number: `answers` (rows, 2) what
    accepting and refusing lead to, and `worths` what an offer led to, whichever of both its recipient was to answer.
    """

    inputs: Floats
    inclinations: Floats
    actions: Any
    chances: Floats
    values: Floats
    truths: Any
    games: Any
    seats: Any
    answers: Floats
    shares: Floats
    worths: Floats


COLUMNS: Final = ("inputs", "inclinations", "actions", "chances", "values", "truths", "games", "seats", "answers")
"""What a row holds, in order."""


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
    count_kept = 0
    offered_in = np.full(count, -1)
    worths: list[tuple[Any, Any]] = []
    while len(active):
        who = players_at[active, states[active, TO_ACT]]
        for number, network in enumerate(networks):
            if number < learners:
                kept.append(_looking_on(network, states, memories, active, players_at, number, known, chance))
                count_kept += len(kept[-1][0])
        for number, network in enumerate(networks):
            rows = active[who == number]
            if not len(rows):
                continue
            foreseen = _foreseen(networks[:learners], states, memories, rows, players_at, known)
            decided = _deciding(network, states, memories, rows, known, chance)
            actions, shares = decided[2], decided[-1]
            # What an offer was worth is known when it is answered, whoever answers.
            answered = np.flatnonzero((actions < OFFER) & (offered_in[rows] >= 0))
            worths.append((offered_in[rows[answered]], _expected(foreseen[answered, :, 1], shares[answered])))
            offered_in[rows] = -1
            if number < learners:
                kept.append((*decided[:-1], foreseen[:, :, 0]))
                offered = np.flatnonzero(actions >= OFFER)
                offered_in[rows[offered]] = count_kept + offered
                count_kept += len(rows)
        active = active[states[active, TO_ACT] >= 0]
    columns = [np.concatenate(column) for column in zip(*kept, strict=True)]
    met: dict[str, Any] = dict(zip(COLUMNS, columns, strict=True))
    worth = np.full(count_kept, np.nan, np.float32)
    for at, values in worths:
        worth[at] = values
    return Experience(**met, shares=shares_of(states), worths=worth)


def shares_of(states: Any) -> Floats:
    """(games, seats): what each seat has of the victory."""
    bits = states[:, WINNERS, None] >> np.arange(MOST_PLAYERS) & 1
    shares: Floats = (bits / bits.sum(axis=1, keepdims=True)).astype(np.float32)
    return shares


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
    answers = np.zeros((count, 2), np.float32)
    _move_all(states, memories, rows, viewers, outputs, inclined, chance, actions, chances, answers)
    values = 1 / (1 + np.exp(-outputs[:, VALUE]))
    return inputs, inclined, actions, chances, values, truths, rows, viewers, answers


def _expected(foreseen: Any, shares: Any) -> Any:
    """What either answer leads to, weighed by how likely each of them was; (rows, 2) both."""
    return (foreseen * shares).sum(axis=1) / shares.sum(axis=1)


def _foreseen(networks: Sequence[Network], states: Any, memories: Any, rows: Any, players_at: Any, known: Cells) -> Any:
    """(rows, answers, 2): what accepting and refusing leave the one asked, and the one who asked, if they learn."""
    foreseen = np.full((len(rows), 2, 2), np.nan, np.float32)
    asked = np.flatnonzero(states[rows, LOT_SIZE] > 0)
    if not len(asked):
        return foreseen
    inputs = np.zeros((len(asked) * 4, FEATURES), np.float32)
    ends = np.full(len(asked) * 4, np.nan, np.float32)
    seats = np.full(len(asked) * 4, 0)
    state, memory = cells("h", bytes(STATE_CELLS)), cells("h", bytes(MEMORY_CELLS))
    _answer_both(states, memories, rows[asked], state, memory, known, inputs, ends, seats)
    by = players_at[np.repeat(rows[asked], 4), seats]
    for number, network in enumerate(networks):
        going_on = np.flatnonzero((by == number) & np.isnan(ends))
        if len(going_on):
            ends[going_on] = 1 / (1 + np.exp(-forward(network, inputs[going_on])[-1][:, VALUE]))
    ends[by >= len(networks)] = np.nan
    foreseen[asked] = ends.reshape(-1, 2, 2)
    return foreseen


@compiled
def _answer_both(
    states: Any,
    memories: Any,
    rows: Any,
    state: Cells,
    memory: Cells,
    known: Cells,
    inputs: Any,
    ends: Any,
    seats: Any,
) -> None:
    """Try both answers in each game, and look at what comes of it as the one asked does, and the one who asked."""
    for i in range(len(rows)):
        for answer in range(2):
            copy(states[rows[i]], state)
            for cell in range(MEMORY_CELLS):
                memory[cell] = memories[rows[i], cell]
            asked = state[TO_ACT]
            asking = state[LOT_FROM + state[LOT_SIZE] - 1]
            remember(state, memory, answer)
            play(state, answer)
            for who in range(2):
                at = i * 4 + answer * 2 + who
                seat = asking if who else asked
                seats[at] = seat
                if is_over(state):
                    winners = state[WINNERS]
                    ends[at] = (winners >> seat & 1) / SEAT_COUNT[winners]
                elif not state[IN_GAME] >> seat & 1:
                    ends[at] = 0.0
                else:
                    know(state, memory, seat, known)
                    describe(known, inputs[at])


def _looking_on(
    network: Network, states: Any, memories: Any, rows: Any, players_at: Any, number: int, known: Cells, chance: Cells
) -> tuple[Any, ...]:
    games = np.zeros(len(rows) * MOST_PLAYERS, np.int64)
    seats = np.zeros(len(rows) * MOST_PLAYERS, np.int64)
    count = _find_lookers(states, rows, players_at, number, chance, games, seats)
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
        np.full((count, 2), np.nan, np.float32),
    )


@compiled
def _find_lookers(states: Any, rows: Any, players_at: Any, number: int, chance: Cells, games: Any, seats: Any) -> int:
    """Some of those who are not to act in a round that begins, as far as this network plays them."""
    count = 0
    for i in range(len(rows)):
        state = states[rows[i]]
        if state[LOT_SIZE] > 0:
            continue
        for seat in range(state[PLAYERS]):
            if seat == state[TO_ACT] or not state[IN_GAME] >> seat & 1 or players_at[rows[i], seat] != number:
                continue
            if word32(chance) < LOOKERS * WHOLE_WORD:
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
    answers: Any,
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
        for answer in range(2):
            if inclined[i, answer] > 0:
                answers[i, answer] = inclined[i, answer] * exp(outputs[i, answer] - most) / total
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
