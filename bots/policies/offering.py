"""What an offer would bring, and which lies are worth a thought."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from bots.policies.belief import Chance, chances, unseen_by_all, unseen_by_viewer
from bots.policies.outlook import Outlook
from bots.policies.policy import Rng, drawn
from games.engine.moves import CardChoice, Offer, OfferChoices
from games.engine.types import CHARON, CREATURES, MOST_CARDS_IN_LOT, Seat
from games.engine.views import GameView, OwnView

LIES_WEIGHED: Final = 3
"""How many lies come to mind for a Charon: others each time, and few enough to weigh them all."""
SENSE: Final = 0.2
"""How far others are taken to weigh what they are offered; as for the rest they go by their mood."""
TRUST: Final = 0.5
"""How often those who go by their mood accept rather than refuse."""
SHARPNESS: Final = 12.0
"""How surely one who weighs takes the better way: the odds grow by e to this for each whole chance to win."""
PASSES_ON: Final = 0.3
"""How often one who can pass the lot on is taken to do so."""


@dataclass(frozen=True, slots=True)
class WeighedOffer:
    """An offer, the offerer's chance to win that it leaves, and the ways the lot may turn out should it come back."""

    offer: Offer
    prospect: float
    lot: tuple[Chance, ...]


def weighed_offers(
    view: GameView, own: OwnView, choices: OfferChoices, outlook: Outlook, rng: Rng
) -> list[WeighedOffer]:
    """Each card with the claims worth a thought and each recipient."""
    before = tuple(card.claim for card in view.lot)
    unseen = unseen_by_viewer(view)
    unseen_by_others = unseen_by_all(view)
    weighed: list[WeighedOffer] = []
    for choice in choices.cards:
        lot = chances(before, unseen, (choice.card,))
        for claim in claims_in_mind(choice, view.rules.deck, unseen_by_others, rng):
            as_others_see = chances((*before, claim), unseen_by_others)
            for to in choices.to:
                answered = answered_offer(view, own.seat, to, choices.to, outlook, lot, as_others_see)
                weighed.append(WeighedOffer(Offer(choice.card, claim, to), answered.prospect, lot))
    return weighed


def claims_in_mind(choice: CardChoice, deck: Sequence[int], unseen_by_others: Sequence[int], rng: Rng) -> list[int]:
    """The truth for a Creature; for Charon a few lies that the table cannot see through.

    A number comes to mind as readily as there are cards of it that are in no front, so that lies are spread as true
    claims are. "Charon" never does, nor does a number that was left out of the deck.
    """
    if choice.card != CHARON:
        return [choice.card]
    credible = [claim for claim in CREATURES if unseen_by_others[claim] > 0]
    credible = credible or [claim for claim in CREATURES if deck[claim] > 0]
    in_mind: list[int] = []
    while credible and len(in_mind) < LIES_WEIGHED:
        claim = drawn(credible, [max(unseen_by_others[number], 1) for number in credible], rng)
        credible.remove(claim)
        in_mind.append(claim)
    return in_mind


@dataclass(frozen=True, slots=True)
class Answered:
    """What comes of an offer: the offerer's chance to win, how often it is accepted rather than refused, and whether
    it may be passed on instead."""

    prospect: float
    willing: float
    is_passable: bool


def answered_offer(
    view: GameView,
    own_seat: Seat,
    to: Seat,
    recipients: Sequence[Seat],
    outlook: Outlook,
    lot: tuple[Chance, ...],
    as_others_see: tuple[Chance, ...],
) -> Answered:
    """What comes of it when this lot is offered to `to`, whatever is answered."""
    accepted = outlook.expected(own_seat, to, lot)
    refused = outlook.expected(own_seat, own_seat, lot)
    gain = outlook.expected(to, to, as_others_see) - outlook.expected(to, own_seat, as_others_see)
    willing = SENSE / (1 + exp(-SHARPNESS * gain)) + (1 - SENSE) * TRUST
    answered = willing * accepted + (1 - willing) * refused
    beyond = [seat for seat in recipients if seat != to]
    if len(view.lot) + 1 == MOST_CARDS_IN_LOT or not beyond or not view.seats[to].hand_size:
        return Answered(answered, willing, is_passable=False)
    # Passed on, the lot stays with the one who passed it or goes to one further on. What they add is anyone's guess.
    further = sum([outlook.expected(own_seat, seat, lot) for seat in beyond]) / len(beyond)
    prospect = (1 - PASSES_ON) * answered + PASSES_ON * (accepted + further) / 2
    return Answered(prospect, willing, is_passable=True)
