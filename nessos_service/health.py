"""Is the service alive, and is it ready? Answers in bounded time, whatever hangs, and tells nothing secret.

`/healthz` says that this process answers. `/readyz` says that a move made now would be kept and acted upon: the
database answers and is durable, the broker answers, worker and sweeper were seen within the last minute.
"""

import contextlib
import select
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import psycopg
import redis
from django.conf import settings
from django.db import connections
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from psycopg.pq import ExecStatus
from psycopg.rows import tuple_row

from games.models import Heartbeat
from nessos_service.checks import DURABLE, unsafe_names

PATIENCE = 2.0
SEEN_WITHIN = 60.0
# Of a flood of questions, one in this many seconds reaches the servers.
REMEMBERED_FOR = 1.0
OK = "ok"
PARTS = ("worker", "sweeper")

Checks = dict[str, str]


@dataclass(frozen=True, slots=True)
class Report:
    """What was found, and when on this process's own clock."""

    checks: Checks
    at: float

    @property
    def is_ok(self) -> bool:
        return all(state == OK for state in self.checks.values())


def database_checks() -> Checks:
    """The states of the database, the worker and the sweeper, the latter by the database's own clock."""
    away = {"database": "unreachable", "worker": "unknown", "sweeper": "unknown"}
    try:
        row = _one_row(_readiness_query(), patience=PATIENCE)
    except TimeoutError:
        return away | {"database": "timeout"}
    except (psycopg.Error, OSError):
        return away
    durable, ages = row[: len(DURABLE)], row[len(DURABLE) :]
    checks = {"database": "unsafe_settings" if unsafe_names([value or "" for value in durable]) else OK}
    for part, age in zip(PARTS, ages, strict=True):
        checks[part] = "never_seen" if age is None else OK if float(age) <= SEEN_WITHIN else "not_seen_lately"
    return checks


def broker_checks() -> Checks:
    """The state of the broker."""
    client = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE / 2, socket_connect_timeout=PATIENCE / 2, retry=None
    )
    try:
        client.ping()
    except redis.TimeoutError:
        return {"broker": "timeout"}
    except (redis.RedisError, OSError):
        return {"broker": "unreachable"}
    finally:
        client.close()
    return {"broker": OK}


def _readiness_query() -> str:
    table = Heartbeat._meta.db_table
    ages = [
        f"(SELECT extract(epoch FROM clock_timestamp() - max(seen_at)) FROM {table} WHERE name = '{part}')"  # noqa: S608 - names of our own
        for part in PARTS
    ]
    return "SELECT " + ", ".join([*(f"current_setting('{name}')" for name in DURABLE), *ages])


def _one_row(query: str, *, patience: float) -> list[str | None]:
    """The one row that `query` answers, as text, on a connection of its own.

    Waits no longer than `patience` for a server that takes the connection and then says nothing, which no setting of
    the server can bound. Raises `TimeoutError`, `psycopg.Error`.
    """
    until = time.monotonic() + patience
    options: dict[str, Any] = connections["default"].get_connection_params()
    for unneeded in ("cursor_factory", "context", "prepare_threshold"):
        options.pop(unneeded, None)
    try:
        connection = psycopg.connect(**options | {"connect_timeout": 2}, autocommit=True, row_factory=tuple_row)
    except psycopg.errors.ConnectionTimeout:
        raise TimeoutError from None
    with contextlib.closing(connection):
        wire = connection.pgconn
        wire.send_query(query.encode())
        wire.flush()
        while wire.is_busy():
            readable, _, _ = select.select([wire.socket], [], [], max(0.0, until - time.monotonic()))
            if not readable:
                raise TimeoutError
            wire.consume_input()
        result = wire.get_result()
        if result is None or result.status != ExecStatus.TUPLES_OK:
            raise psycopg.OperationalError
        values = [result.get_value(0, column) for column in range(result.nfields)]
        return [None if value is None else value.decode() for value in values]


class Watch:
    """Looks at most once in `REMEMBERED_FOR` seconds; whoever asks meanwhile gets the last report."""

    def __init__(self, *looks: Callable[[], Checks]) -> None:
        self._looks = looks
        self._lock = threading.Lock()
        self._last: Report | None = None

    def report(self) -> Report:
        with self._lock:
            if self._last is None or time.monotonic() - self._last.at > REMEMBERED_FOR:
                self._last = self._look()
            return self._last

    def _look(self) -> Report:
        # Threads, so that the waits for a hanging database and a hanging broker do not add up.
        with ThreadPoolExecutor(len(self._looks)) as pool:
            found = [future.result() for future in [pool.submit(look) for look in self._looks]]
        return Report(checks={name: state for checks in found for name, state in checks.items()}, at=time.monotonic())


watch = Watch(database_checks, broker_checks)


class HealthMiddleware:
    """Answers the two questions before anything else looks at the request: no host, no scheme, no session matters."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        match request.path_info:
            case "/healthz":
                return healthz(request)
            case "/readyz":
                return readyz(request)
            case _:
                return self._get_response(request)


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """This process answers. Touches nothing else."""
    return _answer({"web": OK}, is_ok=True)


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Everything that a move needs is there; 503 with the state of each when not."""
    report = watch.report()
    return _answer(report.checks, is_ok=report.is_ok)


def _answer(checks: Checks, *, is_ok: bool) -> HttpResponse:
    body = {"status": OK if is_ok else "unavailable", "checks": checks}
    response = JsonResponse(body, status=200 if is_ok else 503)
    response["Cache-Control"] = "no-store"
    if not is_ok:
        response["Retry-After"] = "2"
    return response
