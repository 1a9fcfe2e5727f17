"""How good beliefs are, by what the cards were."""

from collections.abc import Mapping
from typing import Final

from bots.arena.records import Believed, Sums
from bots.arena.results import Bin, Calibration

MILLION: Final = 1_000_000
BINS: Final = 10
DIGITS: Final = 6


def calibration_of(beliefs: Mapping[Believed, Sums]) -> Calibration | None:
    """Of these beliefs; None when there are none."""
    total = sum(sums.times for sums in beliefs.values())
    if not total:
        return None
    # (p − t)² = p² − 2pt + t, for t is 0 or 1; in millionths of millionths.
    squares = sum(
        sums.squares + (sums.times * MILLION**2 - 2 * MILLION * sums.millionths if kind.is_true else 0)
        for kind, sums in beliefs.items()
    )
    brier = squares / MILLION**2 / total
    by_claim = _best_constants({kind: (kind.claim,) for kind in beliefs}, beliefs)
    by_claim_and_cards = _best_constants({kind: (kind.claim, kind.cards) for kind in beliefs}, beliefs)
    return Calibration(
        beliefs=total,
        base_rate=round(sum(sums.times for kind, sums in beliefs.items() if kind.is_true) / total, DIGITS),
        brier=round(brier, DIGITS),
        by_claim=round(by_claim, DIGITS),
        by_claim_and_cards=round(by_claim_and_cards, DIGITS),
        below_by_claim=round(1 - brier / by_claim, DIGITS) if by_claim else None,
        below_by_claim_and_cards=round(1 - brier / by_claim_and_cards, DIGITS) if by_claim_and_cards else None,
        bins=tuple(_bin(tenth, beliefs) for tenth in range(BINS)),
    )


def _best_constants(groups: Mapping[Believed, tuple[int, ...]], beliefs: Mapping[Believed, Sums]) -> float:
    """The Brier score of one who guesses in each group the share that came true: no constants are better."""
    times: dict[tuple[int, ...], int] = {}
    true: dict[tuple[int, ...], int] = {}
    for kind, sums in beliefs.items():
        group = groups[kind]
        times[group] = times.get(group, 0) + sums.times
        true[group] = true.get(group, 0) + sums.times * kind.is_true
    return sum(true[group] * (1 - true[group] / times[group]) for group in sorted(times)) / sum(times.values())


def _bin(tenth: int, beliefs: Mapping[Believed, Sums]) -> Bin:
    inside = {kind: sums for kind, sums in beliefs.items() if kind.tenth == tenth}
    times = sum(sums.times for sums in inside.values())
    return Bin(
        low=tenth / BINS,
        high=(tenth + 1) / BINS,
        beliefs=times,
        believed=round(sum(sums.millionths for sums in inside.values()) / MILLION / times, DIGITS) if times else None,
        true=round(sum(sums.times for kind, sums in inside.items() if kind.is_true) / times, DIGITS) if times else None,
    )
