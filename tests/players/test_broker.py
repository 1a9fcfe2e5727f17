"""Tasks are hints: a broker that is away holds nobody up, and a queue that nobody serves stays short."""

import logging
import threading
from typing import Any

import pytest
from celery import current_app
from kombu.exceptions import OperationalError

from players import broker


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What was given to Celery. Nobody is there to take it."""
    given: list[dict[str, Any]] = []

    def away(name: str, **options: Any) -> None:
        given.append({"name": name, **options})
        raise OperationalError("no route to host")

    monkeypatch.setattr(broker, "_rests_until", 0.0)
    monkeypatch.setattr(current_app, "send_task", away)
    return given


def test_after_a_failure_nobody_waits_for_a_while(asked: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    assert not broker.send("games.tell", "k7q2m9xw4t", 3)
    assert not broker.send("players.webhooks.deliver", "abc")
    assert [one["name"] for one in asked] == ["games.tell"]

    monkeypatch.setattr(broker, "_rests_until", 0.0)
    assert not broker.send("players.webhooks.deliver", "abc")
    assert [one["name"] for one in asked] == ["games.tell", "players.webhooks.deliver"]


def test_what_nobody_takes_goes_stale(asked: list[dict[str, Any]]) -> None:
    broker.send("games.tell", "k7q2m9xw4t", 3)

    assert asked == [{"name": "games.tell", "args": ("k7q2m9xw4t", 3), "expires": broker.STALE_AFTER}]


def test_what_fails_in_the_thread_is_told(caplog: pytest.LogCaptureFixture) -> None:
    done = threading.Event()

    def fail() -> None:
        raise LookupError

    with caplog.at_level(logging.ERROR, logger="players.broker"):
        broker.soon(fail)
        broker.soon(done.set)
        assert done.wait(timeout=10)

    assert [record.getMessage() for record in caplog.records] == ["nothing was sent"]
