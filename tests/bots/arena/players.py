"""Policies for the arena of the tests. Its processes load them by name."""

from bots.policies.novice import Novice
from bots.policies.policy import Rng, own_turn
from games.engine.moves import Move, Offer, Refuse
from games.engine.types import CHARON
from games.engine.views import GameView


class Failing(Novice):
    """Gives up when it holds a Charon."""

    def choose(self, view: GameView, rng: Rng) -> Move:
        own, _ = own_turn(view)
        if CHARON in own.hand:
            raise RuntimeError(f"my hand is {own.hand}")
        return Novice().choose(view, rng)


class Cheating(Novice):
    """Offers what it does not have, before whom it pleases."""

    def choose(self, view: GameView, rng: Rng) -> Move:
        return Offer(card=10, claim=10, to=17)


class Silent(Novice):
    """Says nothing at all."""

    def choose(self, view: GameView, rng: Rng) -> Move:
        return None  # type: ignore[return-value]


class Telltale(Novice):
    """Lies by "10" alone, and calls no other card so; refuses whatever it is offered."""

    def choose(self, view: GameView, rng: Rng) -> Move:
        own, legal = own_turn(view)
        if legal.offer is None or view.lot:
            return Refuse()
        to = rng.choice(legal.offer.to)
        if CHARON in own.hand:
            return Offer(card=CHARON, claim=10, to=to)
        card = next((card for card in own.hand if card != 10), 10)
        return Offer(card=card, claim=card, to=to)


class Counting(Novice):
    """Believes by the number of cards in the lot, and by what was claimed last."""

    def belief(self, view: GameView) -> float:
        return min(0.15 * len(view.lot) + 0.02 * view.lot[-1].claim, 1)


class Fanatic(Novice):
    """Is surer than sure."""

    def belief(self, view: GameView) -> float:
        return 1.5
