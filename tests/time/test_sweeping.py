"""Sweepers and players at once, on the real database: one expiry a turn, and a move in time comes first."""

import random
import threading
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.db.models import Q

from games.management.commands.sweep import sweep
from games.models import ClockTimestamp, EventKind, Game, GameEvent, Heartbeat
from games.services.expiry import turn_expire
from games.services.moves import move_submit
from games.services.table import game_claimed
from games.services.upkeep import game_check
from tests.games.playing import opened_game, people, random_move, started_game, state_of
from tests.games.test_races import at_once
from tests.moved import Clock

pytestmark = pytest.mark.django_db(transaction=True)

TURN = timedelta(days=1)


def expired(game_id: str) -> int:
    return GameEvent.objects.filter(game=game_id, kind=EventKind.TURN_EXPIRED).count()


def test_many_sweepers_expire_a_turn_once(clock: Clock) -> None:
    game_id = started_game(people("ann", "bob", "cleo"))
    for turn in range(1, 6):
        clock.stop(Game.objects.get(pk=game_id).deadline)
        version = Game.objects.get(pk=game_id).version

        outcomes = at_once(*[partial(turn_expire, game_id=game_id)] * 6)

        assert outcomes == ["done"] * 6
        made = list(GameEvent.objects.filter(game=game_id, seq__gt=version).values_list("kind", flat=True))
        assert made.count(EventKind.TURN_EXPIRED) <= 1
        moves = {EventKind.OFFER_MADE, EventKind.LOT_ACCEPTED, EventKind.LOT_REFUSED}
        assert len(moves & set(made)) == 1
        assert expired(game_id) <= turn
    assert game_check(game_id=game_id, with_projections=True) is None


def test_a_move_and_its_expiry_at_once(clock: Clock) -> None:
    """Whichever has the lock first: either the move was made and nothing expired, or it comes too late for all."""
    seated = people("ann", "bob", "cleo")
    rng, won = random.Random(5), set()
    for _ in range(12):
        game_id = started_game(seated)
        seat = state_of(game_id).to_act
        assert seat is not None
        move, version = random_move(game_id, seated[seat], rng)
        clock.stop(Game.objects.get(pk=game_id).deadline)

        outcomes = at_once(
            partial(move_submit, game_id=game_id, actor=seated[seat], move=move, version=version),
            partial(turn_expire, game_id=game_id),
        )

        assert outcomes in (["done", "done"], ["done", "stale_version"])
        is_in_time = outcomes == ["done", "done"]
        assert expired(game_id) == (0 if is_in_time else 1)
        assert state_of(game_id).missed == (() if is_in_time else (seat,))
        assert game_check(game_id=game_id, with_projections=True) is None
        won.add(is_in_time)


def test_the_sweeper_leaves_a_game_alone_that_somebody_holds(clock: Clock) -> None:
    """A move that has the lock is in time, however long it takes: the sweeper does not even wait for it."""
    game_id = started_game(people("ann", "bob", "cleo"))
    clock.stop(Game.objects.get(pk=game_id).deadline)
    is_held, is_done = threading.Event(), threading.Event()

    def hold() -> None:
        with game_claimed(game_id=game_id, due=Q()) as table:
            assert table is not None
            is_held.set()
            assert is_done.wait(timeout=30)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    assert is_held.wait(timeout=30)
    assert turn_expire(game_id=game_id) is False
    is_done.set()
    holder.join()

    assert expired(game_id) == 0
    assert turn_expire(game_id=game_id) is True


def sweep_once() -> None:
    sweep(with_errands=True)


def time_passes(clock: Clock, by: timedelta) -> None:
    """As it does while the service is up: its heart beats."""
    clock.move(by)
    Heartbeat.objects.filter(name="sweeper").update(seen_at=ClockTimestamp())


def test_the_sweeper_finds_what_is_due_and_a_game_that_fails_is_not_in_the_way(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    seated = people("ann", "bob", "cleo")
    games = [started_game(seated) for _ in range(3)]
    waiting = opened_game(seated[0], players=3)
    honest = turn_expire

    def failing(*, game_id: str) -> bool:
        if game_id == games[1]:
            raise RuntimeError("the hand is [3, 7]")
        return honest(game_id=game_id)

    monkeypatch.setattr("games.management.commands.sweep.turn_expire", failing)
    monkeypatch.setattr("games.management.commands.sweep.TURNS_AT_ONCE", 1)
    sweep_once()
    assert not GameEvent.objects.filter(kind=EventKind.TURN_EXPIRED).exists()

    time_passes(clock, TURN)
    sweep_once()

    expired = set(GameEvent.objects.filter(kind=EventKind.TURN_EXPIRED).values_list("game", flat=True))
    assert expired == {games[0], games[2]}
    assert Game.objects.get(pk=waiting).status == "open"
    assert f"turn not expired: game {games[1]}: RuntimeError" in caplog.text
    assert "[3, 7]" not in caplog.text


def test_two_sweepers_share_the_work(clock: Clock) -> None:
    seated = people("ann", "bob", "cleo")
    games = [started_game(seated) for _ in range(6)]
    sweep_once()
    time_passes(clock, TURN)

    assert at_once(sweep_once, sweep_once) == ["done", "done"]

    assert [expired(game_id) for game_id in games] == [1] * 6
