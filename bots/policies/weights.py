"""What a player of the level `shrewd` has learnt, as numbers."""

from dataclasses import dataclass
from operator import mul


@dataclass(frozen=True, slots=True)
class Weights:
    """The coefficients of three small models. `bots/fitting` fits them.

    `standing` weighs what speaks for a seat to win (`prospects`), `lying` what speaks for a card to be a Charon
    (`suspicion`), `refusing` and `passing` what speaks for refusing, or passing on, rather than accepting (`answers`);
    each has one number for each feature of its model, in that order.
    """

    standing: tuple[float, ...]
    lying: tuple[float, ...]
    refusing: tuple[float, ...]
    passing: tuple[float, ...]


def weighed(weights: tuple[float, ...], features: tuple[float, ...]) -> float:
    """The sum of features, each as it weighs."""
    return float(sum(map(mul, weights, features)))
