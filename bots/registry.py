"""The levels of bots, the weakest first, and the temperaments that any of them may carry."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, cast

from django.utils.translation import gettext_lazy as _

from bots.policies.advice import Adviser
from bots.policies.guarded import Guarded
from bots.policies.guarded_advice import GuardedAdviser
from bots.policies.novice import Novice
from bots.policies.novice_advice import NoviceAdviser
from bots.policies.oracle.player import Oracle
from bots.policies.policy import Policy
from bots.policies.shrewd import Shrewd
from bots.policies.temperament import Tempered
from bots.strengths import STRENGTHS
from games.levels import BotLevel, Temperament


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(BotLevel):
    """A level as clients may choose it, and how its bots play. `adviser` says why, and may carry a temperament.

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
    adviser=NoviceAdviser(),
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
_SHREWD: Final = Level(
    level="shrewd",
    name=_("Shrewd"),
    description=_(
        "Remembers who lied and who was believed, judges what lies face down by it, foresees how each of the others "
        "will answer, and lies as it tells the truth."
    ),
    policy=Shrewd(),
    adviser=Shrewd(),
    strength=STRENGTHS.get("shrewd"),
)
_ORACLE: Final = Level(
    level="oracle",
    name=_("Oracle"),
    description=_(
        "Learned the game by playing against itself, remembers who lied in this one, and bluffs as often as it must "
        "and no more than it may."
    ),
    policy=Oracle(),
    adviser=Oracle(),
)

LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {level.level: level for level in (_NOVICE, _GUARDED, _SHREWD, _ORACLE)}
)

_HONEST: Final = Temperament(
    temperament="honest",
    name=_("Honest"),
    description=_("Hardly ever puts a Charon forward as something else, unless it has nothing else to offer."),
)
_BOLD: Final = Temperament(
    temperament="bold",
    name=_("Bold"),
    description=_("Lies more often than others, and takes more often what it is offered."),
)
_VENGEFUL: Final = Temperament(
    temperament="vengeful",
    name=_("Vengeful"),
    description=_("Remembers who gave it a Charon last, and would have them get one back."),
)
_COLLECTOR: Final = Temperament(
    temperament="collector",
    name=_("Collector"),
    description=_("Goes for points, and for sets of 1, 2 and 3 most of all."),
)

TEMPERAMENTS: Final[Mapping[str, Temperament]] = MappingProxyType(
    {one.temperament: one for one in (_HONEST, _BOLD, _VENGEFUL, _COLLECTOR)}
)


def policy_for(level: str, temperament: str | None = None) -> Policy:
    """How bots of `level` and `temperament` play. Raises KeyError for what is not there."""
    found = LEVELS[level]
    if not temperament:
        return found.policy
    adviser = _adviser_of(found)
    if adviser is None or temperament not in TEMPERAMENTS:
        raise KeyError(temperament)
    return Tempered(adviser, temperament)


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
