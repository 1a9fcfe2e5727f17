"""What stands behind the types: games asked for together, so that what one of them needs is loaded for all at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.selectors.clock import clocks_of
from games.selectors.events import EventsPage, events_of
from games.selectors.games import games_seen
from games.selectors.rounds import rounds_of, rounds_seen
from games.wire.clock import clock_json
from games.wire.games import GameSummary, SeenGame, game_json, summary_json
from games.wire.rounds import round_json
from players.errors import Json
from players.models import Player

type Shown = Mapping[str, Any]
"""One thing as `wire` shows it."""


class Siblings:
    """Games of one list, or one game. Each kind of data is read once for all of them, when the first one needs it."""

    def __init__(
        self, *, viewer: Player | None, summaries: Sequence[GameSummary] = (), views: Mapping[str, Shown] | None = None
    ) -> None:
        self._viewer = viewer
        self._summaries = summaries
        self._shown = views
        self._pages: dict[tuple[int, int], dict[str, EventsPage]] = {}

    @cached_property
    def rows(self) -> tuple["GameRow", ...]:
        if self._shown is not None:
            return tuple(GameRow(self, game_id, view) for game_id, view in self._shown.items())
        return tuple(GameRow(self, summary.id, summary_json(summary)) for summary in self._summaries)

    @cached_property
    def views(self) -> Mapping[str, Shown]:
        """The whole view of each game: the log is replayed for it."""
        if self._shown is not None:
            return self._shown
        seen = games_seen(games=self._summaries, viewer=self._viewer)
        return {game_id: game_json(game) for game_id, game in seen.items()}

    @cached_property
    def rounds(self) -> Mapping[str, list[dict[str, Json]]]:
        if self._shown is None:
            found = rounds_of(games=self._summaries, viewer=self._viewer)
        else:
            found = {
                game_id: rounds_seen(game_id=game_id, lot=(view["round"], tuple(card["card"] for card in view["lot"])))
                for game_id, view in self._shown.items()
            }
        return {game_id: [round_json(seen) for seen in rounds] for game_id, rounds in found.items()}

    @cached_property
    def clocks(self) -> Mapping[str, dict[str, Json]]:
        return {game_id: clock_json(clock) for game_id, clock in clocks_of([row.id for row in self.rows]).items()}

    def events(self, *, after: int, first: int) -> Mapping[str, EventsPage]:
        if (after, first) not in self._pages:
            versions = {row.id: row.light["version"] for row in self.rows}
            page = events_of(versions=versions, viewer=self._viewer, after=after, limit=first)
            self._pages[after, first] = page
        return self._pages[after, first]


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game: `light` is what lists know of it, `full` the whole view."""

    siblings: Siblings
    id: str
    light: Shown

    @property
    def full(self) -> Shown:
        return self.siblings.views[self.id]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat of a game."""

    game: GameRow
    light: Shown

    @property
    def full(self) -> Shown:
        seat: Shown = self.game.full["seats"][self.light["seat"]]
        return seat


@dataclass(frozen=True, slots=True)
class OwnRow:
    """The viewer's seat."""

    game: GameRow
    light: Shown

    @property
    def full(self) -> Shown:
        # Who sat down after the version that is shown has no hand in it yet.
        own: Shown | None = self.game.full["you"]
        return {"hand": [], "legal": None} if own is None else own


def row_of(game: SeenGame, viewer: Player | None) -> GameRow:
    """One game that somebody sees."""
    return row_of_view(game_json(game), viewer)


def row_of_view(view: Shown, viewer: Player | None) -> GameRow:
    """One game, from its view as it is sent."""
    (row,) = Siblings(viewer=viewer, views={view["id"]: view}).rows
    return row
