"""The rounds of a game as clients get them: every offer with its claim, cards once revealed, and the outcome."""

from dataclasses import dataclass

from games.engine.types import Card, Seat
from players.errors import Json


@dataclass(frozen=True, slots=True)
class SeenOffer:
    """One card put into a lot; `card` is None while it is hidden from the viewer."""

    from_seat: Seat
    to: Seat
    claim: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class SeenOutcome:
    """How a round ended. `points` and `charons` are the receiver's after it; `eliminated`: so is the receiver."""

    kind: str
    by: Seat
    receiver: Seat
    points: int
    charons: int
    eliminated: bool


@dataclass(frozen=True, slots=True)
class SeenRound:
    """One round; `outcome` is None while it goes on."""

    number: int
    first_seat: Seat
    offers: tuple[SeenOffer, ...]
    outcome: SeenOutcome | None


def round_json(seen: SeenRound) -> dict[str, Json]:
    """One round, plain."""
    outcome = seen.outcome
    return {
        "number": seen.number,
        "first_seat": seen.first_seat,
        "offers": [
            {"from": offer.from_seat, "to": offer.to, "claim": offer.claim, "card": offer.card} for offer in seen.offers
        ],
        "outcome": None
        if outcome is None
        else {
            "kind": outcome.kind,
            "by": outcome.by,
            "receiver": outcome.receiver,
            "points": outcome.points,
            "charons": outcome.charons,
            "eliminated": outcome.eliminated,
        },
    }
