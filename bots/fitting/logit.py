"""Logits, fitted by Newton's method: convex, with no chance in it."""

from typing import Any, Final

import numpy as np

from bots.fitting.samples import Cards, Choices, Floats

RIDGE: Final = 2.0
"""How strongly coefficients are drawn towards 0: as if so many observations of unit size said so."""
STEPS: Final = 25
SMALL: Final = 1e-7


def fitted_choices(choices: Choices) -> Floats:
    """One coefficient a feature: alternatives differ by their features (a conditional logit)."""
    features, truth = choices.features, choices.truth

    def shares(weights: Floats) -> Floats:
        return _softmax(features @ weights, choices.open)

    weights = np.zeros(features.shape[2])
    for _ in range(STEPS):
        found = shares(weights)
        mean = np.einsum("na,naf->nf", found, features)
        gradient = np.einsum("na,naf->f", truth - found, features) - RIDGE * weights
        spread = np.einsum("na,naf,nag->fg", found, features, features, optimize=True) - mean.T @ mean
        step = np.linalg.solve(spread + RIDGE * np.eye(len(weights)), gradient)
        weights = weights + step
        if np.abs(step).max() < SMALL:
            break
    return weights


def fitted_answers(answers: Choices) -> tuple[Floats, Floats]:
    """Coefficients of the second and the third alternative; the first has none (a multinomial logit)."""
    features = answers.features[:, 0, :]
    width = features.shape[1]
    weights = np.zeros((2, width))
    for _ in range(STEPS):
        merits = np.stack([np.zeros(len(features)), features @ weights[0], features @ weights[1]], axis=1)
        found = _softmax(merits, answers.open)
        beyond = (answers.truth - found)[:, 1:]
        gradient = (beyond.T @ features - RIDGE * weights).ravel()
        curvature = np.zeros((2 * width, 2 * width))
        for one in range(2):
            for other in range(2):
                weight = found[:, one + 1] * ((one == other) - found[:, other + 1])
                block = features.T @ (features * weight[:, None])
                curvature[one * width : (one + 1) * width, other * width : (other + 1) * width] = block
        step = np.linalg.solve(curvature + RIDGE * np.eye(2 * width), gradient).reshape(2, width)
        weights = weights + step
        if np.abs(step).max() < SMALL:
            break
    return weights[0], weights[1]


def fitted_cards(cards: Cards) -> Floats:
    """One coefficient a feature, beyond what the counts say."""
    features = cards.features
    weights = np.zeros(features.shape[1])
    for _ in range(STEPS):
        found = 1 / (1 + np.exp(-(cards.counts + features @ weights)))
        gradient = features.T @ (cards.truth - found) - RIDGE * weights
        curvature = features.T @ (features * (found * (1 - found))[:, None])
        step = np.linalg.solve(curvature + RIDGE * np.eye(len(weights)), gradient)
        weights = weights + step
        if np.abs(step).max() < SMALL:
            break
    return weights


def _softmax(merits: Floats, opened: Floats) -> Floats:
    merits = np.where(opened > 0, merits, -np.inf)
    weights: Any = np.exp(merits - merits.max(axis=1, keepdims=True))
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares
