"""Which offers are usual: a card and a recipient, by what the one who offers can see."""

from math import exp
from typing import Final, NamedTuple

from bots.policies.policy import own_turn
from bots.policies.suspicion import Table
from bots.policies.weights import weighed
from games.engine.types import CHARON, CHARONS_TO_ELIMINATE, Card, Seat

FEATURES: Final = (
    *("own_when_accepted", "own_when_refused", "charon", "value", "third_charon"),
    *("far", "charon_far", "value_far", "worth", "wins", "next"),
)
"""What speaks for offering a card to a seat."""
WEIGHTS: Final = (1.2087, 0.4593, -1.9284, -0.0149, 0.0719, -0.3686, -0.0598, -0.6506, -1.8484, 0.0622, 0.0596)
MOST_WORTH: Final = 0.15
"""More chance to win than this is no greater favour: one card that decides a game is not to outweigh a whole month."""


class UsualOffer(NamedTuple):
    """`share` is how often this card is put before this seat, `worth` how much chance to win it gives that seat."""

    card: Card
    to: Seat
    share: float
    worth: float


def offers_usual(table: Table) -> list[UsualOffer]:
    """Every card that may be offered, before everyone it may be offered to; shares add up to 1."""
    own, legal = own_turn(table.view)
    if legal.offer is None:
        return []
    options = [(choice.card, to) for choice in legal.offer.cards for to in legal.offer.to]
    weights = [
        own.hand.count(card) * exp(weighed(WEIGHTS, offer_features(table, own.seat, card, to))) for card, to in options
    ]
    total = sum(weights)
    return [
        UsualOffer(card, to, weight / total, offer_worth(table, own.seat, card, to))
        for (card, to), weight in zip(options, weights, strict=True)
    ]


def offer_worth(table: Table, seat: Seat, card: Card, to: Seat) -> float:
    """How much more chance to win `to` has with this card in front of it than with it in front of who offers it."""
    chance, cards = table.prospects.chance, (card,)
    return max(-MOST_WORTH, min(MOST_WORTH, chance(to, to, cards) - chance(to, seat, cards)))


def offer_features(table: Table, seat: Seat, card: Card, to: Seat) -> tuple[float, ...]:
    """In the order of FEATURES."""
    chance, cards, recipient = table.prospects.chance, (card,), table.view.seats[to]
    far, value = recipient.points / table.view.rules.points_to_win, card / 10
    is_charon = card == CHARON
    return (
        5 * chance(seat, to, cards),
        5 * chance(seat, seat, cards),
        is_charon,
        value,
        is_charon and recipient.charons == CHARONS_TO_ELIMINATE - 1,
        far,
        is_charon * far,
        value * far,
        5 * offer_worth(table, seat, card, to),
        recipient.points + card >= table.view.rules.points_to_win,
        (seat + 1) % len(table.view.seats) == to,
    )
