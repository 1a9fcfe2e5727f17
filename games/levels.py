"""The levels of bots that may be seated, and how they choose. The room of the bots fills both in at start-up."""

from dataclasses import dataclass
from typing import Final, Protocol

from django.utils.functional import Promise

from games.engine.moves import Move
from games.engine.views import GameView

STAND_IN: Final = "guarded"
"""The level that takes over a seat whose player is gone."""


@dataclass(frozen=True, slots=True)
class BotLevel:
    """A level of bots, as clients may choose it."""

    level: str
    name: str | Promise
    description: str | Promise


_levels: Final[dict[str, BotLevel]] = {}


def level_offer(level: BotLevel) -> None:
    """Make a level available; its place in the list is the order of these calls."""
    _levels[level.level] = level


def levels_list() -> tuple[BotLevel, ...]:
    """All levels, the weakest first."""
    return tuple(_levels.values())


def is_level(level: str) -> bool:
    """Is there such a level?"""
    return level in _levels


class Chooser(Protocol):
    """How a bot of `level` moves at the seat that `view` is for; always a legal move.

    The same turn (game and version) with the same `secret` gives the same move.
    """

    def __call__(self, *, level: str, view: GameView, secret: bytes, game_id: str, version: int) -> Move: ...


_choosers: Final[list[Chooser]] = []


def choose_with(chooser: Chooser) -> None:
    """Say how bots choose, for moves that must be made in the transaction of something else."""
    _choosers[:] = [chooser]


def move_chosen(*, level: str, view: GameView, secret: bytes, game_id: str, version: int) -> Move:
    """What a bot does here. It sees what the seat sees, and nothing else."""
    (chooser,) = _choosers
    return chooser(level=level, view=view, secret=secret, game_id=game_id, version=version)
