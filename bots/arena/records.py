"""What a part of a contest leaves behind: whole numbers only, so that parts add up to the same in whatever order."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from games.engine.types import EndReason


class Answer(StrEnum):
    """What became of an offer, as decided by the one it was made to."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    PASSED_ON = "passed_on"


class Offered(NamedTuple):
    """A kind of offer. `by` and `to` are contestants; `had_charon` says whether the offerer held one to offer."""

    by: int
    to: int
    had_charon: bool
    is_charon: bool
    claim: int
    answer: Answer

    @property
    def is_lie(self) -> bool:
        """A Charon that is said to be a Creature."""
        return self.is_charon and self.claim != 0

    @property
    def is_truth(self) -> bool:
        """A Creature. A Charon that is called one is neither: nobody is asked to believe it."""
        return not self.is_charon


class Believed(NamedTuple):
    """A kind of belief: by whom, before how many cards, the last claim, in which tenth, and whether it came true."""

    by: int
    cards: int
    claim: int
    tenth: int
    is_true: bool


class Sums(NamedTuple):
    """How many beliefs there were of a kind; the sum of them in millionths, and the sum of their squares."""

    times: int
    millionths: int
    squares: int


class Played(NamedTuple):
    """A game that is over. All tuples are by entry; `ranks` are 1 for each winner, and equal for equals."""

    ranks: tuple[int, ...]
    points: tuple[int, ...]
    eliminated: tuple[bool, ...]
    reason: EndReason


class Failed(NamedTuple):
    """A kind of failure of a contestant: the name of the exception."""

    by: int
    why: str


class Took(NamedTuple):
    """How long a choice of a contestant took, on the scale of `pace`."""

    by: int
    step: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some deals of a contest, played. `games` are in order; `spent` is by contestant, in nanoseconds of CPU."""

    number: int
    games: tuple[Played, ...]
    offers: tuple[tuple[Offered, int], ...]
    beliefs: tuple[tuple[Believed, Sums], ...]
    failures: tuple[tuple[Failed, int], ...]
    decisions: tuple[int, ...]
    paces: tuple[tuple[Took, int], ...]
    spent: tuple[int, ...]


def added[K](parts: Iterable[tuple[tuple[K, int], ...]]) -> dict[K, int]:
    """How often each kind occurs in all parts."""
    total: dict[K, int] = {}
    for part in parts:
        for kind, times in part:
            total[kind] = total.get(kind, 0) + times
    return total
