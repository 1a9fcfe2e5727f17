"""What moves the deadlines of running games: days away, hours, outages; and that it all adds up afterwards."""

import io
import random
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from games.clock import AdjustmentKind, Turn, deadline_of
from games.engine.types import Visibility
from games.models import ClockAdjustment, ClockTimestamp, EventKind, Game, GameEvent, Heartbeat, Outage
from games.selectors.clock import clock_get
from games.selectors.games import game_get
from games.services.clock import adjustments_of
from games.services.expiry import turn_expire
from games.services.lobby import game_open, seat_take
from games.services.moves import move_submit
from games.services.outages import outages_credit, sweeper_beat, turn_refresh, turns_of_player_refresh
from games.services.turns import seat_resign
from games.services.upkeep import game_check
from players.absence import away_cancel, away_take, days_of
from players.errors import Refusal
from players.models import AwayPeriod, Player
from players.services import NO_HOURS, player_update
from tests.games.playing import people, random_move, started_game, state_of
from tests.moved import Clock

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
START = datetime(2026, 12, 1, 10, tzinfo=UTC)


@pytest.fixture
def table(clock: Clock) -> tuple[str, list[Player], Player]:
    """A game that started at ten on the first of December, its players, and who is to act. A turn is a day."""
    clock.stop(START)
    seated = people("ann", "bob", "cleo")
    game_id = started_game(seated)
    return game_id, seated, seated[state_of(game_id).to_act or 0]


type Table = tuple[str, list[Player], Player]


def deadline(game_id: str) -> datetime:
    """The deadline, once it is certain that it is what the facts say, by every way there is to ask."""
    game = Game.objects.get(pk=game_id)
    clock = clock_get(game_id=game_id, viewer=None)
    assert clock.started_at is not None
    given = timedelta(seconds=sum(adjustment.seconds for adjustment in clock.adjustments))
    assert clock.started_at + clock.turn + given == clock.deadline == game.deadline
    assert game_check(game_id=game_id, with_projections=True) is None
    assert game.deadline is not None
    return game.deadline


def kinds(game_id: str) -> list[str]:
    return [adjustment.kind.value for adjustment in clock_get(game_id=game_id, viewer=None).adjustments]


def test_days_away_move_the_deadline_of_a_turn_that_runs(table: Table) -> None:
    game_id, _, player = table

    away_take(player=player, since=date(2026, 12, 2), until=date(2026, 12, 5))

    assert deadline(game_id) == START + DAY + 3 * DAY
    assert kinds(game_id) == ["away"]
    assert Game.objects.get(pk=game_id).version == GameEvent.objects.filter(game=game_id).count()


def test_others_being_away_does_not_matter(table: Table) -> None:
    game_id, seated, player = table
    for other in seated:
        if other != player:
            away_take(player=other, since=date(2026, 12, 1), until=date(2026, 12, 5))
    assert deadline(game_id) == START + DAY


def test_a_turn_that_comes_to_one_who_is_away_waits_from_the_beginning(table: Table, clock: Clock) -> None:
    game_id, seated, player = table
    for other in seated:
        if other != player:
            away_take(player=other, since=date(2026, 12, 2), until=date(2026, 12, 5))
    move, version = random_move(game_id, player, random.Random(1))
    move_submit(game_id=game_id, actor=player, move=move, version=version)
    assert deadline(game_id) == START + DAY + 3 * DAY

    clock.stop(datetime(2026, 12, 3, 12, tzinfo=UTC))
    view = game_get(game_id=game_id, viewer=None)
    away = {seat.seat: view.header.players[seat.player or 0].away_until for seat in view.view.seats}
    back = datetime(2026, 12, 5, tzinfo=UTC)
    assert away == {seat: None if other == player else back for seat, other in enumerate(seated)}


def test_quick_games_do_not_wait(table: Table) -> None:
    _, seated, _ = table
    opened = game_open(
        creator=seated[0], players=3, turn=DAY - timedelta(seconds=1), visibility=Visibility.PUBLIC, rated=True,
        name="", bots=(), entropy=None,
    )  # fmt: skip
    game_id = opened.header.id
    for player in seated[1:]:
        seat_take(game_id=game_id, actor=player, invite=None, entropy=None)
    for player in seated:
        away_take(player=player, since=date(2026, 12, 1), until=date(2026, 12, 5))
    assert deadline(game_id) == START + DAY - timedelta(seconds=1)


