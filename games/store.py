"""The log: events in, state out. The only place that reads and appends `GameEvent`."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Final

from cachetools import LRUCache
from django.db import connection, transaction
from psycopg import sql

from games.codec import SCHEMA, decode, encode, kind_of
from games.engine.events import Event, GameOpened
from games.engine.rules import fold, opened
from games.engine.state import GameState
from games.models import EventKind, GameEvent

_STATES_KEPT: Final = 2_000


class BrokenLog(Exception):
    """The stored events of a game are not a whole log: a gap, or no beginning."""


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """A fact with its place in the log. `round` is None before the first round."""

    seq: int
    at: datetime
    round: int | None
    event: Event

    @property
    def kind(self) -> EventKind:
        return kind_of(self.event)


@dataclass(frozen=True, slots=True)
class Loaded:
    """The state of a game after event `version`, and the database's time when it was read."""

    state: GameState
    version: int
    now: datetime


# A log only grows, so the state at a version is the same for ever: what was replayed once need not be replayed again.
# Only committed states come in here.
_states: LRUCache[str, tuple[int, GameState]] = LRUCache(maxsize=_STATES_KEPT)
_states_lock = Lock()


def load(game_id: str, version: int) -> Loaded:
    """Replay a game up to event `version`. Raises BrokenLog."""
    return load_many({game_id: version})[game_id]


def load_many(versions: Mapping[str, int]) -> dict[str, Loaded]:
    """Replay games, each up to the event that is its version, in one statement. Raises BrokenLog."""
    known = {game_id: _remembered(game_id, version) for game_id, version in versions.items()}
    # The last known event is read again: there is always a row then, and it brings the time.
    rows = _rows_of({game_id: (max(seen, 1) - 1, versions[game_id]) for game_id, (seen, _) in known.items()})
    return {
        game_id: _replayed(game_id, versions[game_id], seen, state, rows[game_id])
        for game_id, (seen, state) in known.items()
    }


def load_since(game_id: str, version: int, *, after: int) -> tuple[Loaded, list[LoggedEvent]]:
    """`load`, and the events after `after` besides, in the same statement. Raises BrokenLog."""
    known, state = _remembered(game_id, version)
    rows = _rows_of({game_id: (min(max(known, 1) - 1, after), version)})[game_id]
    loaded = _replayed(game_id, version, known, state, [row for row in rows if row[1] >= known])
    return loaded, [_logged(row) for row in rows if row[1] > after]


type _Row = tuple[str, int, datetime, int | None, str, int, str, datetime]

# A join with the ranges, for a condition that names each game grows faster than the number of games.
_IN_RANGES: Final = """
SELECT event.game_id, event.seq, event.at, event.round, event.kind, event.schema, event.data::text, clock_timestamp()
FROM unnest(%s::varchar[], %s::int[], %s::int[]) AS wanted (game_id, after, last)
JOIN games_gameevent AS event
  ON event.game_id = wanted.game_id AND event.seq > wanted.after AND event.seq <= wanted.last
WHERE %s::varchar IS NULL OR event.kind = %s
ORDER BY event.game_id, event.seq
"""


def _rows_of(ranges: Mapping[str, tuple[int, int]], kind: EventKind | None = None) -> dict[str, list[_Row]]:
    """The stored events of each game after the first number of its range, not past the second, in order.

    One statement for all; each row ends with the time by the database's clock.
    """
    rows: dict[str, list[_Row]] = {game_id: [] for game_id in ranges}
    if ranges:
        after, last = zip(*ranges.values(), strict=True)
        with connection.cursor() as cursor:
            cursor.execute(_IN_RANGES, [list(ranges), list(after), list(last), kind, kind])
            for row in cursor.fetchall():
                rows[row[0]].append(row)
    return rows


def _replayed(game_id: str, version: int, known: int, state: GameState | None, rows: Sequence[_Row]) -> Loaded:
    """The state at `version`, from the one known and the events since; kept at hand from now on."""
    if not rows or rows[-1][1] != version or len(rows) != version - max(known, 1) + 1:
        raise BrokenLog(f"the log of game {game_id} is not whole up to {version}")
    events = (decode(row[4], row[5], json.loads(row[6])) for row in rows if row[1] > known)
    state = _fold(state, events)
    if version > known:
        # A transaction may read what it wrote itself, and still come to nothing.
        remember_on_commit(game_id, version, state)
    return Loaded(state, version, rows[-1][7])


