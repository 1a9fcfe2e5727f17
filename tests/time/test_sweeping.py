"""Sweepers and players at once, on the real database: one expiry a turn, and a move in time comes first."""

import random
import threading
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.db.models import Q, QuerySet

from games.engine import lobby
from games.engine.state import GameState
from games.management.commands.sweep import WORK, sweep
from games.models import ClockAdjustment, ClockTimestamp, EventKind, Game, GameEvent, Heartbeat, Outage, OutboxMessage
from games.services.expiry import turn_expire
from games.services.moves import move_submit
from games.services.outages import turn_refresh
from games.services.table import game_claimed
from games.services.upkeep import game_check
from players.absence import away_cancel, away_take
from players.models import AwayPeriod
from tests.games.playing import opened_game, people, random_move, started_game, state_of
from tests.games.test_races import at_once
from tests.moved import Clock

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning"),
]

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
    rng = random.Random(5)
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


@pytest.mark.parametrize("failing", ["turns_due", "turn_remind", "mails_gather", "webhooks_sweep"])
def test_work_that_fails_ends_neither_the_sweeper_nor_the_round(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, failing: str
) -> None:
    class Broken:
        __name__ = failing

        def __call__(self, **arguments: object) -> int:
            raise LookupError("the hand is [3, 7]")

    opened_game(people("ann")[0], players=3, bots=("novice", "novice"))
    OutboxMessage.objects.update(next_at=ClockTimestamp() - timedelta(minutes=1))
    sweeping = "games.management.commands.sweep"
    broken = Broken()
    monkeypatch.setattr(f"{sweeping}.{failing}", broken)
    monkeypatch.setattr(f"{sweeping}.WORK", [broken if act.__name__ == failing else act for act in WORK])

    sweep_once()

    assert "LookupError at " in caplog.text
    assert "[3, 7]" not in caplog.text
    assert not OutboxMessage.objects.filter(attempts=0).exists()


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


def test_several_sweepers_that_start_together_find_an_outage_once(clock: Clock) -> None:
    seated = people("ann", "bob", "cleo")
    games = [started_game(seated) for _ in range(4)]
    before = {game_id: Game.objects.get(pk=game_id).deadline for game_id in games}
    clock.stop()
    sweep_once()
    clock.move(3 * TURN)

    assert at_once(*[sweep_once] * 4) == ["done"] * 4
    # Whichever game one of them held was left by the others, to be looked at again.
    sweep_once()

    assert [(outage.ended_at - outage.began_at, outage.credited_at is None) for outage in Outage.objects.all()] == [
        (3 * TURN, False)
    ]
    for game_id in games:
        assert Game.objects.get(pk=game_id).deadline == before[game_id] + 3 * TURN
        assert ClockAdjustment.objects.filter(game=game_id).count() == 1
        assert expired(game_id) == 0
        assert game_check(game_id=game_id, with_projections=True) is None


def test_days_are_not_spent_twice_by_asking_twice_at_once(clock: Clock, settings: Any) -> None:
    settings.AWAY_DAYS_A_YEAR = 5
    clock.stop(datetime(2026, 6, 1, tzinfo=UTC))
    (ann,) = people("ann")

    outcomes = at_once(
        *(partial(away_take, player=ann, since=date(2026, 7, day), until=date(2026, 7, day + 3)) for day in (1, 11, 21))
    )

    assert outcomes == ["done", "no_away_days_left", "no_away_days_left"]


def test_a_period_that_is_cancelled_while_it_is_given_is_either_spent_or_not_given(clock: Clock) -> None:
    clock.stop(datetime(2026, 6, 1, tzinfo=UTC))
    seated = people("ann", "bob", "cleo")
    for day in range(1, 9):
        game_id = started_game(seated)
        player = seated[state_of(game_id).to_act or 0]
        now = clock.now()
        # Found by the sweeper, not by the one who asks: so that the two meet.
        period = AwayPeriod.objects.create(
            player=player, since=now + timedelta(hours=day), until=now + TURN, time_zone="UTC", created_at=now
        )

        at_once(partial(away_cancel, player=player, away_id=period.pk), partial(turn_refresh, game_id=game_id))

        period.refresh_from_db()
        given = ClockAdjustment.objects.filter(game=game_id).exists()
        assert period.cancelled_at is not None
        assert period.is_used == given


def test_a_claim_without_a_lock_is_found_out(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test of the test: sweepers that do not lock a game fall over each other."""
    game_id = started_game(people("ann", "bob", "cleo"))
    clock.stop(Game.objects.get(pk=game_id).deadline)
    meeting = threading.Barrier(3)
    honest = lobby.expire

    def expire_together(state: GameState) -> Any:
        meeting.wait(timeout=30)
        return honest(state)

    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **how: rows)
    monkeypatch.setattr("games.services.expiry.lobby.expire", expire_together)

    outcomes = at_once(*[partial(turn_expire, game_id=game_id)] * 3)

    assert outcomes.count("died") == 2
