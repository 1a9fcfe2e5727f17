"""The only writer of away periods."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from players.away import days_by_year, days_in_all, moment_of, today_of
from players.changes import time_changed
from players.errors import ErrorCode, Refusal
from players.models import AwayPeriod, Player
from players.transactions import one_transaction

AHEAD_MOST: Final = timedelta(days=366)


def away_take(*, player: Player, since: date | datetime, until: date | datetime) -> AwayPeriod:
    """Be away from `since` up to and without `until`; dates begin at midnight in the player's time zone.

    It may begin today at the earliest, and costs the days of the player's calendar, begun ones whole. Raises Refusal:
    invalid_value, no_away_days_left.
    """
    with one_transaction():
        # One at a time: two halves of the days that are left must not be spent twice.
        owner = Player.objects.select_for_update(no_key=True).annotate(now=Now()).get(pk=player.pk)
        zone, now = owner.time_zone, owner.now
        period = AwayPeriod(
            player=owner,
            since=moment_of(since, zone),
            until=moment_of(until, zone),
            time_zone=zone,
            created_at=now,
        )
        _expect_sensible(period, now)
        _expect_days_left(period)
        period.save(force_insert=True)
        Player.objects.filter(pk=owner.pk).update(time_changed_at=Now())
    time_changed(player.pk)
    return period


def away_cancel(*, player: Player, away_id: str) -> None:
    """Be back at once. Days that have not begun are given back, unless a turn was given time for them already.

    No deadline moves backwards. Raises Refusal: not_found, also when it is over or cancelled, or another player's.
    """
    with one_transaction():
        mine = AwayPeriod.objects.filter(pk=away_id, player=player, until__gt=Now(), cancelled_at=None)
        if not mine.update(cancelled_at=Now()):
            raise Refusal(ErrorCode.NOT_FOUND)


@transaction.atomic
def away_use(*, ids: Sequence[str]) -> bool:
    """Note that a turn is given time for these periods; False when one of them was cancelled meanwhile.

    Whoever cancels one waits until this transaction ends.
    """
    return AwayPeriod.objects.filter(pk__in=ids, cancelled_at=None).update(is_used=True) == len(ids)


def days_of(period: AwayPeriod) -> Counter[int]:
    """What a period costs, by year."""
    until = period.until
    if period.cancelled_at is not None and not period.is_used:
        until = min(until, max(period.cancelled_at, period.since))
    return days_by_year(period.since, until, period.time_zone)


def _expect_sensible(period: AwayPeriod, now: datetime) -> None:
    if period.since < today_of(now, period.time_zone):
        raise Refusal(ErrorCode.INVALID_VALUE, "You can be away from today on.", field="from")
    if period.until <= max(period.since, now):
        raise Refusal(ErrorCode.INVALID_VALUE, "The end lies before the beginning, or is past.", field="until")
    if period.until > now + AHEAD_MOST:
        raise Refusal(ErrorCode.INVALID_VALUE, "Plan no more than a year ahead.", field="until")
    others = Q(player=period.player, cancelled_at=None, since__lt=period.until, until__gt=period.since)
    if AwayPeriod.objects.filter(others).exists():
        raise Refusal(ErrorCode.INVALID_VALUE, "You are away then already.", field="from")


def _expect_days_left(period: AwayPeriod) -> None:
    # Whatever the zones in which they were counted, periods that reach into a year end after its eve.
    recent = AwayPeriod.objects.filter(player=period.player, until__gt=period.since - timedelta(days=367))
    spent = days_in_all(days_of(other) for other in recent)
    for year, days in days_of(period).items():
        left = max(0, settings.AWAY_DAYS_A_YEAR - spent[year])
        if days > left:
            raise Refusal(ErrorCode.NO_AWAY_DAYS_LEFT, extra={"year": year, "left": left})
