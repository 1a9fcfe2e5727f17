"""`/healthz` and `/readyz` answer in time and truly, whatever hangs or is away."""

import contextlib
import os
import signal
import time

import pytest
from django.apps import apps

from nessos_service import probes
from nessos_service.health import Watch
from tests.service import Service


def test_ready_when_everything_is_there(service: Service) -> None:
    service.wait_ready()
    time.sleep(1.1)  # until no process of the web remembers how it was before

    status, body = service.get("/readyz")

    checks = {"database": "ok", "worker": "ok", "sweeper": "ok", "streams": "ok", "broker": "ok"}
    assert (status, body) == (200, {"status": "ok", "checks": checks})


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (
            "postgres",
            {"database": "timeout", "worker": "unknown", "sweeper": "unknown", "streams": "unknown", "broker": "ok"},
        ),
        ("valkey", {"database": "ok", "worker": "ok", "sweeper": "ok", "streams": "ok", "broker": "timeout"}),
    ],
)
def test_a_hanging_server_is_named_in_time(service: Service, part: str, expected: dict[str, str]) -> None:
    service.wait_ready()
    pid = service.pids()[part]
    group = [pid, *_children(pid)]
    time.sleep(1.1)  # what was found a second ago is still answered
    for member in group:
        with contextlib.suppress(ProcessLookupError):
            os.kill(member, signal.SIGSTOP)
    try:
        began = time.monotonic()
        status, body = service.get("/readyz")
        assert time.monotonic() - began < 5
        assert (status, body["status"]) == (503, "unavailable")
        assert body["checks"] == expected
        assert service.get("/healthz") == (200, {"status": "ok", "checks": {"web": "ok"}})
    finally:
        for member in group:
            with contextlib.suppress(ProcessLookupError):
                os.kill(member, signal.SIGCONT)
    service.wait_ready(30)


def test_servers_that_are_away_are_named() -> None:
    nowhere = {"conninfo": "postgresql://ann:secret@127.0.0.1:1/nessos"}

    assert probes.database_checks(nowhere)["database"] == "unreachable"
    assert probes.broker_checks("redis://127.0.0.1:1/0") == {"broker": "unreachable"}
    assert probes.web_state(1) == "unreachable"


def test_the_probe_reads_the_heartbeats_of_the_model() -> None:
    model = apps.get_model("games", "Heartbeat")

    assert f"FROM {model._meta.db_table} WHERE name = " in probes.readiness(probes.PARTS)
    assert {"name", "seen_at"} <= {field.column for field in model._meta.concrete_fields}


def test_each_setting_that_endangers_moves_is_named() -> None:
    assert probes.unsafe_names(["on", "on", "on"]) == []
    assert probes.unsafe_names(["off", "on", "on"]) == ["fsync"]
    assert probes.unsafe_names(["on", "off", "local"]) == ["full_page_writes", "synchronous_commit"]


def test_a_flood_of_questions_is_one_look() -> None:
    looks = []
    watch = Watch(lambda: looks.append(1) or {"database": "ok"})  # type: ignore[func-returns-value]

    reports = [watch.report() for _ in range(100)]

    assert len(looks) == 1
    assert all(report.is_ok for report in reports)


def _children(pid: int) -> list[int]:
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return [int(child) for child in file.read().split()]
