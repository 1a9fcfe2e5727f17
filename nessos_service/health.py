"""Is the service alive, and is it ready? Answers in bounded time, whatever hangs, and tells nothing secret.

`/healthz` says that this process answers. `/readyz` says that a move made now would be kept and acted upon: the
database answers and is durable, the broker answers, worker, sweeper and streams were seen within the last minute.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import connections
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from nessos_service.probes import OK, Checks, broker_checks, database_checks

# Of a flood of questions, one in this many seconds reaches the servers.
REMEMBERED_FOR = 1.0


@dataclass(frozen=True, slots=True)
class Report:
    """What was found, and when on this process's own clock."""

    checks: Checks
    at: float

    @property
    def is_ok(self) -> bool:
        return all(state == OK for state in self.checks.values())


def database() -> Checks:
    """The states of the database, and of the parts that are seen there, on a connection of its own."""
    options: dict[str, Any] = connections["default"].get_connection_params()
    for of_django in ("cursor_factory", "context", "prepare_threshold"):
        options.pop(of_django, None)
    return database_checks(options)


def broker() -> Checks:
    return broker_checks(settings.REDIS_URL)


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


watch = Watch(database, broker)


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
        # It is the answer that was asked for, not an error: whoever asks every second must not fill the log.
        response._has_been_logged = True  # type: ignore[attr-defined]
    return response
