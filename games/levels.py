"""The levels of bots that may be seated. The room of the bots fills this list at start-up; this one only reads it."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise

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
