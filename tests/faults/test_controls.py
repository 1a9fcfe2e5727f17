"""Negative controls: with a fault planted into the service, the campaigns' judges turn red.

The faults are planted by `switches/`, which only this file puts into the path of a service.
"""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from nessos_service.local.servers import postgres_answers
from tests.edge.retrying import play_doubled
from tests.faults.clients import TableAtWork, at_work
from tests.faults.histories import History, Outcome
from tests.faults.judging import bot_lateness, bots_at, log_of, unlike_log
from tests.faults.test_one_move import race
from tests.faults.trouble import Trouble
from tests.service import CHECKOUT, Service, running_service

SEED = 20_261_205
GRACE = float(settings.OUTBOX_GRACE)
"""Seconds after which the sweeper sends a message again: a bot is never as late when its message comes in time."""

pytestmark = pytest.mark.xdist_group("controls")


@dataclass(frozen=True)
class Switched:
    """A service with switches, all off."""

    running: Service
    folder: Path

    @contextlib.contextmanager
    def on(self, switch: str) -> Iterator[None]:
        (self.folder / switch).touch()
        try:
            yield
        finally:
            (self.folder / switch).unlink()


@pytest.fixture(scope="module")
def switched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Switched]:
    folder = tmp_path_factory.mktemp("switches")
    folder.chmod(0o755)
    path = str(Path(__file__).parent / "switches")
    with running_service(PYTHONPATH=path, NESSOS_TEST_SWITCHES=str(folder)) as running:
        yield Switched(running, folder)


def test_with_every_switch_off_all_is_well(switched: Switched) -> None:
    assert race(switched.running, rounds=2, seed=SEED, clients=16) == []


def test_without_the_lock_many_moves_at_once_go_wrong(switched: Switched) -> None:
    with switched.on("without_lock"):
        faults = race(switched.running, rounds=3, seed=SEED, clients=16)

    assert any("status 500" in fault for fault in faults), faults


def test_without_idempotency_a_retry_is_another_request(switched: Switched) -> None:
    with switched.on("without_idempotency"):
        faults = play_doubled(switched.running.port, moves=2, seed=SEED)

    assert any("answers differ" in fault for fault in faults), faults


def test_published_before_the_commit_bots_are_late(switched: Switched) -> None:
    history = History()
    table = TableAtWork(switched.running.port, history, seed=SEED)
    latest, until = 0.0, time.monotonic() + 40
    with (
        psycopg.connect(switched.running.database_url(), autocommit=True) as database,
        switched.on("publish_before_commit"),
        at_work([table], lambda: True),
    ):
        while latest < GRACE - 1 and time.monotonic() < until:
            time.sleep(0.5)
            games = {attempt.game for attempt in history.attempts}
            latest = max((bot_lateness(log_of(database, game), bots_at(database, game)) for game in games), default=0.0)
        history.given_up.set()

    assert latest >= GRACE - 1


def test_without_synchronous_commit_acknowledged_moves_are_lost(switched: Switched) -> None:
    """To kill one backend is not enough: what it wrote lies in shared memory. The whole server must stop at once.

    This comes last: the database is not the same afterwards.
    """
    service = switched.running
    with psycopg.connect(service.database_url(), autocommit=True) as database:
        for setting in ("synchronous_commit = off", "wal_writer_delay = '10s'", "wal_writer_flush_after = '1GB'"):
            database.execute(f"ALTER SYSTEM SET {setting}")
        database.execute("SELECT pg_reload_conf()")

    # The service refuses to start on such a database;
    environment = {**os.environ, "DATABASE_URL": service.given("DATABASE_URL")}
    command = (sys.executable, "manage.py", "check", "--database", "default")
    refused = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "PostgreSQL's synchronous_commit is off" in refused.stderr

    # made to play on it nevertheless, it loses what it acknowledged, and the judge sees it.
    trouble = Trouble(service, [(12, "restart postgres")])
    history = History(on_ack=trouble.acknowledged)
    table = TableAtWork(service.port, history, seed=SEED, humans=3, bots=())
    with switched.on("unsafe_database"), trouble, contextlib.suppress(Exception), at_work([table], lambda: True):
        while not trouble.done:
            time.sleep(0.05)
        history.given_up.set()
    (game, *_) = {attempt.game for attempt in history.attempts}
    while not postgres_answers(service.data / "postgres"):
        time.sleep(0.05)
    with psycopg.connect(service.database_url(), autocommit=True) as database:
        faults = unlike_log(game, log_of(database, game), history, bots_at(database, game))
    assert history.count(Outcome.OK) >= 12
    assert any("is lost" in fault for fault in faults), faults
