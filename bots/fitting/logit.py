"""Logits, fitted by Newton's method with shorter steps where a whole one would go too far. No chance in it."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from bots.fitting.samples import Cards, Choices, Floats

RIDGE: Final = 2.0
"""How strongly coefficients are drawn towards 0: as if so many observations of unit size said so."""
STEPS: Final = 60
HALVINGS: Final = 30
SMALL: Final = 1e-7
LEAST: Final = 1e-12

type Slopes = Callable[[Floats], tuple[Floats, Floats]]
"""The gradient of the likelihood's logarithm, and its curvature, which is not negative."""


def fitted_choices(choices: Choices) -> Floats:
    """One coefficient a feature: alternatives differ by their features (a conditional logit)."""
    features, truth = choices.features, choices.truth

    def shares(weights: Floats) -> Floats:
        return _softmax(features @ weights, choices.open)

    def slopes(weights: Floats) -> tuple[Floats, Floats]:
        found = shares(weights)
        mean = np.einsum("na,naf->nf", found, features)
        gradient = np.einsum("na,naf->f", truth - found, features)
        spread = np.einsum("na,naf,nag->fg", found, features, features, optimize=True)
        return gradient, spread - mean.T @ mean

    return _climbed(features.shape[2], lambda weights: _likelihood(shares(weights), truth), slopes)


def fitted_answers(answers: Choices) -> tuple[Floats, Floats]:
    """Coefficients of the second and the third alternative; the first has none (a multinomial logit)."""
    features, truth = answers.features[:, 0, :], answers.truth
    width = features.shape[1]

    def shares(weights: Floats) -> Floats:
        second, third = features @ weights[:width], features @ weights[width:]
        return _softmax(np.stack([np.zeros(len(features)), second, third], axis=1), answers.open)

    def slopes(weights: Floats) -> tuple[Floats, Floats]:
        found = shares(weights)
        gradient = ((truth - found)[:, 1:].T @ features).ravel()
        rows = []
        for one in (1, 2):
            weight = [found[:, one] * ((one == other) - found[:, other]) for other in (1, 2)]
            rows.append([features.T @ (features * of[:, None]) for of in weight])
        return gradient, np.block(rows)

    weights = _climbed(2 * width, lambda weights: _likelihood(shares(weights), truth), slopes)
    return weights[:width], weights[width:]


def fitted_cards(cards: Cards) -> Floats:
    """One coefficient a feature, beyond what the counts say."""
    features, truth = cards.features, cards.truth

    def shares(weights: Floats) -> Floats:
        merits = np.stack([np.zeros(len(features)), cards.counts + features @ weights], axis=1)
        return _softmax(merits, np.ones_like(merits))

    def slopes(weights: Floats) -> tuple[Floats, Floats]:
        found = shares(weights)[:, 1]
        return features.T @ (truth - found), features.T @ (features * (found * (1 - found))[:, None])

    both = np.stack([1 - truth, truth], axis=1)
    return _climbed(features.shape[1], lambda weights: _likelihood(shares(weights), both), slopes)


def _climbed(width: int, likelihood: Callable[[Floats], float], slopes: Slopes) -> Floats:
    weights = np.zeros(width)

    def merit(weights: Floats) -> float:
        return likelihood(weights) - RIDGE / 2 * float(weights @ weights)

    reached = merit(weights)
    for _ in range(STEPS):
        gradient, curvature = slopes(weights)
        step = np.linalg.solve(curvature + RIDGE * np.eye(width), gradient - RIDGE * weights)
        for _ in range(HALVINGS):
            tried = merit(weights + step)
            if tried >= reached:
                break
            step = step / 2
        else:
            break
        weights, reached = weights + step, tried
        if np.abs(step).max() < SMALL:
            break
    return weights


def _likelihood(shares: Floats, truth: Floats) -> float:
    return float((truth * np.log(np.maximum(shares, LEAST))).sum())


def _softmax(merits: Floats, opened: Floats) -> Floats:
    merits = np.where(opened > 0, merits, -np.inf)
    weights: Any = np.exp(merits - merits.max(axis=1, keepdims=True))
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares
