"""How sure one may be of a mean."""

from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Final

CONFIDENCE: Final = 0.95


def mean_interval(values: Sequence[int]) -> tuple[float, float, float] | None:
    """The mean of independent values, and the bounds of its 95 % interval; None for fewer than two values.

    The values are whole numbers, and are added exactly: their order does not matter.
    """
    count = len(values)
    if count < 2:
        return None
    mean = Fraction(sum(values), count)
    variance = (sum(value * value for value in values) - count * mean * mean) / (count - 1)
    error = float(variance / count) ** 0.5
    reach = _student(count - 1) * error
    return float(mean), float(mean) - reach, float(mean) + reach


def _student(freedom: int) -> float:
    """The quantile of Student's t for a two-sided interval, by Cornish and Fisher's expansion (1 % off at 2)."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    if freedom == 1:
        return 12.706
    return float(
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )
