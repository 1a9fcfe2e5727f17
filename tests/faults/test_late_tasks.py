"""Tasks that come late, twice to five times, in any order, or from a worker that was frozen change nothing."""

import contextlib
import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from celery import Celery

from bots import services as bot_services
from bots.tasks import play_turn
from games.models import Game
from games.services.turns import seat_resign
from nessos_service.local.parts import WORKER, here
from tests.faults.campaigns import campaign
from tests.faults.trouble import children_of, pid_of
from tests.games.playing import opened_game, people
from tests.service import CHECKOUT, Service

SEED = 20_261_203
TASKS = {
    "analysis": "games.analyse",
    "bot_turn": "bots.play_turn",
    "game_ended": "games.settle",
    "news": "games.tell",
}
LEASE = 120
"""Seconds after which the broker gives a task to another worker."""


class Echo:
    """Sees each message that is in the outbox for a moment, and sends its task several times more, shuffled."""

    def __init__(self, service: Service, seed: int) -> None:
        self._rng = random.Random(seed)
        self._database = service.database_url()
        address = service.given("REDIS_URL").replace("unix://", "redis+socket://").replace("?db=", "?virtual_host=")
        self._celery = Celery(broker=address, set_as_current=False)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._listen)
        self.heard: dict[tuple[str, str, int], int] = {}

    def __enter__(self) -> "Echo":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _listen(self) -> None:
        with psycopg.connect(self._database, autocommit=True) as database:
            while not self._stop.is_set():
                rows = database.execute("SELECT topic, game_id, version FROM games_outboxmessage").fetchall()
                new = [row for row in rows if row not in self.heard]
                for row in new:
                    self.heard[row] = self._rng.randint(2, 5)
                self.send([row for row in new for _ in range(self.heard[row] - 1)])
                # Old ones come again long after they were done.
                self.send(self._rng.sample(sorted(self.heard), min(1, len(self.heard))))
                time.sleep(0.1)

    def everything_again(self) -> None:
        """All that was ever heard, once more each, in any order."""
        self.send(list(self.heard))

    def send(self, rows: list[tuple[str, str, int]]) -> None:
        self._rng.shuffle(rows)
        for topic, game, version in rows:
            self._celery.send_task(TASKS[topic], args=(game, version))


def facts(service: Service) -> list[Any]:
    """All that tasks could change."""
    queries = (
        "SELECT game_id, max(seq), count(*) FROM games_gameevent GROUP BY game_id ORDER BY game_id",
        "SELECT player_id, seq, kind, subject, version FROM players_notice ORDER BY player_id, seq",
        "SELECT id, games_played, games_won, rating_mu, rating_sigma FROM players_player ORDER BY id",
        "SELECT game_ref, player_id, rank FROM players_playedgame ORDER BY game_ref, player_id",
    )
    with psycopg.connect(service.database_url(), autocommit=True) as database:
        return [database.execute(query).fetchall() for query in queries]


def worked_off(service: Service, patience: float = 60) -> None:
    """Wait until the worker has nothing to do any more."""
    import redis

    broker = redis.Redis.from_url(service.given("REDIS_URL"))
    until = time.monotonic() + patience
    while broker.llen("celery") or broker.hlen("unacked"):
        assert time.monotonic() < until, "the worker does not come to an end"
        time.sleep(0.1)


@contextmanager
def frozen_now_and_then(service: Service, *, seconds: float, times: int) -> Iterator[list[int]]:
    """One process of the worker stands still for so long, whatever it was at, and goes on; so many times."""
    stop = threading.Event()
    frozen: list[int] = []

    def freeze() -> None:
        while len(frozen) < times and not stop.wait(0.5):
            children = children_of(pid_of(service, "worker"))
            if not children:
                continue
            with contextlib.suppress(ProcessLookupError):
                os.kill(children[0], signal.SIGSTOP)
                frozen.append(children[0])
                stop.wait(seconds)
                os.kill(children[0], signal.SIGCONT)

    thread = threading.Thread(target=freeze)
    thread.start()
    try:
        yield frozen
    finally:
        stop.set()
        thread.join()


@contextmanager
def second_worker(service: Service) -> Iterator[int]:
    """Another worker on the same broker, gone afterwards."""
    given = {name: service.given(name) for name in ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")}
    environment = {**os.environ, **given, "NESSOS_DATA": str(service.data)}
    process = subprocess.Popen(here(WORKER), cwd=CHECKOUT, env=environment, start_new_session=True)
    try:
        yield process.pid
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_tasks_that_come_again_and_from_the_frozen_add_nothing(service: Service) -> None:
    service.wait_ready()
    with Echo(service, SEED) as echo, frozen_now_and_then(service, seconds=7, times=2) as frozen:
        result = campaign(service, [], seed=SEED, tables=2)
    worked_off(service)
    before = facts(service)

    echo.everything_again()
    worked_off(service)

    assert result.faults == ()
    assert facts(service) == before
    assert frozen
    assert {topic for topic, _, _ in echo.heard} == set(TASKS)


@pytest.mark.campaign
def test_a_worker_that_is_frozen_past_its_lease_adds_nothing(service: Service) -> None:
    service.wait_ready()
    worker = pid_of(service, "worker")
    with second_worker(service), Echo(service, SEED + 1) as echo:
        group = [worker, *children_of(worker)]
        thaw = threading.Timer(LEASE + 30, lambda: [os.kill(pid, signal.SIGCONT) for pid in group])
        for pid in group:
            os.kill(pid, signal.SIGSTOP)
        thaw.start()
        began = time.monotonic()
        result = campaign(
            service, [], seed=SEED + 1, bots=("novice", "guarded"), enough=lambda: time.monotonic() - began > LEASE + 60
        )
        thaw.join()
    worked_off(service, LEASE + 60)
    before = facts(service)
    echo.everything_again()
    worked_off(service)

    assert result.faults == ()
    assert facts(service) == before


@pytest.mark.django_db
@pytest.mark.parametrize("looks", [True, False])
def test_a_task_that_does_not_look_whether_it_is_late_would_be_found(
    monkeypatch: pytest.MonkeyPatch, looks: bool
) -> None:
    """The negative control: bots that move whenever they are asked to add events, and those of the service do not."""
    (ann,) = people("ann")
    game_id = opened_game(ann, players=4, bots=("novice", "novice", "novice"))
    seat_resign(game_id=game_id, actor=ann)
    version = Game.objects.get(pk=game_id).version

    def as_of_now(work: Any) -> Any:
        return lambda **given: work(**given | {"version": Game.objects.get(pk=game_id).version})

    if not looks:
        for name in ("bot_turn_get", "move_submit"):
            monkeypatch.setattr(f"bots.services.{name}", as_of_now(getattr(bot_services, name)))
    versions = []
    for _ in range(3):
        play_turn(game_id, version)
        versions.append(Game.objects.get(pk=game_id).version)

    assert versions[0] > version
    assert (len(set(versions)) == 1) is looks
