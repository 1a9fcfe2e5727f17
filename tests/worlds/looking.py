"""Put a world into the database, look at it through every surface, put its twin there, and compare."""

import json
import logging
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection, transaction
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from games import codec, projections, store
from games.engine.events import Event
from games.engine.types import Seat, Visibility
from games.models import Game, new_game_id
from players.models import Player, Token
from tests.api.caller import Caller, registered
from tests.worlds.surfaces import SURFACES, Look, as_text, told
from tests.worlds.worlds import Twins, game_played, twin_of


@dataclass(frozen=True)
class People:
    """Six who sit, one who sits nowhere; by the order of seats."""

    seated: tuple[tuple[Player, Caller], ...]
    stranger: Caller


class Difference(AssertionError):
    """A viewer could tell two worlds apart."""


def people() -> People:
    callers = [registered(f"hero-{seat}") for seat in range(6)]
    players = [Player.objects.get(name=f"hero-{seat}") for seat in range(6)]
    return People(tuple(zip(players, callers, strict=True)), registered("stranger"))


def twins(rng: random.Random, people: People, players: int, *, visibility: Visibility) -> Twins:
    """A pair of worlds, and a viewer at one of the seats or at none."""
    game_id = new_game_id()
    ids = [player.pk for player, _ in people.seated[:players]]
    one = game_played(rng, game_id, ids, rng.randrange(0, 40), visibility=visibility)
    viewer = rng.choice([None, *range(players), *range(players)])
    return Twins(game_id, viewer, one, twin_of(one, viewer, rng))


def compare(pair: Twins, people: People) -> int:
    """How many answers were compared. Raises Difference for the first that is not equal to the last byte."""
    # A savepoint, not a block of its own: services open theirs as they do in the service.
    before = transaction.savepoint_create()
    _store(pair.game_id, pair.one)
    compared = 0
    for caller, seat in _viewers(pair, people):
        first = _everything(pair, caller, seat)
        with _replaced(pair.game_id, pair.other):
            second = _everything(pair, caller, seat)
        for name, seen in first.items():
            if seen != second[name]:
                raise Difference(_where(name, seen, second[name]))
            compared += len(seen)
    transaction.savepoint_rollback(before)
    return compared


def _viewers(pair: Twins, people: People) -> Iterator[tuple[Caller, Seat | None]]:
    if pair.viewer is None:
        yield Caller(), None
        yield people.stranger, None
    else:
        yield people.seated[pair.viewer][1], pair.viewer


def _everything(pair: Twins, caller: Caller, seat: Seat | None) -> dict[str, list[object]]:
    """What each surface tells: answers, the number of SQL statements, and the lines it made the service log."""
    store.forget_all()
    # That a token is in use is noted once a minute, in either world: on a slow machine it would fall anywhere.
    Token.objects.update(last_used_at=Now() + timedelta(hours=1))
    answer = caller.get(f"/games/{pair.game_id}")
    view = answer.json() if answer.status_code == 200 else {"to_act": None, "lot": [], "you": {"hand": []}}
    look = Look(caller, pair.game_id, seat if answer.status_code == 200 else None, len(pair.one), view)
    seen: dict[str, list[object]] = {}
    for name, surface in SURFACES.items():
        with _log_lines() as lines, CaptureQueriesContext(connection) as queries:
            answers = [told(given) for given in surface(look)]
        # A failure is the same in every world, and would prove nothing.
        if any(answer[0] >= 500 for answer in answers):
            raise RuntimeError(f"the service failed at {name}")
        seen[name] = [*answers, len(queries), tuple(lines)]
    return seen


def _where(name: str, first: Sequence[object], second: Sequence[object]) -> str:
    for place, (one, other) in enumerate(zip(first, second, strict=True)):
        if one != other:
            texts = [
                as_text(value) if isinstance(value, tuple) and len(value) == 3 else value for value in (one, other)
            ]
            return f"{name}, answer {place}:\n{texts[0]}\n--- in the other world:\n{texts[1]}"
    return name


def _store(game_id: str, events: Sequence[Event]) -> None:
    state, logged = store.number(0, None, events, store.now())
    game = Game(pk=game_id, version=0)
    # The log may be written before the game that it is of, within a transaction.
    with transaction.atomic():
        store.append(game_id, logged)
        projections.write(game, state, logged)


@contextmanager
def _replaced(game_id: str, events: Sequence[Event]) -> Iterator[None]:
    """The log of a game with other hidden cards in it, for a while; the public rows must not need a change."""
    sid = transaction.savepoint_create()
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE games_gameevent DISABLE TRIGGER event_is_for_ever")
        for seq, event in enumerate(events, start=1):
            cursor.execute(
                "UPDATE games_gameevent SET data = %s WHERE game_id = %s AND seq = %s",
                [json.dumps(codec.encode(event)), game_id, seq],
            )
        cursor.execute("ALTER TABLE games_gameevent ENABLE TRIGGER event_is_for_ever")
    try:
        yield
    finally:
        transaction.savepoint_rollback(sid)
        store.forget_all()


@contextmanager
def _log_lines() -> Iterator[list[str]]:
    lines: list[str] = []

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(f"{record.name} {record.levelname} {record.getMessage()}")

    handler = Lines()
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
