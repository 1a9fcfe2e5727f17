"""On the running service turns run out when they are over: not before, and soon after, whatever the broker does."""

import os
import secrets
import signal
import time
from datetime import datetime, timedelta
from typing import Any

import psycopg

from tests.api.caller import PASSWORD
from tests.edge.retrying import Sender
from tests.service import Service

TURN = timedelta(seconds=10)
TABLES = 4
LATEST = timedelta(seconds=20)
"""Two sweeps, 4 s, are promised, and what was seen is printed. A machine that does much else may be later; one that
waits for the broker at every step would be later still, and more so with every table."""


def tables_opened(service: Service) -> list[str]:
    """Tables of three at which nobody will move."""
    sender = Sender(service.port)
    people = []
    for _ in range(3):
        name = f"idle-{secrets.token_hex(4)}"
        token = sender.send("POST", "/players", {"name": name, "password": PASSWORD}).json()["token"]
        people.append({"Authorization": f"Bearer {token}"})
    games = []
    for _ in range(TABLES):
        game = sender.send("POST", "/games", {"players": 3, "turn": "PT10S"}, **people[0]).json()["id"]
        for person in people[1:]:
            sender.send("POST", f"/games/{game}/seats", {}, **person)
        games.append(game)
    return games


def lateness(database: psycopg.Connection[Any], games: list[str]) -> dict[str, list[timedelta]]:
    """How long after its end each turn expired that did, game by game."""
    query = "SELECT game_id, kind, at FROM games_gameevent WHERE game_id = ANY(%s) ORDER BY game_id, seq"
    late: dict[str, list[timedelta]] = {game: [] for game in games}
    began: datetime | None = None
    for game, kind, at in database.execute(query, [games]):
        if kind in ("round_started", "offer_made"):
            began = at
        elif kind == "turn_expired":
            assert began is not None
            late[game].append(at - began - TURN)
    return late


def wait_for_expiries(database: psycopg.Connection[Any], games: list[str], number: int) -> dict[str, list[timedelta]]:
    until = time.monotonic() + 60
    while True:
        late = lateness(database, games)
        if all(len(expiries) >= number for expiries in late.values()):
            return late
        assert time.monotonic() < until, late
        time.sleep(0.2)


def test_turns_run_out_on_time_and_while_the_broker_hangs_too(service: Service) -> None:
    service.wait_ready()
    games = tables_opened(service)
    with psycopg.connect(service.database_url(), autocommit=True) as database:
        wait_for_expiries(database, games, 1)
        valkey = service.pids()["valkey"]
        os.kill(valkey, signal.SIGSTOP)
        try:
            late = wait_for_expiries(database, games, 2)
        finally:
            os.kill(valkey, signal.SIGCONT)

    found = [expiry for expiries in late.values() for expiry in expiries]
    print(f"{len(found)} expiries, the latest {max(found)} after its deadline, the broker hung for half of them")
    assert min(found) >= timedelta()
    assert max(found) <= LATEST
