"""`/metrics` for Prometheus. It is there for whoever has METRICS_TOKEN as a bearer, and for nobody else.

Without the setting, or with another token, the address is one that does not exist. What processes counted comes from
the folders of all parts, what waits from the database.
"""

import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import compare_digest
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from players.measures import FOLDER, REQUEST_SECONDS, readings
from players.transactions import DATABASE_AWAY

PATH: Final = "/metrics"

_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

logger = logging.getLogger(__name__)


class MetricsMiddleware:
    """Answers before anything else looks at the request, as health does: no host and no scheme matters."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info != PATH or request.method != "GET" or not _may_ask(request):
            return self._get_response(request)
        return HttpResponse(exposition(), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})


def _may_ask(request: HttpRequest) -> bool:
    token: str = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "")
    return bool(token) and compare_digest(given.encode(), f"Bearer {token}".encode())


def exposition() -> bytes:
    """All measures, in Prometheus' text format."""
    registry = CollectorRegistry()
    registry.register(_Counted() if FOLDER else REGISTRY)
    registry.register(_Read())
    return generate_latest(registry)


class _Counted(Collector):
    """What the processes of every part counted: each part has a folder beside the others."""

    def collect(self) -> Iterator[Metric]:
        files = [str(file) for file in Path(FOLDER or os.devnull).parent.glob("*/*.db")]
        yield from MultiProcessCollector.merge(files, accumulate=True)  # type: ignore[no-untyped-call]


class _Read(Collector):
    """What is read from the database now; whether it is there, at least."""

    def collect(self) -> Iterator[Metric]:
        try:
            found = readings()
        except DATABASE_AWAY as away:
            logger.warning("The database is away: %s", type(away).__name__)
            found = None
        up = "Whether the database answered."
        yield GaugeMetricFamily("nessos_database_up", up, value=0 if found is None else 1)
        for reading in found or ():
            family = GaugeMetricFamily(reading.name, reading.help, labels=reading.labels)
            for labels, value in reading.values.items():
                family.add_metric(labels, value)
            yield family


def request_measured(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """Count a request under the template of its address: never under the address itself."""
    method = request.method if request.method in _METHODS else "other"
    REQUEST_SECONDS.labels(method, _route(request), response.status_code).observe(seconds)


def _route(request: HttpRequest) -> str:
    """What stands before the views (limits, health, stored answers) may have answered: then the view is looked up."""
    match = request.resolver_match
    if match is None:
        try:
            match = resolve(request.path_info)
        except Resolver404:
            return "none"
    return "/" + match.route
