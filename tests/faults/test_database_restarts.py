"""PostgreSQL is stopped immediately, again and again, under load: the service waits, and is there again at once."""

import http.client
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

import psycopg
import pytest

from tests.faults.campaigns import campaign
from tests.faults.trouble import PARTS, plan_in_turn
from tests.service import Service

SEED = 20_261_204
BACK_WITHIN = 3.0
BACK_ON_ANY_MACHINE = 15.0
"""A machine that runs all tests at once may be slow: how soon is shown by the long form."""


@dataclass
class Watcher:
    """Asks for something that needs the database every few milliseconds, and notes what it is told, and when."""

    service: Service
    statuses: Counter[str] = field(default_factory=Counter)
    without_hint: int = 0
    outages: list[float] = field(default_factory=list)
    """Seconds from a database that takes connections to an answer of 200, for each time that it was away."""

    def __post_init__(self) -> None:
        self._address = self.service.database_url()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> "Watcher":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _watch(self) -> None:
        back: float | None = None
        was_away = False
        while not self._stop.is_set():
            status = self._ask()
            self.statuses[status] += 1
            if status != "200":
                was_away = True
                if back is None and self._takes_connections():
                    back = time.monotonic()
            elif was_away:
                self.outages.append(0.0 if back is None else time.monotonic() - back)
                was_away, back = False, None
            time.sleep(0.02)

    def _ask(self) -> str:
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=10)
        try:
            connection.request("GET", "/api/v1/games")
            answer = connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException) as broken:
            return type(broken).__name__
        else:
            if answer.status == 503 and "Retry-After" not in answer.headers:
                self.without_hint += 1
            return str(answer.status)
        finally:
            connection.close()

    def _takes_connections(self) -> bool:
        try:
            psycopg.connect(self._address, connect_timeout=1).close()
        except psycopg.Error:
            return False
        return True


def restarts(
    service: Service,
    *,
    deeds: tuple[str, ...] = ("restart postgres",),
    times: int,
    seed: int,
    within: float = BACK_WITHIN,
) -> None:
    """So many immediate stops while games are played: nothing else is restarted, nothing is lost, all wait well."""
    service.wait_ready()
    before = service.pids()

    with Watcher(service) as watcher:
        result = campaign(service, plan_in_turn(deeds, times=times, every=8), seed=seed)

    after = service.pids()
    print(f"{dict(watcher.statuses)}, back after {[round(seconds, 2) for seconds in watcher.outages]} s")
    assert result.faults == ()
    assert len(result.done) == times * len(deeds)
    assert set(watcher.statuses) <= {"200", "503"}
    assert watcher.without_hint == 0
    assert watcher.outages
    assert max(watcher.outages) <= within
    assert [part for part in PARTS if before[part] != after[part]] == ["postgres"]


def test_two_restarts(service: Service) -> None:
    restarts(service, times=2, seed=SEED, within=BACK_ON_ANY_MACHINE)


@pytest.mark.campaign
def test_ten_restarts(service: Service) -> None:
    restarts(service, times=10, seed=SEED + 1)


@pytest.mark.campaign
def test_a_part_that_does_not_live_through_it_is_found(service: Service) -> None:
    """The negative control."""
    with pytest.raises(AssertionError, match="worker"):
        restarts(service, deeds=("restart postgres", "worker"), times=1, seed=SEED + 2)
