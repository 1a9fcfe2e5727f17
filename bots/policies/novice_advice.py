"""Why the novice would move as it does: for no reason at all."""

from dataclasses import dataclass, replace

from bots.policies.advice import Advice
from bots.policies.guarded_advice import GuardedAdviser
from bots.policies.novice import Novice
from bots.policies.policy import Rng, own_turn
from games.engine.moves import LegalMoves, Move, Offer
from games.engine.types import Card
from games.engine.views import GameView


@dataclass(frozen=True, slots=True)
class NoviceAdviser(Novice):
    """The novice, asked why. It plays as ever, and leaves it to the guarded player to say what may come of it."""

    def belief(self, view: GameView) -> float:
        """How likely it is that the lot before the viewer holds a Charon, 0…1. There must be a lot."""
        return GuardedAdviser().belief(view)

    def advise(self, view: GameView, rng: Rng) -> Advice:
        """Everything the viewer may do, weighed. Raises ValueError when it is not the viewer's turn."""
        own, legal = own_turn(view)
        advice = GuardedAdviser().advise(view, rng)
        weighed = [replace(option, share=_share(option.move, own.hand, legal)) for option in advice.weighed]
        return replace(advice, weighed=tuple(sorted(weighed, key=lambda option: -option.share)))


def _share(move: Move, hand: tuple[Card, ...], legal: LegalMoves) -> float:
    """What to do, which card, which claim, to whom: each at random."""
    act = 1 / (legal.accept + legal.refuse + (legal.offer is not None))
    if not isinstance(move, Offer) or legal.offer is None:
        return act
    claims = next(len(choice.claims) for choice in legal.offer.cards if choice.card == move.card)
    return act * hand.count(move.card) / len(hand) / claims / len(legal.offer.to)