def test_a_deadline_does_not_move_backwards_and_days_that_were_given_are_spent(table: Table, settings: Any) -> None:
    settings.AWAY_DAYS_A_YEAR = 5
    game_id, _, player = table
    used = away_take(player=player, since=date(2026, 12, 2), until=date(2026, 12, 5))
    unused = away_take(player=player, since=date(2026, 12, 20), until=date(2026, 12, 22))
    moved = deadline(game_id)

    away_cancel(player=player, away_id=used.pk)
    away_cancel(player=player, away_id=unused.pk)

    assert deadline(game_id) == moved
    assert days_of(AwayPeriod.objects.get(pk=used.pk)) == {2026: 3}
    assert days_of(AwayPeriod.objects.get(pk=unused.pk)) == {}
    # Given back, and spent again; there is no way to have more than there are.
    away_take(player=player, since=date(2026, 12, 6), until=date(2026, 12, 8))
    with pytest.raises(Refusal) as refused:
        away_take(player=player, since=date(2026, 12, 9), until=date(2026, 12, 10))
    assert refused.value.extra == {"year": 2026, "left": 0}
    # A new year has new days.
    away_take(player=player, since=date(2027, 1, 1), until=date(2027, 1, 6))


def test_no_game_is_endless(table: Table, clock: Clock) -> None:
    """A player who uses every way to put a turn off is out of ways at last."""
    game_id, _, player = table
    rng = random.Random(3)
    for step in range(200):
        since = (deadline(game_id) - HOUR).date() if step % 10 == 0 else START.date() + rng.randrange(90) * DAY
        try:
            away = away_take(player=player, since=since, until=since + rng.randrange(1, 4) * DAY)
            if rng.random() < 0.5:
                away_cancel(player=player, away_id=away.pk)
        except Refusal:
            pass
        player_update(player=player, quiet=(time(rng.randrange(0, 12)), time(rng.randrange(12, 13))))
        turns_of_player_refresh(player.pk)
    given = ClockAdjustment.objects.filter(kind=AdjustmentKind.AWAY)
    assert sum(given.values_list("seconds", flat=True)) <= 62 * 86_400
    assert deadline(game_id) <= START + DAY + 62 * DAY + (1 + given.count()) * DAY
    clock.stop(deadline(game_id))
    assert turn_expire(game_id=game_id) is True


def test_deadlines_do_not_fall_into_the_night(table: Table, clock: Clock) -> None:
    game_id, _, player = table
    # Ten in the morning in London is two at night in Los Angeles.
    player_update(player=player, time_zone="America/Los_Angeles", quiet=(time(22), time(7)))
    assert deadline(game_id) == datetime(2026, 12, 2, 15, tzinfo=UTC)
    assert kinds(game_id) == ["hours"]
    # Who moves on is not in the dark again; what was given stays.
    player_update(player=player, time_zone="Europe/London")
    player_update(player=player, quiet=NO_HOURS)
    assert deadline(game_id) == datetime(2026, 12, 2, 15, tzinfo=UTC)
    clock.stop(datetime(2026, 12, 2, 15, tzinfo=UTC))
    assert turn_expire(game_id=game_id) is True


def test_what_was_not_noticed_in_time_is_noticed_before_a_turn_expires(table: Table, clock: Clock) -> None:
    """Somebody changed their hours, and whoever should have moved the deadline was killed."""
    game_id, _, player = table
    Player.objects.filter(pk=player.pk).update(quiet_from=time(8), quiet_until=time(14))
    clock.stop(START + DAY)

    assert turn_expire(game_id=game_id) is False

    assert deadline(game_id) == START + DAY + 4 * HOUR
    assert not GameEvent.objects.filter(kind=EventKind.TURN_EXPIRED).exists()


def test_a_seat_that_passes_to_a_bot_keeps_its_deadline(table: Table) -> None:
    game_id, _, player = table
    away_take(player=player, since=date(2026, 12, 2), until=date(2026, 12, 5))
    seat_resign(game_id=game_id, actor=player)
    assert deadline(game_id) == START + 4 * DAY
    turns_of_player_refresh(player.pk)
    assert deadline(game_id) == START + 4 * DAY


def test_an_outage_is_given_to_every_turn_once(table: Table, clock: Clock) -> None:
    game_id, _, _ = table
    assert sweeper_beat() is False
    clock.stop(START + timedelta(seconds=59))
    assert sweeper_beat() is False
    clock.stop(START + timedelta(seconds=59) + 2 * HOUR)

    assert sweeper_beat() is True
    assert sweeper_beat() is False
    assert outages_credit(between=sweeper_beat) == 1
    assert outages_credit(between=sweeper_beat) == 0

    assert deadline(game_id) == START + DAY + 2 * HOUR
    outage = Outage.objects.get()
    assert (outage.began_at, outage.ended_at) == (
        START + timedelta(seconds=59), START + timedelta(seconds=59) + 2 * HOUR,
    )  # fmt: skip
    assert outage.credited_at is not None
    Outage.objects.update(credited_at=None)
    assert outages_credit(between=sweeper_beat) == 0
    assert deadline(game_id) == START + DAY + 2 * HOUR


