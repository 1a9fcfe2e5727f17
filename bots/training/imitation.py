"""A beginning: the network watches a policy play by the engine, and learns to do as it does.

Random weights would take millions of moves to find what a handwritten policy knows; these begin where it is, and
self-play goes on from there.
"""

from dataclasses import replace
from math import exp
from typing import Any, Final

import numpy as np

from bots.policies.oracle.describing import ACTIONS
from bots.policies.policy import Policy
from bots.simulation.compiling import compiled
from bots.training.engine_games import engine_games_watch
from bots.training.games import Experience
from bots.training.lessons import returns_of, slopes
from bots.training.network import Adam, Network, forward, gradients

ROWS: Final = 512
NEVER_CLIPPED: Final = 1e9


def watched(policy: Policy, games: dict[int, int], seed: int) -> Experience:
    """What is met in so many games of each number of players, all seats played by the policy."""
    seen = [
        engine_games_watch(policy, players=players, games=count, seed=seed) for players, count in games.items() if count
    ]
    starts = np.cumsum([0, *(len(each.shares) for each in seen)])
    moved = [replace(each, games=each.games + start) for each, start in zip(seen, starts, strict=False)]
    names = Experience.__dataclass_fields__
    return Experience(*(np.concatenate([getattr(each, name) for each in moved]) for name in names))


def imitate(
    network: Network, adam: Adam, seen: Experience, *, times: int, rate: float, rng: np.random.Generator
) -> float:
    """Learn what was done, who won, and what lay face down, going through it so many times. Returns the last loss."""
    returns = returns_of(seen, 1.0)
    rows = len(returns)
    unforeseen = np.full((ROWS, 2), np.nan, np.float32)
    ones = np.ones(ROWS, np.float32)
    losses: list[float] = []
    for time in range(times):
        order = rng.permutation(rows)
        for first in range(0, rows - ROWS + 1, ROWS):
            lot = order[first : first + ROWS]
            layers = forward(network, seen.inputs[lot])
            chances = np.ones(ROWS, np.float32)
            _chances(layers[-1], seen.inclinations[lot], seen.actions[lot], chances)
            slope = np.zeros_like(layers[-1])
            loss = slopes(
                layers[-1],
                seen.inclinations[lot],
                seen.actions[lot],
                chances,
                ones,
                unforeseen,
                returns[lot],
                seen.truths[lot],
                0.0,
                NEVER_CLIPPED,
                1.0,
                1.0,
                0.3,
                slope,
                np.zeros(6),
            )
            losses.append(loss)
            adam.step(network, gradients(network, layers, slope), rate * (1 - time / times))
    return float(np.mean(losses[-20:]))


@compiled
def _chances(outputs: Any, inclinations: Any, actions: Any, chances: Any) -> None:
    """How likely the network is to do what was done: where that is its own chance, a gain of 1 is a lesson by heart."""
    for i in range(len(actions)):
        if actions[i] < 0:
            continue
        most = -1e30
        for action in range(ACTIONS):
            if inclinations[i, action] > 0 and outputs[i, action] > most:
                most = outputs[i, action]
        total = 0.0
        for action in range(ACTIONS):
            if inclinations[i, action] > 0:
                total += inclinations[i, action] * exp(outputs[i, action] - most)
        chances[i] = inclinations[i, actions[i]] * exp(outputs[i, actions[i]] - most) / total
