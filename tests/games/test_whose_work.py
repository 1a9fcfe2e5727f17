"""Work is known by the request that it follows from, however late it is done."""

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import redis
from django.conf import settings

from games import outbox
from games.models import OutboxMessage
from players.tracing import request_id
from tests.games.playing import people, started_game

pytestmark = pytest.mark.django_db


@contextmanager
def request_named(name: str) -> Iterator[None]:
    token = request_id.set(name)
    try:
        yield
    finally:
        request_id.reset(token)


def tasks_of(name: str) -> list[dict[str, Any]]:
    """The tasks that the broker holds under a name."""
    waiting = redis.Redis.from_url(settings.REDIS_URL).lrange("celery", 0, -1)
    headers = [json.loads(message)["headers"] for message in waiting]
    return [header for header in headers if header.get("request_id") == name]


def test_a_message_that_the_sweeper_sends_is_known_by_its_request() -> None:
    name = secrets.token_hex(8)
    with request_named(name):
        game_id = started_game(people("ann", "bob", "cleo"))
    row = OutboxMessage.objects.get(game=game_id)
    assert row.request_id == name

    OutboxMessage.objects.update(next_at="2020-01-01T00:00:00Z")
    claimed = outbox.claim_due(limit=10)
    assert outbox.kick(claimed) == 1

    (task,) = tasks_of(name)
    assert task["task"] == "games.tell"
    assert claimed == [outbox.Message(row.topic, game_id, row.version)], "whose work it is makes it no other message"


def test_the_longest_name_of_a_request_is_kept() -> None:
    with request_named("x" * 128):
        game_id = started_game(people("ann", "bob", "cleo"))

    assert OutboxMessage.objects.get(game=game_id).request_id == "x" * 128
