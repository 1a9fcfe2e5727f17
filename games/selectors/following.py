"""The log of a game as it grows: read once for all who follow it, seen by each through their own eyes."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from games.engine.events import (
    GameCancelled,
    GameEnded,
    GameStarted,
    GameVoided,
    SeatHandedOver,
    SeatLeft,
    SeatTaken,
)
from games.engine.projection import project_event
from games.engine.types import PlayerId, Status
from games.models import LAST_SEQ, Game
from games.selectors.events import Eyes, eyes_of
from games.selectors.games import game_visible
from games.store import LoggedEvent, read_ranges
from games.wire.events import SeenEvent, players_in
from games.wire.games import Cards
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.selectors import players_by_id


@dataclass(frozen=True, slots=True)
class Fact:
    """A stored event, and those whom it names. It holds what is hidden: only `fact_seen` shows it to anybody."""

    logged: LoggedEvent
    players: Cards

    @property
    def seq(self) -> int:
        return self.logged.seq

    @property
    def ends_game(self) -> bool:
        return isinstance(self.logged.event, GameEnded | GameCancelled | GameVoided)


@dataclass(frozen=True, slots=True)
class Standing:
    """Who follows a game, from event `version` on: through which eyes, and whether they must look again who they are.

    `is_dismissed` says that the seat is theirs no longer.
    """

    viewer: PlayerId | None
    version: int
    eyes: Eyes
    is_dismissed: bool = False

    @property
    def is_seated(self) -> bool:
        """Whether the seat is theirs."""
        return self.eyes.at(LAST_SEQ) is not None and not self.is_dismissed

    def after(self, fact: Fact) -> "Standing":
        """The standing once `fact` is known. Facts up to `version` are counted in already.

        Whoever loses a seat sees that event as the seat did, and nothing after it.
        """
        if self.viewer is None or fact.seq <= self.version:
            return self
        match fact.logged.event:
            case SeatTaken(seat=seat, player=self.viewer):
                return replace(self, eyes=Eyes(seat))
            case GameStarted(seats=seats) if self.viewer in seats:
                return replace(self, eyes=Eyes(seats.index(self.viewer)))
            case SeatLeft(player=self.viewer):
                return replace(self, eyes=Eyes(None), is_dismissed=True)
            case SeatHandedOver(from_player=self.viewer):
                return replace(self, eyes=Eyes(self.eyes.seat, until=fact.seq), is_dismissed=True)
            case _:
                return self


@dataclass(frozen=True, slots=True)
class Followed:
    """A game that somebody may follow, as it is now."""

    game_id: str
    standing: Standing
    is_over: bool

    @property
    def version(self) -> int:
        return self.standing.version


def game_followed(*, game_id: str, viewer: Player | None) -> Followed:
    """The game that `viewer` wants to follow. Raises not_found."""
    game = game_visible(game_id=game_id, viewer=viewer)
    eyes = eyes_of({game.id: game.version}, viewer)[game.id]
    standing = Standing(None if viewer is None else viewer.pk, game.version, eyes)
    return Followed(game.id, standing, Status(game.status).is_over)


def expect_reached(after: int, version: int, *, field: str) -> None:
    """Nobody has had events that never were. Raises bad_cursor."""
    if after > version:
        raise Refusal(ErrorCode.BAD_CURSOR, "There is no such event yet.", field=field)


def facts_after(positions: Mapping[str, int], *, limit: int) -> dict[str, tuple[Fact, ...]]:
    """What was recorded in each game after its number, `limit` events at most, in two statements."""
    found = read_ranges({game_id: (after, after + limit) for game_id, after in positions.items()})
    # Who is named is never hidden, so the eyes of a spectator find them all.
    named = players_in([project_event(entry.event, None) for logged in found.values() for entry in logged])
    people = players_by_id(named) if named else {}
    return {game_id: tuple(Fact(entry, people) for entry in logged) for game_id, logged in found.items()}


def fact_seen(*, fact: Fact, eyes: Eyes) -> SeenEvent:
    """The event through the one gate."""
    entry = fact.logged
    return SeenEvent(entry.seq, entry.kind, entry.at, entry.round, project_event(entry.event, eyes.at(entry.seq)))


def versions_of(game_ids: Collection[str]) -> dict[str, int]:
    """How far each of these games is."""
    return dict(Game.objects.filter(pk__in=game_ids).values_list("pk", "version"))
