"""Temperaments: what a player leans to, whatever it has learnt. Any adviser may carry one.

A temperament changes how often each move is made, never what may be seen: it starts from the shares its adviser gives,
lends a little to moves that cost hardly any chance to win, and weighs all of them by what it likes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp
from types import MappingProxyType
from typing import Final

from bots.policies.advice import Advice, Adviser, Weighed
from bots.policies.policy import Rng, drawn
from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.types import CHARON, Seat
from games.engine.views import GameView

LENT: Final = 0.3
"""How much of all shares goes to moves about as good as the best, done often or not."""
ABOUT: Final = 0.03
"""Chances to win that differ by no more are about as good."""

SCRUPLES: Final = 0.03
"""What is left of a lie where it can be avoided."""
BOLDNESS: Final = 3.0
"""How much rather a bold player lies."""
APPETITE: Final = 12.0
"""How much rather it accepts."""
GRUDGE: Final = 6.0
"""How much rather a vengeful player does what may hurt the one who gave it a Charon."""
GREED: Final = 0.35
"""By what power of e a collector prefers each point that its front gains."""

type Leaning = Callable[[GameView, Advice, Weighed], float]
"""How many times as often a move is made."""


def is_lie(move: Move) -> bool:
    """Does it put a Charon forward as something else?"""
    return isinstance(move, Offer) and move.card == CHARON != move.claim


def honest(view: GameView, advice: Advice, weighed: Weighed) -> float:
    """Hardly ever lies, unless it has nothing else to offer."""
    return SCRUPLES if is_lie(weighed.move) else 1.0


def bold(view: GameView, advice: Advice, weighed: Weighed) -> float:
    """Lies more, and takes more."""
    if isinstance(weighed.move, Accept):
        return APPETITE
    return BOLDNESS if is_lie(weighed.move) else 1.0


def vengeful(view: GameView, advice: Advice, weighed: Weighed) -> float:
    """Would have the one who gave it a Charon get one back."""
    culprit = giver_of_charon(view)
    match weighed.move:
        case Offer(card=card, to=to) if to == culprit:
            return GRUDGE if card == CHARON else 1.0
        case Offer(card=card) if card == CHARON:
            return 1.0 if culprit is None or not _can_reach(advice, culprit) else 1 / GRUDGE
        case Refuse() if view.lot[-1].from_seat == culprit and advice.charon is not None:
            return 1 + (GRUDGE - 1) * advice.charon
        case _:
            return 1.0


def collector(view: GameView, advice: Advice, weighed: Weighed) -> float:
    """Goes for points, and for 1-2-3 most of all: ten more at once."""
    return exp(GREED * weighed.points)


def giver_of_charon(view: GameView) -> Seat | None:
    """Who last put a Charon into a lot that the viewer got, if they are still in the game."""
    if view.you is None:
        return None
    for lot in reversed(view.settled):
        if lot.receiver == view.you.seat:
            for card in reversed(lot.cards):
                if card.card == CHARON and card.from_seat != view.you.seat:
                    return None if view.seats[card.from_seat].eliminated else card.from_seat
    return None


def _can_reach(advice: Advice, seat: Seat) -> bool:
    return any(isinstance(weighed.move, Offer) and weighed.move.to == seat for weighed in advice.weighed)


LEANINGS: Final[Mapping[str, Leaning]] = MappingProxyType(
    {"honest": honest, "bold": bold, "vengeful": vengeful, "collector": collector}
)


@dataclass(frozen=True, slots=True)
class Tempered:
    """A player with a temperament."""

    adviser: Adviser
    temperament: str

    @property
    def level(self) -> str:
        """That of the player without it."""
        return self.adviser.level

    def choose(self, view: GameView, rng: Rng) -> Move:
        """A legal move for the viewer."""
        weighed = self.advise(view, rng).weighed
        return drawn(weighed, [option.share for option in weighed], rng).move

    def belief(self, view: GameView) -> float:
        """How likely it is that the lot before the viewer holds a Charon, 0…1. There must be a lot."""
        return self.adviser.belief(view)

    def advise(self, view: GameView, rng: Rng) -> Advice:
        """Everything the viewer may do, weighed. Raises ValueError when it is not the viewer's turn."""
        advice = self.adviser.advise(view, rng)
        leaning = LEANINGS[self.temperament]
        likings = [leaning(view, advice, weighed) for weighed in advice.weighed]
        liked = [share * liking for share, liking in zip(_lent(advice.weighed, likings), likings, strict=True)]
        total = sum(liked)
        weighed = [replace(option, share=share / total) for option, share in zip(advice.weighed, liked, strict=True)]
        return replace(advice, weighed=tuple(sorted(weighed, key=lambda option: -option.share)))


def _lent(weighed: Sequence[Weighed], likings: Sequence[float]) -> list[float]:
    """The shares, some of them lent to what is about as good as the best that is not disliked.

    Nobody owns up to a Charon for that.
    """
    able = [
        place
        for place, (option, liking) in enumerate(zip(weighed, likings, strict=True))
        if liking >= 1 and not (isinstance(option.move, Offer) and option.move.claim == CHARON)
    ]
    if not able:
        return [option.share for option in weighed]
    best = max(weighed[place].win for place in able)
    # Lies are many ways of doing one thing: together they are lent about what a few moves are.
    lies = max(1.0, sum(is_lie(weighed[place].move) for place in able) ** 0.5)
    near = [0.0] * len(weighed)
    for place in able:
        near[place] = exp((weighed[place].win - best) / ABOUT) / (lies if is_lie(weighed[place].move) else 1.0)
    total = sum(near)
    return [(1 - LENT) * option.share + LENT * one / total for option, one in zip(weighed, near, strict=True)]
