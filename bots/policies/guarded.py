"""The guarded player: counts what can be seen, fears the third Charon, and bluffs with a straight face."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from bots.policies.belief import chances, unseen_by_viewer
from bots.policies.offering import weighed_offers
from bots.policies.outlook import Outlook
from bots.policies.policy import Rng, drawn, own_turn
from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.types import CHARON, CHARONS_TO_ELIMINATE
from games.engine.views import GameView

EVENNESS: Final = 0.003
"""Chances to win that differ by no more than this are about as good: which of them is taken is left to chance."""
BLUFFS: Final = 0.2
"""How often an offer is made a lie where it could be, whatever the Creatures in hand."""
PRICE_OF_A_BLUFF: Final = 0.04
"""How much chance to win a lie may cost: what it makes of later offers is not weighed otherwise."""
DREAD: Final = 0.05
"""How much more chance to win the third Charon must be worth before it is risked."""


@dataclass(frozen=True, slots=True)
class Option:
    """A move, the chance to win that it leaves, and whether it may bring the viewer their third Charon."""

    move: Move
    prospect: float
    is_risky: bool


@dataclass(frozen=True, slots=True)
class Guarded:
    """Takes the move that leaves it the best chance to win, by what lies on the table and in its hand.

    - A card that lies face down is what it is said to be, or Charon, by how many of each are still unseen.
    - With two Charons in front it does nothing that may bring the third, unless every safe way leaves it clearly
      worse off: when the lot would win the game, say, or win it for another who is left with it.
    - For a Charon it names a Creature of which not all are in the fronts. It never says "Charon".
    - Between moves about as good it tosses a coin, so that none of them tells its hand.
    """

    level: Final = "guarded"

    def choose(self, view: GameView, rng: Rng) -> Move:
        """A legal move for the viewer."""
        own, _ = own_turn(view)
        options = weighed_options(view, rng)
        if view.seats[own.seat].charons == CHARONS_TO_ELIMINATE - 1:
            options = without_rash_ones(options)
        chosen = one_of_the_best(options, rng)
        lies = [option for option in options if is_lie(option.move)]
        if isinstance(chosen.move, Offer) and lies and rng.random() < BLUFFS:
            lie = one_of_the_best(lies, rng)
            if lie.prospect > chosen.prospect - PRICE_OF_A_BLUFF:
                return lie.move
        return chosen.move


def is_lie(move: Move) -> bool:
    """Does it put a Charon forward as something else?"""
    return isinstance(move, Offer) and move.card == CHARON != move.claim


def one_of_the_best(options: Sequence[Option], rng: Rng) -> Option:
    """The option with the best prospect, or one about as good."""
    best = max(option.prospect for option in options)
    return drawn(options, [exp((option.prospect - best) / EVENNESS) for option in options], rng)


def weighed_options(view: GameView, rng: Rng) -> list[Option]:
    """What the viewer may do, weighed."""
    own, legal = own_turn(view)
    outlook = Outlook(view)
    options: list[Option] = []
    if view.lot:
        lot = chances([card.claim for card in view.lot], unseen_by_viewer(view))
        if legal.accept:
            prospect = outlook.expected(own.seat, own.seat, lot)
            options.append(Option(Accept(), prospect, outlook.may_eliminate(own.seat, lot)))
        if legal.refuse:
            options.append(Option(Refuse(), outlook.expected(own.seat, view.lot[-1].from_seat, lot), is_risky=False))
    if legal.offer is not None:
        options.extend(
            Option(weighed.offer, weighed.prospect, outlook.may_eliminate(own.seat, weighed.lot))
            for weighed in weighed_offers(view, own, legal.offer, outlook, rng)
        )
    return options


def without_rash_ones(options: list[Option]) -> list[Option]:
    """The options that risk nothing, and those that are worth their risk; all of them when each is a risk."""
    safe = [option.prospect for option in options if not option.is_risky]
    if not safe:
        return options
    return [option for option in options if not option.is_risky or option.prospect > max(safe) + DREAD]
