"""What a policy is, and the chance it is given."""

from collections.abc import Sequence
from typing import Protocol

from games.engine.moves import LegalMoves, Move
from games.engine.views import GameView, OwnView


class Rng(Protocol):
    """The chance a policy may use. `random.Random` fits; whoever calls seeds it."""

    def random(self) -> float:
        """A number in [0, 1)."""

    def choice[T](self, seq: Sequence[T], /) -> T:
        """One of the items, each equally likely."""


class Policy(Protocol):
    """A way to play. Holds no memory between moves: everything it knows is in the view."""

    @property
    def level(self) -> str:
        """The name clients seat it by."""

    def choose(self, view: GameView, rng: Rng) -> Move:
        """A legal move for the viewer, whose turn it must be. Equal views and equal chance give equal moves."""


def own_turn(view: GameView) -> tuple[OwnView, LegalMoves]:
    """What the viewer holds and may do. Raises ValueError when it is not the viewer's turn."""
    if view.you is None or view.you.legal is None:
        raise ValueError("a policy is asked only when it is its turn")
    return view.you, view.you.legal


def drawn[T](items: Sequence[T], weights: Sequence[float], rng: Rng) -> T:
    """One of the items, each as likely as it weighs."""
    point = rng.random() * sum(weights)
    for item, weight in zip(items, weights, strict=True):
        point -= weight
        if point < 0:
            return item
    return items[-1]
