"""What breaks below the streams delays an event, and loses none."""

import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis

from tests.service import Service
from tests.streams.listening import Player, by_turns, following_own, frames, game_of, move_made, players_of

# A look at all that is followed every two seconds, and what a busy machine adds.
LATE = 6.0


class Ear(threading.Thread):
    """Hears a game, and comes back when it is cut off; when each event came."""

    def __init__(self, player: Player, game: str) -> None:
        super().__init__(daemon=True)
        self.heard: dict[int, float] = {}
        self.numbers: list[int] = []
        self.cuts = 0
        self._player, self._game = player, game
        self.start()

    def run(self) -> None:
        while True:
            try:
                after = str(self.numbers[-1] if self.numbers else 0)
                answer = self._player.open("GET", f"/api/v1/games/{self._game}/stream", Last_Event_ID=after)
                if answer.status == 200:
                    for frame in frames(answer):
                        self.numbers.append(int(frame.id or 0))
                        self.heard[self.numbers[-1]] = time.monotonic()
            except OSError:
                pass
            self.cuts += 1
            time.sleep(0.2)

    def lateness(self, number: int, since: float, patience: float = 30) -> float:
        until = time.monotonic() + patience
        while number not in self.heard:
            assert time.monotonic() < until, f"{number} was not heard of"
            time.sleep(0.02)
        return self.heard[number] - since


@pytest.fixture
def table(service: Service) -> Iterator[tuple[list[Player], str, Ear]]:
    service.wait_ready()
    seated = players_of(service, 3)
    game = game_of(seated)
    ear = Ear(seated[0], game)
    ear.lateness(7, time.monotonic())
    yield seated, game, ear
    service.wait_ready(30)


def moved(seated: list[Player], game: str, rng: random.Random) -> tuple[int, float]:
    """The first event of a move, and when it was acknowledged; and how long that took is bounded."""
    before, began = seated[0].view(game)["version"], time.monotonic()
    assert move_made(seated, game, rng)
    assert time.monotonic() - began < LATE
    return before + 1, time.monotonic()


def valkey(service: Service) -> Any:
    given = Path(f"/proc/{service.pids()['web']}/environ").read_bytes().split(b"\0")
    address = next(entry for entry in given if entry.startswith(b"REDIS_URL="))
    return redis.Redis.from_url(address.split(b"=", 1)[1].decode())


def test_valkey_may_be_emptied(service: Service, table: tuple[list[Player], str, Ear]) -> None:
    seated, game, ear = table
    valkey(service).flushall()
    assert ear.lateness(*moved(seated, game, random.Random(1))) < LATE
    assert ear.cuts == 0


def test_a_wake_up_that_is_lost_delays_by_a_look(service: Service, table: tuple[list[Player], str, Ear]) -> None:
    seated, game, ear = table
    rng = random.Random(2)
    hung = service.pids()["valkey"]
    os.kill(hung, signal.SIGSTOP)
    try:
        lateness = [ear.lateness(*moved(seated, game, rng)) for _ in range(2)]
    finally:
        os.kill(hung, signal.SIGCONT)

    assert max(lateness) < LATE
    assert ear.cuts == 0


def test_a_turn_that_changes_while_wake_ups_are_lost_is_told_again(
    service: Service, table: tuple[list[Player], str, Ear]
) -> None:
    seated, game, _ = table
    to_act = seated[0].view(game)["to_act"]
    with following_own(by_turns, seated[to_act]) as turns:
        first = next(turns)
        hung = service.pids()["valkey"]
        os.kill(hung, signal.SIGSTOP)
        try:
            # Nobody's turn ends with it, and no notice tells of it.
            seated[(to_act + 1) % 3].call("POST", f"/games/{game}/resign")
            since = time.monotonic()
            again = next(turns)
            lateness = time.monotonic() - since
        finally:
            os.kill(hung, signal.SIGCONT)

    assert (again["id"], again["version"]) == (game, first["version"] + 1)
    assert lateness < LATE


@contextmanager
def unreadable(service: Service, game: str) -> Iterator[None]:
    """The log of a game ends with an event that only a later version could read, as long as the block lasts."""
    with psycopg.connect(service.database_url(), autocommit=True) as database:
        with database.transaction():
            database.execute("UPDATE games_game SET version = version + 1 WHERE id = %s", [game])
            database.execute(
                "INSERT INTO games_gameevent (game_id, seq, kind, schema, round, at, data) "
                "SELECT id, version, 'turn_expired', 9999, round, now(), '{}' FROM games_game WHERE id = %s",
                [game],
            )
        try:
            yield
        finally:
            with database.transaction():
                database.execute("ALTER TABLE games_gameevent DISABLE TRIGGER event_is_for_ever")
                database.execute("DELETE FROM games_gameevent WHERE game_id = %s AND schema = 9999", [game])
                database.execute("ALTER TABLE games_gameevent ENABLE TRIGGER event_is_for_ever")
                database.execute("UPDATE games_game SET version = version - 1 WHERE id = %s", [game])


