"""What a policy says when it is asked why: what it believes, and what each move may bring."""

from dataclasses import dataclass
from typing import Protocol

from bots.policies.policy import Policy, Rng
from games.engine.moves import Move
from games.engine.views import GameView


@dataclass(frozen=True, slots=True)
class Weighed:
    """One legal move, as the viewer's policy weighs it.

    `share` is how often the policy makes it; all shares add up to 1. `win` is the viewer's chance to win after it,
    0…1; a victory shared by k counts 1/k. `points` and `charons` are what the viewer's front gains, on average, when
    the lot of this round is turned face up; `points` may not be whole, and neither is below 0.
    """

    move: Move
    share: float
    win: float
    points: float
    charons: float


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do, and why.

    `weighed` has every legal move once, the likeliest first; a Charon's claims are moves of their own. `charons` has
    one probability for each card of the lot, in the order put in: that it is Charon (0 or 1 for cards of one's own).
    `charon` is the probability that the lot holds at least one; None when there is no lot.
    """

    weighed: tuple[Weighed, ...]
    charons: tuple[float, ...]
    charon: float | None


class Adviser(Policy, Protocol):
    """A policy that can say what it believes, and why it would move as it does."""

    def belief(self, view: GameView) -> float:
        """How likely it is that the lot before the viewer holds a Charon, 0…1. There must be a lot."""

    def advise(self, view: GameView, rng: Rng) -> Advice:
        """Everything the viewer may do, weighed. Raises ValueError when it is not the viewer's turn."""
