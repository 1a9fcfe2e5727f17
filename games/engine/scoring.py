"""What the cards in front of a seat are worth."""

from collections.abc import Sequence
from typing import Final

from games.engine.types import CHARON, Card

POINTS_PER_SET: Final = 10
SET: Final[tuple[Card, ...]] = (1, 2, 3)


def points_of(front: Sequence[Card]) -> int:
    """The sum of the Creatures, and ten more for each complete set 1-2-3: as many as the scarcest of the three."""
    # Charon is 0, so that it adds nothing to the sum. Most fronts have no set: that is found out quickly.
    points = sum(front)
    if 1 in front and 2 in front and 3 in front:
        points += POINTS_PER_SET * min(front.count(1), front.count(2), front.count(3))
    return points


def charons_of(front: Sequence[Card]) -> int:
    """How many Charon lie in a front."""
    return front.count(CHARON)


def charons_shown(fronts: Sequence[Sequence[Card]]) -> int:
    """All Charon face up, those in front of eliminated seats counted."""
    return sum([front.count(CHARON) for front in fronts])
