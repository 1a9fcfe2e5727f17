"""When a turn runs out: a pure function of recorded facts. It reads no clock and no database.

A turn starts, and has the time that the game gives it. Its clock stands still while its player is away and while the
service was down; and a deadline that falls into the player's night moves to the end of it. Each of these is an
adjustment of whole seconds. What was given once is never taken back, so a deadline never moves backwards: whoever asks
again brings what was given before, and gets what is still missing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from typing import Final

from players.away import zone_named

SHORTEST_TURN_WITH_AWAY: Final = timedelta(days=1)
"""Away days stop the clock of no shorter turns."""
SHORTEST_TURN_WITH_HOURS: Final = timedelta(hours=1)
"""Who plays with shorter turns is awake."""
LONGEST_NIGHT: Final = timedelta(hours=12)
MOST_NIGHT_AT_ONCE: Final = timedelta(hours=24)
"""How far nights move a deadline before its clock stands still again. Two nights: a player may have travelled. Without
it, hours that are changed again and again would make a game endless."""

_SECOND: Final = timedelta(seconds=1)


class AdjustmentKind(StrEnum):
    """Why a deadline is later than the time for the turn."""

    AWAY = "away"
    HOURS = "hours"
    OUTAGE = "outage"
    GRACE = "grace"


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of a seat: when it started, and how much time the game gives."""

    started_at: datetime
    allowed: timedelta


@dataclass(frozen=True, slots=True)
class Span:
    """From `since` on, up to and without `until`."""

    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class QuietHours:
    """A nightly window in a time zone (a name of IANA's), over midnight when it ends no later than it begins."""

    zone: str
    begin: time
    end: time


@dataclass(frozen=True, slots=True)
class Facts:
    """All that moves the deadline of one player's turn."""

    away: tuple[Span, ...] = ()
    hours: QuietHours | None = None
    outages: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Time given to a turn. Of a stop, `since` is when the clock stood still; of hours and grace, the deadline before.

    Grace is a moderator's, and follows from nothing here.
    """

    kind: AdjustmentKind
    since: datetime
    seconds: int

    @property
    def until(self) -> datetime:
        return self.since + timedelta(seconds=self.seconds)


def deadline_of(turn: Turn, adjustments: Iterable[Adjustment]) -> datetime:
    """When the turn runs out: start, time allowed, and all adjustments add up to it."""
    return turn.started_at + turn.allowed + timedelta(seconds=sum(given.seconds for given in adjustments))


def adjustments_due(turn: Turn, facts: Facts, given: Sequence[Adjustment] = ()) -> tuple[Adjustment, ...]:
    """What the facts give the turn beyond what was `given`, in the order in which it is to be given."""
    adjustments = list(given)
    while (due := _stop_due(turn, facts, adjustments) or _hours_due(turn, facts, adjustments)) is not None:
        adjustments.append(due)
    return tuple(adjustments[len(given) :])


def night_end(moment: datetime, hours: QuietHours) -> datetime | None:
    """The end of the night in which `moment` lies; None by day.

    An hour that comes twice is wholly part of the night, and one that is left out counts as the one after it.
    """
    zone = zone_named(hours.zone)
    today = moment.astimezone(zone).date()
    over_midnight = timedelta(days=hours.end <= hours.begin)
    for day in (today - timedelta(days=1), today):
        begin = datetime.combine(day, hours.begin, tzinfo=zone)
        last = datetime.combine(day + over_midnight, hours.end, tzinfo=zone)
        end = max(last.replace(fold=0).astimezone(UTC), last.replace(fold=1).astimezone(UTC))
        if begin.astimezone(UTC) <= moment < end:
            return end
    return None


def _stop_due(turn: Turn, facts: Facts, adjustments: Sequence[Adjustment]) -> Adjustment | None:
    """The first stretch before the deadline in which the clock stood still, and for which nothing was given yet."""
    deadline = deadline_of(turn, adjustments)
    stops = [given for given in adjustments if given.kind in (AdjustmentKind.AWAY, AdjustmentKind.OUTAGE)]
    covered = [Span(given.since, given.until) for given in stops]
    away = facts.away if turn.allowed >= SHORTEST_TURN_WITH_AWAY else ()
    due = [
        (piece.since, kind, piece.until)
        for kind, stops in ((AdjustmentKind.AWAY, away), (AdjustmentKind.OUTAGE, facts.outages))
        for stop in stops
        for piece in _uncovered(Span(max(stop.since, turn.started_at), stop.until), covered)
        if piece.since < deadline
    ]
    if not due:
        return None
    since, kind, until = min(due)
    return Adjustment(kind, since, _whole_seconds(until - since))


def _hours_due(turn: Turn, facts: Facts, adjustments: Sequence[Adjustment]) -> Adjustment | None:
    """The way to the end of the night, if the deadline falls into one."""
    if facts.hours is None or turn.allowed < SHORTEST_TURN_WITH_HOURS:
        return None
    deadline = deadline_of(turn, adjustments)
    end = night_end(deadline, facts.hours)
    if end is None:
        return None
    seconds = _whole_seconds(end - deadline)
    if timedelta(seconds=seconds + sum(_nights_at_the_end(adjustments))) > MOST_NIGHT_AT_ONCE:
        return None
    return Adjustment(AdjustmentKind.HOURS, deadline, seconds)


def _nights_at_the_end(adjustments: Sequence[Adjustment]) -> Iterator[int]:
    for given in reversed(adjustments):
        if given.kind is not AdjustmentKind.HOURS:
            return
        yield given.seconds


def _uncovered(span: Span, covered: Sequence[Span]) -> list[Span]:
    """What is left of `span` without those that were counted."""
    left = [span] if span.since < span.until else []
    for gone in covered:
        left = [
            piece
            for part in left
            for piece in (
                Span(part.since, min(part.until, gone.since)),
                Span(max(part.since, gone.until), part.until),
            )
            if piece.since < piece.until
        ]
    return left


def _whole_seconds(duration: timedelta) -> int:
    """Rounded up: nobody gets less than is theirs."""
    return -(-duration // _SECOND)
