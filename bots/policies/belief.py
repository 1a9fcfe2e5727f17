"""What may lie in the lot, judged by what can be seen and by one rule: a claim on a Creature is true."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.types import CHARON, Card
from games.engine.views import GameView

LIE_SHARE: Final = 0.11
"""How often a face-down Charon bears one given claim. A blind liar would take each of eleven equally often; people
and `guarded` hardly ever admit to a Charon, and put it forward rather more often than its share of the hand."""


@dataclass(frozen=True, slots=True)
class Chance:
    """One way the lot may turn out, and how likely it is."""

    probability: float
    cards: tuple[Card, ...]


def unseen_by_all(view: GameView) -> list[int]:
    """How many of each card are in no front: eleven counts, Charon first."""
    return without(view.rules.deck, (card for seat in view.seats for card in seat.front))


def unseen_by_viewer(view: GameView) -> list[int]:
    """How many of each card the viewer cannot see: not in a front, nor in their hand, nor put into the lot by them."""
    own = view.you.hand if view.you else ()
    return without(unseen_by_all(view), (*own, *(card.card for card in view.lot if card.card is not None)))


def without(counts: Sequence[int], cards: Iterable[Card]) -> list[int]:
    """The counts, less these cards."""
    left = list(counts)
    for card in cards:
        left[card] -= 1
    return left


def chances(claims: Iterable[int], unseen: Sequence[int], known: tuple[Card, ...] = ()) -> tuple[Chance, ...]:
    """All ways a lot may turn out that holds the `known` cards and face-down ones with these claims.

    A card is what it is claimed to be, or Charon. Each weighs as many as there still are of it unseen, the Charon's
    weight shared out over the claims it might bear. Face-down cards draw on the same counts: a Phoenix that is the
    last cannot lie there twice.
    """
    ways: list[tuple[float, tuple[Card, ...]]] = [(1.0, ())]
    for claim in claims:
        longer: list[tuple[float, tuple[Card, ...]]] = []
        for weight, hidden in ways:
            charons = unseen[CHARON] - hidden.count(CHARON)
            creatures = 0 if claim == CHARON else unseen[claim] - hidden.count(claim)
            if charons > 0:
                longer.append((weight * charons * LIE_SHARE, (*hidden, CHARON)))
            if creatures > 0:
                longer.append((weight * creatures, (*hidden, claim)))
        ways = longer
    total = sum(weight for weight, _ in ways)
    return tuple(Chance(weight / total, known + hidden) for weight, hidden in ways)
