"""Games of a network against a policy in Python, played by the engine, as `games` has them for networks alone."""

from typing import Any

import numpy as np

from bots.arena.contest import Contest
from bots.arena.playing import dealt, server_seed_of
from bots.policies.advice import Adviser
from bots.policies.oracle.describing import ACTIONS, incline
from bots.policies.oracle.known import known_of
from bots.policies.oracle.lookahead import shares_of
from bots.policies.oracle.network import rows_of
from bots.policies.oracle.player import action_of, move_of
from bots.policies.policy import Policy, drawn
from bots.policies.shrewd import Shrewd
from bots.randomness import move_rng
from bots.training.games import COLUMNS, LOOKS_ON, NOT_ASKED, Experience
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
    return _experience(rows, shares)


def engine_games_watch(policy: Policy, *, players: int, games: int, seed: int) -> tuple[Experience, Any]:
    """The policy plays at all seats; everything that any seat meets is kept, and how often it takes each action.

    One that cannot say how often is taken to do always what it does.
    """
    adviser: Adviser | None = policy if isinstance(policy, Shrewd) else None
    contest = Contest(players, (), (), deals=games, seed=seed)
    rows: list[tuple[Any, ...]] = []
    shares_told: list[Any] = []
    shares = np.zeros((games, MOST_PLAYERS), np.float32)
    for number in range(games):
        events = dealt(contest, number)
        state, version = replay(events), len(events)
        secret = bot_secret(server_seed_of(contest, number))
        while (seat := state.to_act) is not None:
            if not state.lot:
                other = (seat + 1 + version % (players - 1)) % players
                if not state.eliminated[other]:
                    inputs = rows_of([known_of(project(state, other))])[0]
                    rows.append(_row_of_looker(inputs, np.float32(0), number, other))
                    shares_told.append(np.zeros(ACTIONS, np.float32))
            view = project(state, seat)
            rng = move_rng(secret=secret, game_id=str(number), version=version, seat=seat)
            told = np.zeros(ACTIONS, np.float32)
            if adviser is None:
                move = policy.choose(view, rng)
                told[action_of(move, seat, players)] = 1
            else:
                advice = adviser.advise(view, rng).weighed
                move = drawn(advice, [weighed.share for weighed in advice], rng).move
                for weighed in advice:
                    told[action_of(weighed.move, seat, players)] = weighed.share
            known = known_of(view)
            action = action_of(move, seat, players)
            rows.append(_row(state, seat, number, rows_of([known])[0], known, action, 1.0, np.float32(0)))
            shares_told.append(told)
            caused = decide(state, seat, move)
            state, version = fold(state, caused), version + len(caused)
        if state.result is not None:
            shares[number, list(state.result.winners)] = 1 / len(state.result.winners)
    return _experience(rows, shares), np.array(shares_told)


def _own_move(network: Network, state: GameState, own: Seat, game: int, rng: Any) -> tuple[tuple[Any, ...], Move]:
    known = known_of(project(state, own))
    inputs = rows_of([known])
    outputs = forward(network, inputs)[-1][0].tolist()
    shares = shares_of(known, outputs)
    actions = [action for action in range(ACTIONS) if shares[action] > 0]
    action = drawn(actions, [shares[action] for action in actions], rng)
    row = _row(state, own, game, inputs[0], known, action, shares[action], _chance(outputs[VALUE]))
    return row, move_of(action, own, len(state.seats))


def _row(
    state: GameState, seat: Seat, game: int, inputs: Any, known: list[int], action: int, share: float, value: Any
) -> tuple[Any, ...]:
    inclined = [0.0] * ACTIONS
    incline(known, inclined)
    truths = [NOT_ASKED] * MOST_CARDS_IN_LOT
    for position, put_in in enumerate(state.lot):
        if put_in.from_seat != seat:
            truths[position] = int(put_in.card == CHARON)
    inclinations = np.array(inclined, np.float32)
    return (inputs, inclinations, action, np.float32(share), value, np.array(truths, np.int8), game, seat, _UNFORESEEN)


def _looking_on(network: Network, state: GameState, own: Seat, game: int) -> tuple[Any, ...]:
    inputs = rows_of([known_of(project(state, own))])
    value = _chance(forward(network, inputs)[-1][0, VALUE])
    return _row_of_looker(inputs[0], value, game, own)


def _row_of_looker(inputs: Any, value: Any, game: int, seat: Seat) -> tuple[Any, ...]:
    truths = np.full(MOST_CARDS_IN_LOT, NOT_ASKED, np.int8)
    return (inputs, np.zeros(ACTIONS, np.float32), LOOKS_ON, np.float32(0), value, truths, game, seat, _UNFORESEEN)


def _experience(rows: list[tuple[Any, ...]], shares: Any) -> Experience:
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    met: dict[str, Any] = dict(zip(COLUMNS, columns, strict=True))
    return Experience(**met, shares=shares, worths=np.full(len(rows), np.nan, np.float32))


def _chance(logit: float) -> Any:
    return np.float32(1 / (1 + np.exp(-logit)))
