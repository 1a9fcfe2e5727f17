"""Counting days away: whole days of the player's own calendar. Reads no clock and no database."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

_DAY: Final = timedelta(days=1)


def is_time_zone(name: str) -> bool:
    """Is it the name of a time zone of IANA's?"""
    return name in _time_zones()


def zone_named(name: str) -> ZoneInfo:
    """A time zone; UTC for one that this machine knows no more: a clock that runs on beats one that stops a game."""
    return ZoneInfo(name if is_time_zone(name) else "UTC")


def moment_of(given: date | datetime, zone: str) -> datetime:
    """A moment as it is; a date as the midnight with which it begins in the zone."""
    if isinstance(given, datetime):
        return given.astimezone(UTC)
    return datetime.combine(given, time(), tzinfo=zone_named(zone)).astimezone(UTC)


def today_of(moment: datetime, zone: str) -> datetime:
    """The midnight with which the day of `moment` begins in the zone."""
    return moment_of(moment.astimezone(zone_named(zone)).date(), zone)


def days_by_year(since: datetime, until: datetime, zone: str) -> Counter[int]:
    """How many days of which years lie between two moments, begun ones counted whole.

    By the clock on the wall: a day has 24 hours there, whatever the summer time does.
    """
    days: Counter[int] = Counter()
    begin, end = (moment.astimezone(zone_named(zone)).replace(tzinfo=None) for moment in (since, until))
    for year in range(begin.year, end.year + 1):
        part = min(end, datetime(year + 1, 1, 1)) - max(begin, datetime(year, 1, 1))
        if part > timedelta():
            days[year] = -(-part // _DAY)
    return days


def days_in_all(periods: Iterable[Counter[int]]) -> Counter[int]:
    """Days of several periods together, by year."""
    total: Counter[int] = Counter()
    for days in periods:
        total.update(days)
    return total


@cache
def _time_zones() -> frozenset[str]:
    return frozenset(available_timezones())
