"""The levels of bots, the weakest first."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext_lazy as _

from bots.policies.guarded import Guarded
from bots.policies.novice import Novice
from bots.policies.oracle.player import Oracle
from bots.policies.policy import Policy
from games.levels import BotLevel


@dataclass(frozen=True, slots=True)
class Level(BotLevel):
    """A level as clients may choose it, and how its bots play."""

    policy: Policy


_NOVICE: Final = Level(
    level="novice",
    name=_("Novice"),
    description=_("Knows the rules and nothing else: what it does, with which card and before whom is left to chance."),
    policy=Novice(),
)
_GUARDED: Final = Level(
    level="guarded",
    name=_("Guarded"),
    description=_(
        "Counts what lies open, weighs each offer by what it may bring to whom, dreads the third Charon, and lies with "
        "a straight face."
    ),
    policy=Guarded(),
)
_ORACLE: Final = Level(
    level="oracle",
    name=_("Oracle"),
    description=_(
        "Learned the game by playing against itself, remembers who lied in this one, and bluffs as often as it must "
        "and no more than it may."
    ),
    policy=Oracle(),
)

LEVELS: Final[Mapping[str, Level]] = MappingProxyType({level.level: level for level in (_NOVICE, _GUARDED, _ORACLE)})


def policy_for(level: str) -> Policy:
    """How bots of `level` play. Raises KeyError for a level that is not there."""
    return LEVELS[level].policy