def number(
    version: int, state: GameState | None, events: Iterable[Event], at: datetime
) -> tuple[GameState, list[LoggedEvent]]:
    """Fold events that happen after `version`, and give each its place: `seq`, and the round it belongs to."""
    logged = []
    for seq, event in enumerate(events, start=version + 1):
        state = _fold(state, (event,))
        logged.append(LoggedEvent(seq, at, state.round or None, event))
    if state is None:
        raise BrokenLog("a log is never empty")
    return state, logged


def append(game_id: str, logged: Sequence[LoggedEvent]) -> None:
    """Write events to the log of a game; needs the game's lock.

    A number that is already taken is an IntegrityError: two writers never both succeed.
    """
    GameEvent.objects.bulk_create(
        [
            GameEvent(
                game_id=game_id,
                seq=entry.seq,
                kind=entry.kind,
                schema=SCHEMA,
                round=entry.round,
                at=entry.at,
                data=encode(entry.event),
            )
            for entry in logged
        ]
    )


def read(game_id: str, *, up_to: int, after: int = 0, limit: int | None = None) -> list[LoggedEvent]:
    """The events after `after`, not past `up_to`, in order."""
    last = up_to if limit is None else min(up_to, after + limit)
    return read_many({game_id: last}, after=after)[game_id]


def read_many(
    up_to: Mapping[str, int], *, after: int = 0, kind: EventKind | None = None
) -> dict[str, list[LoggedEvent]]:
    """The events of games after `after`, of each not past its own number, in order and in one statement.

    Of one kind alone if asked.
    """
    return read_ranges({game_id: (after, last) for game_id, last in up_to.items()}, kind=kind)


def read_ranges(
    ranges: Mapping[str, tuple[int, int]], *, kind: EventKind | None = None
) -> dict[str, list[LoggedEvent]]:
    """The events of each game after the first number of its range, not past the second: as `read_many`."""
    return {game_id: [_logged(row) for row in rows] for game_id, rows in _rows_of(ranges, kind).items()}


def _logged(row: _Row) -> LoggedEvent:
    _, seq, at, round_number, kind, schema, data, _ = row
    return LoggedEvent(seq, at, round_number, decode(kind, schema, json.loads(data)))


def turns_began(game_ids: Iterable[str]) -> dict[str, tuple[int, datetime]]:
    """The event that gave each game's last turn: its `seq`, and when. Games without a turn are left out."""
    given = GameEvent.objects.filter(
        game_id__in=set(game_ids), kind__in=(EventKind.ROUND_STARTED, EventKind.OFFER_MADE)
    )
    last = given.order_by("game_id", "-seq").distinct("game_id")
    return {game_id: (seq, at) for game_id, seq, at in last.values_list("game_id", "seq", "at")}


def rows_copy(table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write rows by COPY, which no trigger of a model hears of: for data that is made up, never for what happened."""
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(row)


def ids_reserve(table: str, count: int) -> int:
    """Take so many ids of a table in a row; the first of them."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT setval(pg_get_serial_sequence(%s, 'id'), nextval(pg_get_serial_sequence(%s, 'id')) + %s)",
            [table, table, count],
        )
        last: int = cursor.fetchone()[0]
    return last - count


def tables_look(tables: Iterable[str]) -> None:
    """Have the database look at what is in these tables, so that it plans by it."""
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(sql.SQL("ANALYZE {}").format(sql.Identifier(table)))


def now() -> datetime:
    """The database's clock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment


def remember(game_id: str, version: int, state: GameState) -> None:
    """Keep a committed state at hand."""
    with _states_lock:
        newest = _states.get(game_id)
        if newest is None or newest[0] < version:
            _states[game_id] = (version, state)


def remember_on_commit(game_id: str, version: int, state: GameState) -> None:
    """Keep a state at hand once the transaction that made it is committed."""
    transaction.on_commit(lambda: remember(game_id, version, state), robust=True)


def forget_all() -> None:
    """Drop what is kept at hand: after a restore, and between tests."""
    with _states_lock:
        _states.clear()


def _remembered(game_id: str, version: int) -> tuple[int, GameState | None]:
    with _states_lock:
        known, state = _states.get(game_id, (0, None))
    return (known, state) if known <= version else (0, None)


def _fold(state: GameState | None, events: Iterable[Event]) -> GameState:
    following = iter(events)
    if state is None:
        first = next(following, None)
        if not isinstance(first, GameOpened):
            raise BrokenLog("a log begins with game_opened")
        state = opened(first)
    return fold(state, following)
