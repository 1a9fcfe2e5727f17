"""How far a level can be exploited: one opponent learns against copies of it that stay as they are.

The oracle's network plays in the compiled kernel; every other level is a policy in Python, and plays by the engine, a
hundred times as slowly. The opponent begins with the oracle's weights, which know the game already, and learns with
hardly anything that keeps it mixed: all it is for is to win.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np

from bots.arena.intervals import mean_interval
from bots.policies.oracle.network import network_of
from bots.policies.policy import Policy
from bots.simulation.chance import new_chance
from bots.training.engine_games import engine_games_play
from bots.training.games import Experience, games_play
from bots.training.lessons import Pace, learn
from bots.training.network import Network, new_adam, new_network
from games.engine.types import MOST_PLAYERS

PARTS: Final = 60
"""A victory in whole parts, however many share it."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """What the opponent may try: `lessons` of so many `games`, and `held_out` games afterwards, of other deals."""

    players: int
    seed: int = 1
    lessons: int = 200
    games: int = 512
    held_out: int = 4_000
    is_fresh: bool = False
    rate: tuple[float, float] = (1e-3, 1e-4)
    alpha: float = 0.002
    trace: float = 0.7


@dataclass(frozen=True, slots=True)
class Response:
    """What it reached: the share of victories of its one seat, with the 95 % interval. `before` is the same at first.

    `course` is its share of the games it learned from, by tenths of the lessons.
    """

    win_share: float
    low: float
    high: float
    before: float
    course: tuple[float, ...]
    decisions: int


class Tables(Protocol):
    """Plays so many games in which the opponent sits in each seat in turn, against copies of the level elsewhere."""

    def __call__(self, network: Network, games: int, seed: int) -> Experience: ...


def kernel_tables(fixed: Network, players: int) -> Tables:
    """Against copies of a network, in the kernel."""

    def play(network: Network, games: int, seed: int) -> Experience:
        seats = np.ones((games, MOST_PLAYERS), np.int64)
        seats[np.arange(games), np.arange(games) % players] = 0
        return games_play([network, fixed], np.full(games, players), seats, new_chance(seed))

    return play


def engine_tables(policy: Policy, players: int) -> Tables:
    """Against copies of a policy, by the engine."""

    def play(network: Network, games: int, seed: int) -> Experience:
        return engine_games_play(network, policy, players=players, games=games, seed=seed)

    return play


def oracle_network() -> Network:
    """The oracle's weights, to be played against, or to begin with."""
    learned = network_of()
    return Network([each.copy() for each in learned.weights], [each.copy() for each in learned.biases])


def respond(exercise: Exercise, tables: Tables, told: Callable[[int, float], None]) -> Response:
    """Train an opponent, and measure it. The same exercise gives the same response. `told` hears of each lesson."""
    rng = np.random.default_rng(exercise.seed)
    network = new_network(rng) if exercise.is_fresh else oracle_network()
    adam = new_adam(network)
    held_out = exercise.seed << 20
    before = _measured(tables(network, exercise.held_out, held_out), exercise.players)
    shares: list[float] = []
    decisions = 0
    for lesson in range(exercise.lessons):
        experience = tables(network, exercise.games, held_out + 1 + lesson)
        done = lesson / max(exercise.lessons - 1, 1)
        first, last = exercise.rate
        learn(
            network,
            adam,
            experience,
            Pace(rate=first * (last / first) ** done, alpha=exercise.alpha, trace=exercise.trace),
            rng,
        )
        decisions += int((experience.actions >= 0).sum())
        shares.append(float(own_shares(experience, exercise.players).mean()))
        told(lesson + 1, shares[-1])
    after = _measured(tables(network, exercise.held_out, held_out), exercise.players)
    tenths = np.array_split(np.array(shares), min(10, max(len(shares), 1)))
    return Response(
        win_share=after[0],
        low=after[1],
        high=after[2],
        before=before[0],
        course=tuple(float(each.mean()) for each in tenths if len(each)),
        decisions=decisions,
    )


def own_shares(experience: Experience, players: int) -> Any:
    """What the opponent has of each game; it sits in each seat in turn."""
    games = np.arange(len(experience.shares))
    return experience.shares[games, games % players]


def _measured(experience: Experience, players: int) -> tuple[float, float, float]:
    parts = np.rint(own_shares(experience, players) * PARTS).astype(int).tolist()
    mean, low, high = mean_interval(parts) or (0.0, 0.0, 0.0)
    return mean / PARTS, low / PARTS, high / PARTS
