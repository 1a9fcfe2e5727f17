"""What a seat can ask for, in the imperative. Passing the lot on is an `Offer` too."""

from dataclasses import dataclass
from typing import assert_never

from games.engine.types import Card, Seat


@dataclass(frozen=True, slots=True)
class Offer:
    """Put `card` of one's hand face down before seat `to` and claim that it is a `claim`."""

    card: Card
    claim: int
    to: Seat


@dataclass(frozen=True, slots=True)
class Accept:
    """Take the whole lot face up in front of oneself."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """The whole lot goes face up in front of the seat that offered it last."""


type Move = Offer | Accept | Refuse


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card that may be offered, with every claim that is legal for it (R1, R2), ascending."""

    card: Card
    claims: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OfferChoices:
    """Every combination of a card, one of its claims and a recipient is legal, and nothing else is.

    `cards` are ascending and distinct, `to` is ascending.
    """

    cards: tuple[CardChoice, ...]
    to: tuple[Seat, ...]

    def allows(self, offer: Offer) -> bool:
        """Is this offer one of the combinations?"""
        claims = next((choice.claims for choice in self.cards if choice.card == offer.card), ())
        return offer.claim in claims and offer.to in self.to


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """All that the seat to act may do. `offer` is None when putting in a card is not possible."""

    accept: bool
    refuse: bool
    offer: OfferChoices | None

    def allows(self, move: Move) -> bool:
        """Is this move one of them?"""
        match move:
            case Accept():
                return self.accept
            case Refuse():
                return self.refuse
            case Offer():
                return self.offer is not None and self.offer.allows(move)
            case _:
                assert_never(move)