def test_an_event_that_cannot_be_read_keeps_nothing_from_other_games(
    service: Service, table: tuple[list[Player], str, Ear]
) -> None:
    seated, game, ear = table
    broken = game_of(seated)
    other = Ear(seated[1], broken)
    other.lateness(7, time.monotonic())
    rng = random.Random(7)
    hung = service.pids()["valkey"]
    # Without wake-ups, both are found by the same look.
    os.kill(hung, signal.SIGSTOP)
    try:
        with unreadable(service, broken):
            lateness = [ear.lateness(*moved(seated, game, rng), patience=LATE) for _ in range(2)]
            until = time.monotonic() + LATE
            while other.cuts < 2:
                assert time.monotonic() < until, "the stream of the other game goes on"
                time.sleep(0.05)
    finally:
        os.kill(hung, signal.SIGCONT)
    number, since = moved(seated, broken, rng)
    other.lateness(number, since)

    assert max(lateness) < LATE
    assert ear.cuts == 0
    assert other.numbers == list(range(1, len(other.numbers) + 1))
    said = service.said()
    assert f"The log of game {broken} cannot be read: UnknownEvent" in said
    assert "ending=failed" in said


def test_the_streams_are_seen_again_after_a_failure_that_nobody_foresaw(service: Service) -> None:
    service.wait_ready()
    before = service.said().count("Unforeseen failure")
    with psycopg.connect(service.database_url(), autocommit=True) as database:
        database.execute(
            "CREATE FUNCTION unforeseen() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'unforeseen' USING ERRCODE = '22023'; END $$"
        )
        database.execute(
            "CREATE TRIGGER unforeseen BEFORE UPDATE ON games_heartbeat FOR EACH ROW "
            "WHEN (NEW.name = 'streams') EXECUTE FUNCTION unforeseen()"
        )
        try:
            until = time.monotonic() + 20
            while service.said().count("Unforeseen failure") == before and time.monotonic() < until:
                time.sleep(0.1)
        finally:
            database.execute("DROP FUNCTION unforeseen CASCADE")
        until = time.monotonic() + 20
        seen = "SELECT count(*) FROM games_heartbeat WHERE name = 'streams' AND seen_at > now() - interval '2 seconds'"
        while database.execute(seen).fetchone() != (1,):
            assert time.monotonic() < until, "the streams are not seen any more"
            time.sleep(0.2)


def test_valkey_may_be_killed(service: Service, table: tuple[list[Player], str, Ear]) -> None:
    seated, game, ear = table
    rng = random.Random(3)
    service.kill("valkey")
    assert ear.lateness(*moved(seated, game, rng)) < LATE
    # The process that waits finds the new one, and is woken again.
    until = time.monotonic() + 20
    while valkey(service).pubsub_numsub("nessos:wakes")[0][1] == 0:
        assert time.monotonic() < until
        time.sleep(0.1)
    assert ear.lateness(*moved(seated, game, rng)) < LATE
    assert ear.cuts == 0


def test_the_streams_may_be_killed(service: Service, table: tuple[list[Player], str, Ear]) -> None:
    seated, game, ear = table
    rng = random.Random(4)
    service.kill("streams")
    refused = seated[1].open("GET", f"/api/v1/games/{game}/stream")
    if refused.status != 200:
        assert (refused.status, refused.getheader("Retry-After")) == (503, "2")
        assert refused.getheader("Content-Type") == "application/problem+json"
    for _ in range(3):
        number, since = moved(seated, game, rng)
    ear.lateness(number, since)

    assert ear.cuts > 0
    assert ear.numbers == list(range(1, len(ear.numbers) + 1))


def test_what_needs_no_wait_is_answered_while_the_streams_are_away(
    service: Service, table: tuple[list[Player], str, Ear]
) -> None:
    seated, game, _ = table
    away = service.pids()["streams"]
    os.kill(away, signal.SIGSTOP)
    try:
        version = seated[1].view(game)["version"]
        assert len(seated[1].call("GET", f"/games/{game}/events?wait=5")["items"]) == version
        assert seated[1].refused("GET", f"/games/{game}/events?after={version}&wait=5") == (503, "unavailable")
        assert seated[1].refused("GET", f"/games/{game}/stream") == (503, "unavailable")
    finally:
        os.kill(away, signal.SIGCONT)


def test_a_stop_lets_everybody_go(service: Service, table: tuple[list[Player], str, Ear]) -> None:
    seated, game, ear = table
    version = seated[0].view(game)["version"]
    said: list[Any] = []
    poll = threading.Thread(
        target=lambda: said.append(seated[1].call("GET", f"/games/{game}/events?after={version}&wait=25"))
    )
    poll.start()
    time.sleep(0.5)
    stopped, began = service.pids()["streams"], time.monotonic()
    os.kill(stopped, signal.SIGTERM)
    poll.join(10)
    while service.pids().get("streams") == stopped:
        assert time.monotonic() - began < 10
        time.sleep(0.05)

    assert said == [{"items": [], "next": None}]
    number, since = moved(seated, game, random.Random(5))
    ear.lateness(number, since)
    assert ear.numbers == list(range(1, len(ear.numbers) + 1))


def test_the_database_may_be_restarted(service: Service, table: tuple[list[Player], str, Ear]) -> None:
    seated, game, ear = table
    service.kill("postgres")
    service.wait_ready(60)
    number, since = moved(seated, game, random.Random(6))

    assert ear.lateness(number, since) < LATE
    assert ear.numbers == list(range(1, len(ear.numbers) + 1))
    assert ear.cuts == 0
