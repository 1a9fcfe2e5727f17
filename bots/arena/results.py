"""What came of a contest: the same bytes for the same contest, however it was played."""

from dataclasses import dataclass
from typing import Final

from pydantic import TypeAdapter

from bots.arena.pace import Pace

FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Share:
    """A share 0…1 with its 95 % interval; the bounds are None when one deal alone was played."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Rating:
    """After Weng and Lin (2011), Plackett–Luce; `ordinal` is mu − 3 sigma."""

    mu: float
    sigma: float
    ordinal: float


@dataclass(frozen=True, slots=True)
class Bluffs:
    """`chances` are offers made while holding a Charon; `lies` and `honest` of them put it forward."""

    chances: int
    lies: int
    honest: int
    rate: float | None


@dataclass(frozen=True, slots=True)
class Answers:
    """What was answered to offers of a kind. `trust` is the share accepted of those accepted or refused."""

    offers: int
    accepted: int
    refused: int
    passed_on: int
    trust: float | None


@dataclass(frozen=True, slots=True)
class ClaimTruth:
    """Of the cards that were revealed with this claim: how many there were, and the share that was truthful."""

    claim: int
    revealed: int
    truthful: int
    share: float | None


@dataclass(frozen=True, slots=True)
class Bin:
    """Beliefs in [low, high): how many, their mean, and how often they came true."""

    low: float
    high: float
    beliefs: int
    believed: float | None
    true: float | None


@dataclass(frozen=True, slots=True)
class Calibration:
    """How good beliefs that the lot holds a Charon were.

    `brier` is the mean of (belief − truth)². `by_claim` is that of the best constant for each last claim, chosen with
    hindsight; `by_claim_and_cards` of the best for each claim and number of cards in the lot. `below_by_claim` and
    `below_by_claim_and_cards` are by what share `brier` is below them.
    """

    beliefs: int
    base_rate: float
    brier: float
    by_claim: float
    by_claim_and_cards: float
    below_by_claim: float | None
    below_by_claim_and_cards: float | None
    bins: tuple[Bin, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """One contestant. Shares and means are for each of its seats, of which it has `seats` in every game.

    `told` are its lies and truths and what others answered; `heard` those of others and what it answered.
    """

    name: str
    policy: str
    seats: int
    games: int
    win_share: Share
    rating: Rating
    mean_points: float
    eliminated: float
    decisions: int
    failures: dict[str, int]
    bluffs: Bluffs
    lies_told: Answers
    truths_told: Answers
    lies_heard: Answers
    truths_heard: Answers
    truth_by_claim: tuple[ClaimTruth, ...]
    calibration: Calibration | None


@dataclass(frozen=True, slots=True)
class Results:
    """Of a whole contest. `entries[e]` is the contestant at the e-th place of the table, by its place in `contestants`.

    `reasons` say how many games ended in which way.
    """

    format: int
    players: int
    games: int
    deals: int
    seed: int
    par: float
    entries: tuple[int, ...]
    reasons: dict[str, int]
    contestants: tuple[Standing, ...]


_RESULTS: Final = TypeAdapter(Results)
_PACES: Final = TypeAdapter(tuple[Pace, ...])


def results_json(results: Results) -> bytes:
    """As a document, with a line for each value."""
    return _RESULTS.dump_json(results, indent=2) + b"\n"


def results_read(document: bytes) -> Results:
    """The results in a document. Raises ValidationError."""
    return _RESULTS.validate_json(document)


def paces_json(paces: tuple[Pace, ...]) -> bytes:
    """As a document of its own, for it is another each time."""
    return _PACES.dump_json(paces, indent=2) + b"\n"
