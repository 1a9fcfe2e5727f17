"""The novice: plays at random, but by the rules."""

from dataclasses import dataclass
from typing import Final

from bots.policies.policy import Rng, own_turn
from games.engine.moves import Accept, CardChoice, Move, Offer, OfferChoices, Refuse
from games.engine.views import GameView

type Act = type[Accept] | type[Refuse] | type[Offer]


@dataclass(frozen=True, slots=True)
class Novice:
    """An honest random player: every legal move can happen, and none is preferred for what it would bring.

    It decides as someone would who tosses coins at the table: first what to do, among accept, refuse and pass on, as
    far as they are possible; then a card, drawn blindly from the hand, so that three Charons are thrice as likely as
    one; then one of the card's legal claims; then to whom. Each step is uniform. Uniform over all legal *moves*
    would be no fairer: a Charon with its eleven claims would crowd out every Creature, and passing on would crowd out
    accepting and refusing.
    """

    level: Final = "novice"

    def choose(self, view: GameView, rng: Rng) -> Move:
        """A legal move for the viewer, at random."""
        own, legal = own_turn(view)
        acts: list[Act] = []
        if legal.accept:
            acts.append(Accept)
        if legal.refuse:
            acts.append(Refuse)
        if legal.offer is not None:
            acts.append(Offer)
        act = rng.choice(acts)
        if act is Accept:
            return Accept()
        if act is Refuse or legal.offer is None:
            return Refuse()
        return random_offer(own.hand, legal.offer, rng)


def random_offer(hand: tuple[int, ...], choices: OfferChoices, rng: Rng) -> Offer:
    """A card drawn blindly from the hand, a legal claim for it, and a recipient."""
    card = rng.choice(hand)
    return Offer(card=card, claim=rng.choice(claims_for(card, choices.cards)), to=rng.choice(choices.to))


def claims_for(card: int, choices: tuple[CardChoice, ...]) -> tuple[int, ...]:
    """The legal claims for `card`."""
    return next(choice.claims for choice in choices if choice.card == card)
