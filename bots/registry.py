"""The levels of bots, the weakest first."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, cast

from django.utils.translation import gettext_lazy as _

from bots.policies.advice import Adviser
from bots.policies.guarded import Guarded
from bots.policies.guarded_advice import GuardedAdviser
from bots.policies.novice import Novice
from bots.policies.policy import Policy
from bots.strengths import STRENGTHS
from games.levels import BotLevel, Temperament


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(BotLevel):
    """A level as clients may choose it, and how its bots play. `adviser` is who says why they would.

    `slowness` is how many times 20 ms it may think: its bots move later, so that how long they think tells nothing.
    """

    policy: Policy
    slowness: float = 1.0
    adviser: Adviser | None = None


_NOVICE: Final = Level(
    level="novice",
    name=_("Novice"),
    description=_("Knows the rules and nothing else: what it does, with which card and before whom is left to chance."),
    policy=Novice(),
    strength=STRENGTHS.get("novice"),
)
_GUARDED: Final = Level(
    level="guarded",
    name=_("Guarded"),
    description=_(
        "Counts what lies open, weighs each offer by what it may bring to whom, dreads the third Charon, and lies with "
        "a straight face."
    ),
    policy=Guarded(),
    adviser=GuardedAdviser(),
    strength=STRENGTHS.get("guarded"),
)

LEVELS: Final[Mapping[str, Level]] = MappingProxyType({level.level: level for level in (_NOVICE, _GUARDED)})


TEMPERAMENTS: Final[Mapping[str, Temperament]] = MappingProxyType({})


def policy_for(level: str, temperament: str = "") -> Policy:
    """How bots of `level` and `temperament` play. Raises KeyError for what is not there."""
    if temperament:
        raise KeyError(temperament)
    return LEVELS[level].policy


def slowness_of(level: str) -> float:
    """How many times 20 ms bots of `level` may think."""
    known = LEVELS.get(level)
    return 1.0 if known is None else known.slowness


def advisers() -> tuple[tuple[Level, Adviser], ...]:
    """The levels that can say why they would move, the strongest first."""
    found = ((level, _adviser_of(level)) for level in reversed(tuple(LEVELS.values())))
    return tuple((level, adviser) for level, adviser in found if adviser is not None)


def _adviser_of(level: Level) -> Adviser | None:
    """Who speaks for the level; a policy may do so itself."""
    if level.adviser is None and callable(getattr(level.policy, "advise", None)):
        return cast(Adviser, level.policy)
    return level.adviser
