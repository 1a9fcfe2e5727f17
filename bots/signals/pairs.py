"""Clues added up by pairs, each pair compared with what both do with everybody else, and with all other pairs."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import erfc, sqrt
from statistics import median
from typing import Final, NamedTuple

from bots.signals.clues import ClueKind
from games.engine.types import PlayerId

OTHERS: Final = 50
"""So many clues of the usual sort everybody is given in advance: of who met few others little is known."""
IMPORTANCE: Final[Mapping[ClueKind, float]] = {ClueKind.INSIGHT: 1.0, ClueKind.TRUST: 0.5, ClueKind.FAVOUR: 0.7}
"""How much each kind of clue counts: most what no way to play explains, least what a liking explains."""
MAD: Final = 1.4826
"""From the median of distances to a standard deviation, for what is spread normally."""
SURE_ENOUGH: Final = 0.99
"""From this confidence on a pair is suspected: of a hundred like that about one plays honestly."""
LEAST_SPREAD: Final = 0.8
"""Deviations of one kind are never taken to be more alike than this."""
BY_CHANCE: Final = 1.0
"""And the scores of pairs never more alike than chance makes them: the middle of a few dozen is easily too narrow."""


@dataclass(slots=True)
class Sum:
    """Clues of one kind of one player about another."""

    count: int = 0
    value: float = 0.0
    variance: float = 0.0

    def add(self, value: float, variance: float, count: int = 1) -> None:
        self.count += count
        self.value += value
        self.variance += variance


type Ordered = tuple[PlayerId, PlayerId]
"""Who did it, and whom it was about."""


@dataclass(slots=True)
class Sums:
    """Clues of one kind: of ordered pairs, and all that each player did, all that was done about each, and all.

    `of` may hold fewer pairs than went into the totals.
    """

    of: dict[Ordered, Sum] = field(default_factory=lambda: defaultdict(Sum))
    by: dict[PlayerId, Sum] = field(default_factory=lambda: defaultdict(Sum))
    about: dict[PlayerId, Sum] = field(default_factory=lambda: defaultdict(Sum))
    everywhere: Sum = field(default_factory=Sum)

    def add(self, player: PlayerId, about: PlayerId, value: float, variance: float, count: int = 1) -> None:
        """Add to the pair and to the totals."""
        for total in (self.of[player, about], self.by[player], self.about[about], self.everywhere):
            total.add(value, variance, count)


type AllSums = dict[ClueKind, Sums]


def no_sums() -> AllSums:
    """Nothing known yet."""
    return {kind: Sums() for kind in ClueKind}


class _Found(NamedTuple):
    """How much more there is than expected, its variance by chance, and what a unit of style would add to that."""

    value: float
    by_chance: float
    by_style: float


@dataclass(frozen=True, slots=True)
class Weighed:
    """How far two players, the smaller id first, depart from what is usual.

    `score` is in standard deviations of the population, `confidence` is one less the share of innocents among all
    pairs of at least this score (after Benjamini and Hochberg), 0…1. `parts[kind]` are the deviations of the first
    towards the second, and back.
    """

    pair: Ordered
    score: float
    confidence: float
    parts: Mapping[ClueKind, tuple[float, float]]


def pairs_weighed(sums: AllSums, pairs: Iterable[Ordered]) -> list[Weighed]:
    """These pairs, the most conspicuous first. Everything in the totals serves as the control."""
    wanted = list(pairs)
    ordered = [both for one, other in wanted for both in ((one, other), (other, one))]
    deviations = {kind: _deviations(sums[kind], ordered) for kind in ClueKind}
    raw = []
    norm = sqrt(2 * sum(importance**2 for importance in IMPORTANCE.values()))
    for one, other in wanted:
        parts = {
            kind: (found.get((one, other), 0.0), found.get((other, one), 0.0)) for kind, found in deviations.items()
        }
        raw.append((sum(IMPORTANCE[kind] * sum(part) for kind, part in parts.items()) / norm, (one, other), parts))
    if not raw:
        return []
    middle, spread = _spread([score for score, _, _ in raw])
    spread = max(spread, BY_CHANCE)
    raw.sort(key=lambda one: (-one[0], one[1]))
    scores = [(score - middle) / spread for score, _, _ in raw]
    confidences = _confidences(scores)
    return [
        Weighed(pair, score, confidence, parts)
        for (_, pair, parts), score, confidence in zip(raw, scores, confidences, strict=True)
    ]


def _deviations(sums: Sums, ordered: Iterable[Ordered]) -> dict[Ordered, float]:
    """For each: by how many standard deviations more than the one does with others, and others with the other."""
    everywhere = sums.everywhere
    usual = everywhere.value / everywhere.variance if everywhere.variance else 0.0
    advance = OTHERS * everywhere.variance / everywhere.count if everywhere.count else 1.0
    found: dict[Ordered, _Found] = {}
    for player, about in ordered:
        one = sums.of.get((player, about))
        if one is None or not one.variance:
            continue
        expected, unsure = usual, 0.0
        for total in (sums.by[player], sums.about[about]):
            variance = total.variance - one.variance
            expected += (total.value - one.value - usual * variance) / (variance + advance)
            unsure += 1 / (variance + advance)
        value = one.value - one.variance * expected
        found[player, about] = _Found(value, one.variance + one.variance**2 * unsure, one.variance**2)
    return _scaled(found)


def _scaled(found: Mapping[Ordered, _Found]) -> dict[Ordered, float]:
    """Deviations of which the middle half is spread as chance would have it.

    Where it is spread wider, people differ in how they treat each other without meaning anything by it; that grows
    with the number of games, and is taken off as such: by a variance `style` of the effects themselves.
    """

    def deviations(style: float) -> dict[Ordered, float]:
        return {pair: value / sqrt(own + style * square) for pair, (value, own, square) in found.items()}

    def spread(style: float) -> float:
        return _spread(list(deviations(style).values()))[1]

    if not found:
        return {}
    low, high = 0.0, 1.0
    if spread(low) > 1:
        while spread(high) > 1:
            low, high = high, high * 4
        for _ in range(30):
            middle = (low + high) / 2
            low, high = (middle, high) if spread(middle) > 1 else (low, middle)
        low = high
    middle, narrow = _spread(list(deviations(low).values()))
    return {
        pair: (deviation - middle) / max(LEAST_SPREAD, min(1.0, narrow)) for pair, deviation in deviations(low).items()
    }


def _spread(values: list[float]) -> tuple[float, float]:
    """The middle, and the spread of what is not far off: neither cares how far off the few guilty are."""
    middle = median(values)
    return middle, max(1e-9, MAD * median(abs(value - middle) for value in values))


def _confidences(scores: list[float]) -> list[float]:
    """For scores in descending order."""
    count, least = len(scores), 1.0
    confidences = []
    for place in range(count, 0, -1):
        chance = erfc(scores[place - 1] / sqrt(2)) / 2
        least = min(least, chance * count / place)
        confidences.append(1 - least)
    return confidences[::-1]
