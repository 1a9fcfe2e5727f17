"""What a network learns from games: what did better than foreseen, who won, and what lay face down.

The policy is moved as by PPO (a clipped gradient of the policy), and held near inclination by `alpha` times the
Kullback-Leibler divergence from it, in chances to win: that keeps it mixed.
"""

from dataclasses import dataclass
from math import exp, isnan, log
from typing import Any

import numpy as np

from bots.policies.oracle.describing import ACCEPT, ACTIONS, OFFER
from bots.simulation.compiling import compiled
from bots.training.games import NOT_ASKED, Experience
from bots.training.network import SUSPICIONS, VALUE, Adam, Floats, Network, forward, gradients
from games.engine.types import MOST_CARDS_IN_LOT, MOST_PLAYERS


@dataclass(frozen=True, slots=True)
class Pace:
    """How a lesson is learned. `trace` is how far returns look past the next foreseen value (lambda)."""

    rate: float
    alpha: float
    trace: float = 0.7
    clip: float = 0.2
    rows: int = 1024
    rounds: int = 1
    play_weight: float = 5.0
    value_weight: float = 1.0
    suspicion_weight: float = 0.3


def returns_of(experience: Experience, trace: float) -> Floats:
    """What each row turned out to be worth: the win, mixed with what was foreseen on the way to it."""
    games = len(experience.shares)
    returns = np.zeros(len(experience.actions), np.float32)
    after = np.zeros((games, MOST_PLAYERS), np.float32)
    foreseen = np.zeros((games, MOST_PLAYERS), np.float32)
    after[:] = experience.shares
    foreseen[:] = experience.shares
    _look_back(experience.games, experience.seats, experience.values, trace, after, foreseen, returns)
    return returns


@compiled
def _look_back(games: Any, seats: Any, values: Any, trace: float, after: Any, foreseen: Any, returns: Any) -> None:
    for back in range(len(games)):
        row = len(games) - 1 - back
        game = games[row]
        seat = seats[row]
        worth = (1 - trace) * foreseen[game, seat] + trace * after[game, seat]
        returns[row] = worth
        after[game, seat] = worth
        foreseen[game, seat] = values[row]


def learn(network: Network, adam: Adam, experience: Experience, pace: Pace, rng: np.random.Generator) -> Floats:
    """Go through the experience once or more. Returns means: entropy, divergence, loss of value, loss of suspicion."""
    returns = returns_of(experience, pace.trace)
    gains = np.where(experience.actions >= 0, returns - experience.values, 0).astype(np.float32)
    told = np.zeros(6)
    gains = np.where(np.isnan(experience.worths), gains, experience.worths - experience.values)
    answers = experience.answers - experience.values[:, None]
    rows = len(returns)
    for _ in range(pace.rounds):
        order = rng.permutation(rows)
        for first in range(0, rows - rows % pace.rows or rows, pace.rows):
            lot = order[first : first + pace.rows]
            layers = forward(network, experience.inputs[lot])
            slope = np.zeros_like(layers[-1])
            slopes(
                layers[-1],
                experience.inclinations[lot],
                experience.actions[lot],
                experience.chances[lot],
                gains[lot],
                answers[lot],
                returns[lot],
                experience.truths[lot],
                pace.alpha,
                pace.clip,
                pace.play_weight,
                pace.value_weight,
                pace.suspicion_weight,
                slope,
                told,
            )
            adam.step(network, gradients(network, layers, slope), pace.rate)
    decisions = max(told[4], 1)
    return np.array([told[0] / decisions, told[1] / decisions, told[2] / max(told[5], 1), told[3] / decisions])


@compiled
def slopes(
    outputs: Any,
    inclinations: Any,
    actions: Any,
    chances: Any,
    gains: Any,
    answers: Any,
    returns: Any,
    truths: Any,
    alpha: float,
    clip: float,
    play_weight: float,
    value_weight: float,
    suspicion_weight: float,
    slope: Any,
    told: Any,
) -> float:
    """The loss, a mean over rows, and in `slope` how it grows with each output; `told` adds up what is of interest."""
    rows = len(actions)
    loss = 0.0
    for i in range(rows):
        value = 1 / (1 + exp(-outputs[i, VALUE]))
        slope[i, VALUE] = value_weight * (value - returns[i]) / rows
        lost = -returns[i] * log(value + 1e-9) - (1 - returns[i]) * log(1 - value + 1e-9)
        loss += value_weight * lost / rows
        told[2] += lost
        told[5] += 1
        if actions[i] < 0:
            continue
        told[4] += 1
        for position in range(MOST_CARDS_IN_LOT):
            truth = truths[i, position]
            if truth != NOT_ASKED:
                suspicion = 1 / (1 + exp(-outputs[i, SUSPICIONS + position]))
                slope[i, SUSPICIONS + position] = suspicion_weight * (suspicion - truth) / rows
                lost = -log(suspicion + 1e-9) if truth else -log(1 - suspicion + 1e-9)
                loss += suspicion_weight * lost / rows
                told[3] += lost
        most = -1e30
        for action in range(ACTIONS):
            if inclinations[i, action] > 0 and outputs[i, action] > most:
                most = outputs[i, action]
        total = 0.0
        for action in range(ACTIONS):
            if inclinations[i, action] > 0:
                total += inclinations[i, action] * exp(outputs[i, action] - most)
        # The divergence from inclination is the mean of what the network adds, less what makes shares of it.
        divergence = 0.0
        entropy = 0.0
        for action in range(ACTIONS):
            if inclinations[i, action] > 0:
                share = inclinations[i, action] * exp(outputs[i, action] - most) / total
                divergence += share * (outputs[i, action] - most - log(total))
                entropy -= share * log(share + 1e-30)
        told[0] += entropy
        told[1] += divergence
        done = actions[i]
        loss += play_weight * alpha * divergence / rows
        # Where it is known what both answers lead to, both are learned from; what else was done, is as PPO does.
        swing = 0.0
        is_foreseen = not isnan(answers[i, ACCEPT])
        if is_foreseen:
            for answer in range(OFFER):
                swing += inclinations[i, answer] * exp(outputs[i, answer] - most) / total * answers[i, answer]
            loss -= play_weight * swing / rows
        likelier = inclinations[i, done] * exp(outputs[i, done] - most) / total / chances[i]
        bounded = min(max(likelier, 1 - clip), 1 + clip)
        gain = 0.0 if is_foreseen and done < OFFER else gains[i]
        loss -= play_weight * min(likelier * gain, bounded * gain) / rows
        pull = gain * likelier if likelier * gain <= bounded * gain else 0.0
        for action in range(ACTIONS):
            if inclinations[i, action] > 0:
                share = inclinations[i, action] * exp(outputs[i, action] - most) / total
                steep = pull * share
                if action == done:
                    steep -= pull
                if is_foreseen:
                    steep += share * (swing - (answers[i, action] if action < OFFER else 0.0))
                steep += alpha * share * (outputs[i, action] - most - log(total) - divergence)
                slope[i, action] = play_weight * steep / rows
    return loss
