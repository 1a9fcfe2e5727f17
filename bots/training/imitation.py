"""A beginning: the network watches a policy play by the engine, and learns to do as it does.

Random weights would take millions of moves to find what a handwritten policy knows; these begin where it is, and
self-play goes on from there. The one watched says how often it takes each action, which teaches more than what it took.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import exp, log
from typing import Any, Final

import numpy as np

from bots.policies.oracle.describing import ACTIONS
from bots.policies.policy import Policy
from bots.simulation.compiling import compiled
from bots.training.engine_games import engine_games_watch
from bots.training.games import NOT_ASKED, Experience
from bots.training.lessons import returns_of
from bots.training.network import SUSPICIONS, VALUE, Adam, Floats, Network, forward, gradients
from games.engine.types import MOST_CARDS_IN_LOT

ROWS: Final = 256


@dataclass(frozen=True, slots=True)
class Watched:
    """What was met, and `shares` (rows, ACTIONS): how often each action is taken there; 0 in rows of lookers-on."""

    met: Experience
    shares: Floats


def games_watch(policy: Policy, games: Mapping[int, int], seed: int) -> Watched:
    """Watch so many games of each number of players, all seats played by the policy."""
    seen = [
        engine_games_watch(policy, players=players, games=count, seed=seed) for players, count in games.items() if count
    ]
    starts = np.cumsum([0, *(len(met.shares) for met, _ in seen)])
    moved = [replace(met, games=met.games + start) for (met, _), start in zip(seen, starts, strict=False)]
    names = Experience.__dataclass_fields__
    met = Experience(*(np.concatenate([getattr(each, name) for each in moved]) for name in names))
    return Watched(met, np.concatenate([shares for _, shares in seen]))


def imitate(
    network: Network, adam: Adam, watched: Watched, *, times: int, rate: float, rng: np.random.Generator
) -> float:
    """Learn what was done, who won, and what lay face down, going through it so many times. Returns the last loss."""
    met = watched.met
    returns = returns_of(met, 1.0)
    rows = len(returns)
    losses = [0.0]
    for time in range(times):
        order = rng.permutation(rows)
        for first in range(0, rows - ROWS + 1, ROWS):
            lot = order[first : first + ROWS]
            layers = forward(network, met.inputs[lot])
            slope = np.zeros_like(layers[-1])
            loss = slopes_of_imitation(
                layers[-1], met.inclinations[lot], watched.shares[lot], returns[lot], met.truths[lot], slope
            )
            losses.append(loss)
            adam.step(network, gradients(network, layers, slope), rate * (1 - time / times))
    return float(np.mean(losses[-20:]))


@compiled
def slopes_of_imitation(outputs: Any, inclinations: Any, shares: Any, returns: Any, truths: Any, slope: Any) -> float:
    """The loss, a mean over rows: of what is done, of the chance to win, of suspicions; and how it grows in `slope`."""
    rows = len(returns)
    loss = 0.0
    for i in range(rows):
        value = 1 / (1 + exp(-outputs[i, VALUE]))
        slope[i, VALUE] = (value - returns[i]) / rows
        loss -= (returns[i] * log(value + 1e-9) + (1 - returns[i]) * log(1 - value + 1e-9)) / rows
        for position in range(MOST_CARDS_IN_LOT):
            truth = truths[i, position]
            if truth != NOT_ASKED:
                suspicion = 1 / (1 + exp(-outputs[i, SUSPICIONS + position]))
                slope[i, SUSPICIONS + position] = (suspicion - truth) / rows
                loss -= (log(suspicion + 1e-9) if truth else log(1 - suspicion + 1e-9)) / rows
        most = -1e30
        decided = 0.0
        for action in range(ACTIONS):
            if inclinations[i, action] > 0:
                decided += shares[i, action]
                most = max(most, outputs[i, action])
        if decided == 0:
            continue
        total = 0.0
        for action in range(ACTIONS):
            if inclinations[i, action] > 0:
                total += inclinations[i, action] * exp(outputs[i, action] - most)
        for action in range(ACTIONS):
            if inclinations[i, action] > 0:
                share = inclinations[i, action] * exp(outputs[i, action] - most) / total
                wanted = shares[i, action] / decided
                slope[i, action] = (share - wanted) / rows
                loss -= wanted * log(share + 1e-30) / rows
    return loss
