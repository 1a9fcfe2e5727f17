"""The clock of a turn: exact values, and what holds whatever the facts are."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import Final
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from games.clock import (
    LONGEST_NIGHT,
    MOST_NIGHT_AT_ONCE,
    Adjustment,
    AdjustmentKind,
    Facts,
    QuietHours,
    Span,
    Turn,
    adjustments_due,
    deadline_of,
    night_end,
)
from players.away import days_by_year, moment_of

DAY: Final = timedelta(days=1)
HOUR: Final = timedelta(hours=1)
MINUTE: Final = timedelta(minutes=1)
SECOND: Final = timedelta(seconds=1)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text + "Z")


def deadline(turn: Turn, facts: Facts, before: tuple[Adjustment, ...] = ()) -> datetime:
    return deadline_of(turn, [*before, *adjustments_due(turn, facts, before)])


NIGHT = QuietHours("Europe/Paris", time(22), time(7))
TURN = Turn(at("2026-12-01T10:00:00"), 3 * DAY)


def test_without_facts_a_turn_has_its_time() -> None:
    assert adjustments_due(TURN, Facts()) == ()
    assert deadline(TURN, Facts()) == at("2026-12-04T10:00:00")


def test_days_away_stop_the_clock() -> None:
    away = Span(at("2026-12-02T00:00:00"), at("2026-12-05T00:00:00"))

    assert adjustments_due(TURN, Facts(away=(away,))) == (
        Adjustment(AdjustmentKind.AWAY, at("2026-12-02T00:00:00"), 3 * 86_400),
    )
    assert deadline(TURN, Facts(away=(away,))) == at("2026-12-07T10:00:00")


@pytest.mark.parametrize(
    ("since", "until", "runs_out"),
    [
        # Over before the turn; from before it on; from its last second on; too late to matter.
        ("2026-11-20T00:00:00", "2026-12-01T10:00:00", "2026-12-04T10:00:00"),
        ("2026-11-20T00:00:00", "2026-12-01T22:00:00", "2026-12-04T22:00:00"),
        ("2026-12-04T09:59:59", "2026-12-05T09:59:59", "2026-12-05T10:00:00"),
        ("2026-12-04T10:00:00", "2026-12-05T10:00:00", "2026-12-04T10:00:00"),
    ],
)
def test_only_what_lies_within_the_turn_counts(since: str, until: str, runs_out: str) -> None:
    assert deadline(TURN, Facts(away=(Span(at(since), at(until)),))) == at(runs_out)


def test_a_second_absence_that_the_first_brings_into_the_turn_counts_too() -> None:
    away = (
        Span(at("2026-12-03T00:00:00"), at("2026-12-05T00:00:00")),
        Span(at("2026-12-06T00:00:00"), at("2026-12-07T00:00:00")),
    )
    assert deadline(TURN, Facts(away=away)) == at("2026-12-07T10:00:00")


def test_turns_shorter_than_a_day_do_not_wait_for_those_who_are_away() -> None:
    away = (Span(at("2026-12-01T00:00:00"), at("2026-12-05T00:00:00")),)
    assert deadline(Turn(TURN.started_at, DAY), Facts(away=away)) == at("2026-12-06T00:00:00")
    assert deadline(Turn(TURN.started_at, DAY - SECOND), Facts(away=away)) == TURN.started_at + DAY - SECOND


def test_an_outage_stops_every_clock_and_is_not_counted_twice() -> None:
    outage = Span(at("2026-12-01T10:00:10"), at("2026-12-01T10:01:40"))
    quick = Turn(TURN.started_at, timedelta(seconds=30))
    assert deadline(quick, Facts(outages=(outage,))) == quick.started_at + timedelta(seconds=30 + 90)
    # Whoever is away all that time has it already.
    away = Span(at("2026-12-01T00:00:00"), at("2026-12-02T00:00:00"))
    assert deadline(TURN, Facts(away=(away,), outages=(outage,))) == at("2026-12-05T00:00:00")
    # Half of it: the rest counts.
    late = Span(at("2026-12-01T23:00:00"), at("2026-12-02T01:00:00"))
    assert deadline(TURN, Facts(away=(away,), outages=(late,))) == at("2026-12-05T01:00:00")


def test_a_deadline_at_night_moves_to_its_end() -> None:
    night = QuietHours("UTC", time(22), time(11))
    turn = Turn(at("2026-12-01T03:00:00"), 2 * DAY)
    assert adjustments_due(turn, Facts(hours=NIGHT)) == (
        Adjustment(AdjustmentKind.HOURS, at("2026-12-03T03:00:00"), 3 * 3600),
    )
    assert night_end(at("2026-12-03T11:00:00"), night) is None
    assert night_end(at("2026-12-03T10:59:59"), night) == at("2026-12-03T11:00:00")
    assert night_end(at("2026-12-02T22:00:00"), night) == at("2026-12-03T11:00:00")
    assert night_end(at("2026-12-02T21:59:59"), night) is None


def test_hours_within_one_day() -> None:
    siesta = QuietHours("Europe/Paris", time(13), time(15, 30))
    assert night_end(at("2026-12-03T12:30:00"), siesta) == at("2026-12-03T14:30:00")
    assert night_end(at("2026-12-03T15:00:00"), siesta) is None


def test_quick_games_know_no_night() -> None:
    turn = Turn(at("2026-12-01T23:00:00"), HOUR - SECOND)
    assert deadline(turn, Facts(hours=NIGHT)) == turn.started_at + HOUR - SECOND
    assert deadline(Turn(turn.started_at, HOUR), Facts(hours=NIGHT)) == at("2026-12-02T06:00:00")


@pytest.mark.parametrize(
    ("moment", "ends"),
    [
        # Paris, 29 March 2026: 02:00 becomes 03:00. 25 October: 03:00 becomes 02:00.
        ("2026-03-28T23:00:00", "2026-03-29T05:00:00"),
        ("2026-03-29T01:30:00", "2026-03-29T05:00:00"),
        ("2026-10-24T23:00:00", "2026-10-25T06:00:00"),
        # The hour that comes twice: both belong to the night that ends at seven.
        ("2026-10-25T00:30:00", "2026-10-25T06:00:00"),
        ("2026-10-25T01:30:00", "2026-10-25T06:00:00"),
        # Leap days, and the eve of a year.
        ("2028-02-28T22:00:00", "2028-02-29T06:00:00"),
        ("2028-02-29T22:00:00", "2028-03-01T06:00:00"),
        ("2026-12-31T22:00:00", "2027-01-01T06:00:00"),
    ],
)
def test_the_night_is_that_of_the_clock_on_the_wall(moment: str, ends: str) -> None:
    assert night_end(at(moment), NIGHT) == at(ends)


def test_a_night_that_ends_within_the_hour_that_is_not_there_or_comes_twice() -> None:
    hours = QuietHours("Europe/Paris", time(23), time(2, 30))
    # 02:30 is not there on 29 March: the clock shows 03:30 then.
    assert night_end(at("2026-03-29T00:59:59"), hours) == at("2026-03-29T01:30:00")
    # 02:30 comes twice on 25 October: the second one counts.
    assert night_end(at("2026-10-25T00:45:00"), hours) == at("2026-10-25T01:30:00")
    assert night_end(at("2026-10-25T01:30:00"), hours) is None


def test_whoever_travels_sleeps_there_but_nobody_sleeps_for_ever() -> None:
    turn = Turn(at("2026-12-01T23:00:00"), 2 * DAY)
    before = adjustments_due(turn, Facts(hours=NIGHT))
    assert deadline(turn, Facts(), before) == at("2026-12-04T06:00:00")

    there = QuietHours("America/New_York", time(22), time(7))
    after = (*before, *adjustments_due(turn, Facts(hours=there), before))
    assert deadline_of(turn, after) == at("2026-12-04T12:00:00")
    # Hours changed again and again do not keep a table waiting.
    for hour in range(24 * 5):
        hours = QuietHours("UTC", time(hour * 5 % 24), time((hour * 5 + 11) % 24))
        after = (*after, *adjustments_due(turn, Facts(hours=hours), after))
    assert deadline_of(turn, after) <= turn.started_at + turn.allowed + MOST_NIGHT_AT_ONCE


def test_time_that_was_given_is_not_taken_back() -> None:
    away = Span(at("2026-12-02T00:00:00"), at("2026-12-05T00:00:00"))
    before = adjustments_due(TURN, Facts(away=(away,), hours=NIGHT))
    assert adjustments_due(TURN, Facts(), before) == ()
    assert adjustments_due(TURN, Facts(away=(away,), hours=NIGHT), before) == ()


def test_fractions_of_a_second_are_given_whole() -> None:
    turn = Turn(at("2026-12-01T10:00:00.700000"), DAY)
    outage = Span(at("2026-12-01T12:00:00.900000"), at("2026-12-01T12:01:10.100000"))
    (adjustment,) = adjustments_due(turn, Facts(outages=(outage,)))
    assert adjustment.seconds == 70
    assert deadline(turn, Facts(outages=(outage,))) == at("2026-12-02T10:01:10.700000")


ZONES: Final = ("UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu")
moments = some.datetimes(datetime(2026, 1, 1), datetime(2029, 12, 31), timezones=some.just(UTC))
lengths = some.timedeltas(SECOND, 20 * DAY)
spans = some.builds(lambda since, length: Span(since, since + length), moments, lengths)
turns = some.builds(Turn, moments, some.integers(10, 14 * 86_400).map(lambda seconds: timedelta(seconds=seconds)))
nights = some.builds(
    lambda zone, begin, minutes: QuietHours(zone, *_window(begin, minutes)),
    some.sampled_from(ZONES),
    some.integers(0, 24 * 60 - 1),
    some.integers(1, 12 * 60),
)


def _window(begin: int, minutes: int) -> tuple[time, time]:
    return (time(*divmod(begin, 60)), time(*divmod((begin + minutes) % (24 * 60), 60)))


def near(turn: Turn) -> some.SearchStrategy[Facts]:
    """Facts about the time of a turn: others would be of no interest."""
    when = some.timedeltas(-10 * DAY, 40 * DAY).map(lambda after: turn.started_at + after)
    span = some.builds(lambda since, length: Span(since, since + length), when, lengths)
    few = some.lists(span, max_size=4).map(tuple)
    return some.builds(Facts, few, some.none() | nights, few)


turns_and_facts = turns.flatmap(
    lambda turn: some.tuples(some.just(turn), some.lists(near(turn), min_size=1, max_size=4))
)


@settings(max_examples=200, deadline=None)
@given(turns_and_facts)
def test_whatever_the_facts(case: tuple[Turn, list[Facts]]) -> None:
    """Never backwards, adds up, bounded, nothing twice; whatever becomes of the facts meanwhile."""
    turn, changing = case
    adjustments: tuple[Adjustment, ...] = ()
    deadlines = [turn.started_at + turn.allowed]
    for facts in changing:
        due = adjustments_due(turn, facts, adjustments)
        assert due == adjustments_due(turn, facts, adjustments)
        adjustments = (*adjustments, *due)
        deadlines.append(deadline_of(turn, adjustments))
        assert adjustments_due(turn, facts, adjustments) == ()
        alone = deadline(turn, facts)
        assert alone >= deadlines[0]
    assert all(earlier <= later for earlier, later in pairwise(deadlines))
    assert deadlines[-1] - deadlines[0] == timedelta(seconds=sum(given.seconds for given in adjustments))
    assert all(given.seconds > 0 for given in adjustments)
    stops = [given for given in adjustments if given.kind is not AdjustmentKind.HOURS]
    _assert_apart(stops)
    # As long as the clock stood still, and a night or two after each time.
    asked = [span for facts in changing for span in (*facts.away, *facts.outages)]
    stood = _length(asked) + len(stops) * SECOND
    assert timedelta(seconds=sum(stop.seconds for stop in stops)) <= stood
    assert deadlines[-1] <= deadlines[0] + stood + (1 + len(stops)) * MOST_NIGHT_AT_ONCE


def _assert_apart(stops: list[Adjustment]) -> None:
    ordered = sorted(stops, key=lambda stop: stop.since)
    for earlier, later in pairwise(ordered):
        assert later.since >= earlier.since + timedelta(seconds=earlier.seconds) - SECOND


def _length(spans: list[Span]) -> timedelta:
    """Of all of them together, overlaps counted once."""
    total, reached = timedelta(), None
    for span in sorted(spans, key=lambda span: span.since):
        since = span.since if reached is None else max(span.since, reached)
        if since < span.until:
            total += span.until - since
            reached = span.until
    return total


@settings(max_examples=300, deadline=None)
@given(moments, nights)
def test_no_deadline_falls_into_the_night(moment: datetime, hours: QuietHours) -> None:
    end = night_end(moment, hours)
    if end is not None:
        # An hour may come twice in it.
        assert moment < end <= moment + LONGEST_NIGHT + HOUR
        assert night_end(end, hours) is None
        shown = end.astimezone(ZoneInfo(hours.zone)).time()
        assert (
            shown == hours.end
            or end.astimezone(ZoneInfo(hours.zone)).utcoffset() != moment.astimezone(ZoneInfo(hours.zone)).utcoffset()
        )


@settings(max_examples=100, deadline=None)
@given(turns, nights)
def test_a_turn_ends_by_day(turn: Turn, hours: QuietHours) -> None:
    end = deadline(turn, Facts(hours=hours))
    assert turn.allowed < HOUR or night_end(end, hours) is None


@pytest.mark.parametrize(
    ("since", "until", "zone", "days"),
    [
        (date(2026, 12, 24), date(2026, 12, 27), "Europe/Paris", {2026: 3}),
        # Over the eve of a year, a leap day, and both changes of the clock: whole days all the same.
        (date(2026, 12, 30), date(2027, 1, 3), "Europe/Paris", {2026: 2, 2027: 2}),
        (date(2028, 2, 28), date(2028, 3, 1), "Europe/Paris", {2028: 2}),
        (date(2026, 3, 28), date(2026, 3, 31), "Europe/Paris", {2026: 3}),
        (date(2026, 10, 24), date(2026, 10, 27), "Europe/Paris", {2026: 3}),
        (date(2026, 12, 31), date(2027, 1, 1), "Pacific/Auckland", {2026: 1}),
        # A begun day is a day.
        (at("2026-06-01T18:00:00"), at("2026-06-03T08:00:00"), "UTC", {2026: 2}),
        (at("2026-06-01T18:00:00"), at("2026-06-01T18:00:01"), "UTC", {2026: 1}),
    ],
)
def test_away_days_are_those_of_the_calendar(
    since: date | datetime, until: date | datetime, zone: str, days: dict[int, int]
) -> None:
    assert days_by_year(moment_of(since, zone), moment_of(until, zone), zone) == days


def test_a_time_zone_that_is_known_no_more_is_utc() -> None:
    """A name was good when it was given; the tables of another machine may not have it."""
    night = QuietHours("Atlantis/Poseidonis", time(22), time(6))
    utc = QuietHours("UTC", time(22), time(6))
    moment = datetime(2027, 3, 1, 23, tzinfo=UTC)

    assert night_end(moment, night) == night_end(moment, utc) != moment