def test_no_turn_expires_before_it_is_known_how_long_the_service_was_down(table: Table, clock: Clock) -> None:
    """Whoever wakes up after a long freeze, in the middle of a sweep, must not take it out on the players."""
    game_id, _, _ = table
    sweeper_beat()
    clock.stop(START + 3 * DAY)

    assert turn_expire(game_id=game_id) is False
    sweeper_beat()
    assert turn_expire(game_id=game_id) is False

    assert deadline(game_id) == START + DAY + 3 * DAY
    clock.stop(START + 4 * DAY)
    Heartbeat.objects.update(seen_at=ClockTimestamp())
    assert turn_expire(game_id=game_id) is True


def test_a_clock_that_goes_back_is_no_outage(table: Table, clock: Clock) -> None:
    sweeper_beat()
    clock.stop(START - HOUR)
    assert sweeper_beat() is False
    clock.stop(START - HOUR + timedelta(seconds=30))
    assert sweeper_beat() is False
    assert not Outage.objects.exists()


def test_the_deadlines_are_written_anew(table: Table) -> None:
    game_id, _, player = table
    away_take(player=player, since=date(2026, 12, 2), until=date(2026, 12, 5))
    before = Game.objects.values().get(pk=game_id)
    Game.objects.filter(pk=game_id).update(deadline=START, turn_seq=1, turn_started_at=START)
    assert game_check(game_id=game_id, with_projections=True) is not None

    call_command("rebuild_projections", "--quiet", stdout=io.StringIO())

    after = Game.objects.values().get(pk=game_id)
    assert {**after, "current_round_id": 0} == {**before, "current_round_id": 0}
    deadline(game_id)


@pytest.mark.parametrize(
    "statement", ["UPDATE games_clockadjustment SET seconds = 1", "DELETE FROM games_clockadjustment"]
)
def test_what_was_given_cannot_be_changed(table: Table, statement: str) -> None:
    _, _, player = table
    away_take(player=player, since=date(2026, 12, 2), until=date(2026, 12, 5))
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_over_the_change_of_the_clock_a_turn_lasts_as_long_as_ever(clock: Clock) -> None:
    """Days of 23 and 25 hours: turns are counted in hours, nights by the clock on the wall."""
    for start, end_of_night in (
        (datetime(2026, 3, 28, 1, 30, tzinfo=UTC), datetime(2026, 3, 29, 5, tzinfo=UTC)),
        (datetime(2026, 10, 24, 1, 30, tzinfo=UTC), datetime(2026, 10, 25, 6, tzinfo=UTC)),
    ):
        clock.stop(start)
        seated = people(*(f"{name}{start.month}" for name in ("ann", "bob", "cleo")))
        game_id = started_game(seated)
        assert deadline(game_id) == start + DAY
        player = seated[state_of(game_id).to_act or 0]
        player_update(player=player, time_zone="Europe/Paris", quiet=(time(22), time(7)))
        assert deadline(game_id) == end_of_night
        clock.stop(end_of_night - timedelta(microseconds=1))
        assert turn_expire(game_id=game_id) is False
        clock.stop(end_of_night)
        assert turn_expire(game_id=game_id) is True


def test_the_clock_is_a_function_of_what_is_written(table: Table) -> None:
    game_id, _, player = table
    away_take(player=player, since=date(2026, 12, 2), until=date(2026, 12, 5))
    game = Game.objects.get(pk=game_id)
    assert game.turn_started_at is not None
    assert game.turn_seq is not None
    turn = Turn(game.turn_started_at, game.turn)
    assert deadline_of(turn, adjustments_of(game, game.turn_seq)) == game.deadline


def test_a_game_that_cannot_be_read_is_not_in_the_way(
    table: Table, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game_id, seated, player = table
    other = started_game(seated)
    honest = turn_refresh

    def failing(*, game_id: str) -> bool | None:
        if game_id == other:
            raise RuntimeError("the hand is [3, 7]")
        return honest(game_id=game_id)

    monkeypatch.setattr("games.services.outages.turn_refresh", failing)
    sweeper_beat()
    clock.stop(START + HOUR)
    sweeper_beat()

    assert outages_credit(between=sweeper_beat) == 1
    away_take(player=player, since=date(2026, 12, 2), until=date(2026, 12, 3))

    assert deadline(game_id) == START + DAY + HOUR + DAY
    assert f"clock not set: game {other}: RuntimeError" in caplog.text
    assert "[3, 7]" not in caplog.text
    assert Outage.objects.get().credited_at is not None
