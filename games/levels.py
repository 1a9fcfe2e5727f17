"""The levels and temperaments of bots, how they choose, and what the best of them advise.

The room of the bots fills all of it in at start-up: this room knows of bots only what is said here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from django.utils.functional import Promise

from games.engine.moves import Move
from games.engine.views import GameView

STAND_IN: Final = "guarded"
"""The level that takes over a seat whose player is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotLevel:
    """A level of bots, as clients may choose it.

    `version` changes whenever its bots would move otherwise than before: what a bot did can be worked out again by the
    version that did it. `strength` is None until it was measured.
    """

    level: str
    name: str | Promise
    description: str | Promise
    version: str = "1"
    strength: "Strength | None" = None


@dataclass(frozen=True, slots=True)
class Strength:
    """What the arena said of a level: the share of games won by one seat of it against `against` at all others.

    `win_share` and the ends `low` and `high` of its 95 % interval are parts of 1; equals would have one in `players`.
    """

    against: str
    players: int
    games: int
    win_share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Temperament:
    """A way to play that any level may carry."""

    temperament: str
    name: str | Promise
    description: str | Promise


@dataclass(frozen=True, slots=True)
class BotKind:
    """How a bot plays: its level, and its temperament or an empty one. Written `guarded` or `guarded+bold`."""

    level: str
    temperament: str = ""

    def __str__(self) -> str:
        return f"{self.level}+{self.temperament}" if self.temperament else self.level


def bot_kind(written: str) -> BotKind | None:
    """The kind of bot that is written so; None when there is no such level or temperament."""
    level, plus, temperament = written.partition("+")
    if plus and not temperament:
        return None
    kind = BotKind(level, temperament)
    return kind if is_kind(kind) else None


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


def version_of(level: str) -> str:
    """The version of the policy by which bots of `level` play now; empty when there is no such level any more."""
    known = _levels.get(level)
    return "" if known is None else known.version


_temperaments: Final[dict[str, Temperament]] = {}


def temperament_offer(temperament: Temperament) -> None:
    """Make a temperament available; its place in the list is the order of these calls."""
    _temperaments[temperament.temperament] = temperament


def temperaments_list() -> tuple[Temperament, ...]:
    """All temperaments."""
    return tuple(_temperaments.values())


def is_kind(kind: BotKind) -> bool:
    """Is there such a level, and such a temperament if one is asked for?"""
    return is_level(kind.level) and (not kind.temperament or kind.temperament in _temperaments)


class Chooser(Protocol):
    """How a bot of `kind` moves at the seat that `view` is for; always a legal move.

    The same turn (game and version) with the same `secret` gives the same move.
    """

    def __call__(self, *, kind: BotKind, view: GameView, secret: bytes, game_id: str, version: int) -> Move: ...


_choosers: Final[list[Chooser]] = []


def choose_with(chooser: Chooser) -> None:
    """Say how bots choose, for moves that must be made in the transaction of something else."""
    _choosers[:] = [chooser]


def move_chosen(*, kind: BotKind, view: GameView, secret: bytes, game_id: str, version: int) -> Move:
    """What a bot does here. It sees what the seat sees, and nothing else."""
    (chooser,) = _choosers
    return chooser(kind=kind, view=view, secret=secret, game_id=game_id, version=version)


class WeighedMove(Protocol):
    """One legal move, as a level weighs it.

    `share` is how often the level makes it, `win` the chance to win after it, both 0…1; `points` and `charons` are
    what the front gains on average when the lot of this round is turned face up.
    """

    @property
    def move(self) -> Move: ...
    @property
    def share(self) -> float: ...
    @property
    def win(self) -> float: ...
    @property
    def points(self) -> float: ...
    @property
    def charons(self) -> float: ...


class Advice(Protocol):
    """Every legal move once, the likeliest first; for each card of the lot how likely it is Charon; and that any is.

    `charon` is None when there is no lot.
    """

    @property
    def weighed(self) -> Sequence[WeighedMove]: ...
    @property
    def charons(self) -> Sequence[float]: ...
    @property
    def charon(self) -> float | None: ...


@dataclass(frozen=True, slots=True)
class Advised:
    """Advice, and the level and version of the policy that gave it."""

    level: str
    version: str
    advice: Advice


class Adviser(Protocol):
    """What the best level would do at the seat to act, and why. It sees `view` and nothing else.

    `chance` is what it draws from: the same view and chance give the same advice. None when no level can say.
    """

    def __call__(self, *, view: GameView, chance: bytes) -> Advised | None: ...


_advisers: Final[list[Adviser]] = []


def advise_with(adviser: Adviser) -> None:
    """Say who gives advice."""
    _advisers[:] = [adviser]


def advice_on(*, view: GameView, chance: bytes) -> Advised | None:
    """What the best level would do at the seat to act; None when no level can say."""
    return _advisers[0](view=view, chance=chance) if _advisers else None
