"""Games of a network against a policy in Python, played by the engine, as `games` has them for networks alone."""

from typing import Any

import numpy as np

from bots.arena.contest import Contest
from bots.arena.playing import dealt, server_seed_of
from bots.policies.oracle.describing import ACTIONS, incline
from bots.policies.oracle.known import known_of
from bots.policies.oracle.lookahead import shares_of
from bots.policies.oracle.network import rows_of
from bots.policies.oracle.player import move_of
from bots.policies.policy import Policy, drawn
from bots.randomness import move_rng
from bots.training.games import LOOKS_ON, NOT_ASKED, Experience
from bots.training.network import VALUE, Network, forward
from games.engine.moves import Move
from games.engine.projection import project
from games.engine.rules import decide, fold, replay
from games.engine.setup import bot_secret
from games.engine.state import GameState
from games.engine.types import CHARON, MOST_CARDS_IN_LOT, MOST_PLAYERS, Seat

_UNFORESEEN = np.full(2, np.nan, np.float32)


def engine_games_play(network: Network, policy: Policy, *, players: int, games: int, seed: int) -> Experience:
    """Play so many games; the network sits in each seat in turn, and what it meets is kept."""
    contest = Contest(players, (), (), deals=games, seed=seed)
    rows: list[tuple[Any, ...]] = []
    shares = np.zeros((games, MOST_PLAYERS), np.float32)
    for number in range(games):
        own = number % players
        events = dealt(contest, number)
        state, version = replay(events), len(events)
        secret = bot_secret(server_seed_of(contest, number))
        while (seat := state.to_act) is not None:
            rng = move_rng(secret=secret, game_id=str(number), version=version, seat=seat)
            if seat == own:
                row, move = _own_move(network, state, own, number, rng)
                rows.append(row)
            else:
                if not state.lot and not state.eliminated[own]:
                    rows.append(_looking_on(network, state, own, number))
                move = policy.choose(project(state, seat), rng)
            caused = decide(state, seat, move)
            state, version = fold(state, caused), version + len(caused)
        if state.result is not None:
            shares[number, list(state.result.winners)] = 1 / len(state.result.winners)
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    return Experience(*columns, shares=shares, worths=np.full(len(rows), np.nan, np.float32))


def _own_move(network: Network, state: GameState, own: Seat, game: int, rng: Any) -> tuple[tuple[Any, ...], Move]:
    known = known_of(project(state, own))
    inputs = rows_of([known])
    outputs = forward(network, inputs)[-1][0].tolist()
    shares = shares_of(known, outputs)
    inclined = [0.0] * ACTIONS
    incline(known, inclined)
    actions = [action for action in range(ACTIONS) if shares[action] > 0]
    action = drawn(actions, [shares[action] for action in actions], rng)
    truths = [NOT_ASKED] * MOST_CARDS_IN_LOT
    for position, put_in in enumerate(state.lot):
        if put_in.from_seat != own:
            truths[position] = int(put_in.card == CHARON)
    row = (
        inputs[0],
        np.array(inclined, np.float32),
        action,
        np.float32(shares[action]),
        _chance(outputs[VALUE]),
        np.array(truths, np.int8),
        game,
        own,
        _UNFORESEEN,
    )
    return row, move_of(action, own, len(state.seats))


def _looking_on(network: Network, state: GameState, own: Seat, game: int) -> tuple[Any, ...]:
    inputs = rows_of([known_of(project(state, own))])
    value = _chance(forward(network, inputs)[-1][0, VALUE])
    truths = np.full(MOST_CARDS_IN_LOT, NOT_ASKED, np.int8)
    return (inputs[0], np.zeros(ACTIONS, np.float32), LOOKS_ON, np.float32(0), value, truths, game, own, _UNFORESEEN)


def _chance(logit: float) -> Any:
    return np.float32(1 / (1 + np.exp(-logit)))
