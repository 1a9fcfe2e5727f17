"""Faults that other services of the kind met, as far as no other test has them: README.md says which has what."""

import ast
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import connection

from bots.tasks import play_turn
from games.models import Game, OutboxMessage
from games.services.moves import move_submit
from games.tasks import settle, tell
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.notices.models import Notice
from tests.architecture.rules import ROOMS
from tests.games.playing import people, play, random_move, started_game, state_of
from tests.service import CHECKOUT

LONGEST_BLOCK = 15.0
"""Seconds after which PostgreSQL ends a transaction in which nothing happens."""


@pytest.fixture(autouse=True)
def _fast_hashes(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@contextmanager
def stale_job(game_id: str) -> Iterator[None]:
    """A job of the service that took the game's lock, and was frozen."""
    given = connection.get_connection_params()
    with psycopg.connect(
        host=given["host"], user=given["user"], dbname=given["dbname"], options=given["options"]
    ) as frozen:
        frozen.execute("SELECT 1 FROM games_game WHERE id = %s FOR NO KEY UPDATE", [game_id])
        try:
            yield
        finally:
            frozen.close()


@pytest.mark.django_db(transaction=True)
def test_a_frozen_job_blocks_a_game_for_a_while_and_not_for_ever() -> None:
    seated = people("ann", "bob", "cleo")
    game_id = started_game(seated)
    seat = state_of(game_id).to_act
    assert seat is not None
    move, version = random_move(game_id, seated[seat], random.Random(1))
    heard: list[ErrorCode] = []

    with stale_job(game_id):
        began = time.monotonic()
        while time.monotonic() - began < 2 * LONGEST_BLOCK:
            try:
                seen = move_submit(game_id=game_id, actor=seated[seat], move=move, version=version)
                break
            except Exception as away:
                heard.append(refusal_code(away))
        took = time.monotonic() - began

    assert seen.header.version > version
    assert set(heard) == {ErrorCode.UNAVAILABLE}
    assert took < LONGEST_BLOCK + 5


def refusal_code(failure: Exception) -> ErrorCode:
    """What a client would be told."""
    from players.failures import refusal_of

    return failure.code if isinstance(failure, Refusal) else refusal_of(failure).code


@pytest.mark.django_db
def test_a_finished_game_prompts_nobody_and_has_nothing_to_wait_for() -> None:
    seated = people("ann", "bob", "cleo")
    game_id = started_game(seated)
    messages: set[tuple[str, int]] = set()
    for _ in play(game_id, seated, random.Random(4)):
        messages |= set(OutboxMessage.objects.values_list("topic", "version"))
    Notice.objects.all().delete()

    # Whatever comes late: every task of the whole game, in any order, twice.
    tasks = {"news": tell, "game_ended": settle, "bot_turn": play_turn}
    late = sorted(messages) * 2
    random.Random(5).shuffle(late)
    for topic, version in late:
        tasks[topic](game_id, version)

    game = Game.objects.get(pk=game_id)
    assert (game.status, game.to_act, game.deadline) == ("finished", None, None)
    assert set(Notice.objects.values_list("kind", flat=True)) == {"game_started", "game_ended"}
    assert not OutboxMessage.objects.exists()
    for player in Player.objects.filter(pk__in=[player.pk for player in seated]):
        assert player.games_played == 1


def test_no_task_is_sent_for_a_time_to_come() -> None:
    """A broker repeats such a task each time that its patience ends: deadlines are columns."""
    found = [
        f"{path.relative_to(CHECKOUT)}:{node.value.lineno}"
        for room in ROOMS
        for path in sorted((CHECKOUT / room).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.keyword) and node.arg in {"eta", "countdown"}
    ]

    assert found == []


@pytest.mark.django_db(transaction=True)
def test_two_who_tell_of_one_game_at_once_tell_once() -> None:
    seated = people("ann", "bob", "cleo")
    game_id = started_game(seated)
    version = Game.objects.get(pk=game_id).version

    def work() -> None:
        tell(game_id, version)
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    told = list(Notice.objects.values_list("player", "kind"))
    assert len(told) == len(set(told)) == 4
