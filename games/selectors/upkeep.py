"""How far behind is the service with what must not be forgotten?"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Min

from games.engine.types import Status
from games.models import Game, Heartbeat, OutboxMessage, Seat, Topic
from games.store import now
from players.measures import Reading
from players.models import Player


@dataclass(frozen=True, slots=True)
class Backlog:
    """Messages of one topic that wait in the outbox, and the age of the oldest in seconds (0 when none waits)."""

    waiting: int
    oldest: float


@dataclass(frozen=True, slots=True)
class SweepStatus:
    """What waits now. Ages are in seconds, by the database's clock.

    `turns` counts the turns of humans and of bots, `overdue` is how long ago the oldest deadline passed (0 when none
    did), `seen` how long ago each part was seen at work.
    """

    turns: dict[str, int]
    overdue: float
    outbox: dict[str, Backlog]
    seen: dict[str, float]


def sweep_status_get() -> SweepStatus:
    """What waits now, in five small questions."""
    moment = now()
    turns = dict(
        Seat.objects.filter(game__status=Status.ACTIVE, seat=F("game__to_act"))
        .values_list("player__kind")
        .annotate(Count("pk"))
        .order_by()
    )
    first = Game.objects.filter(status=Status.ACTIVE).aggregate(first=Min("deadline"))["first"]
    messages = OutboxMessage.objects.values_list("topic").annotate(Count("pk"), Min("created_at")).order_by()
    waiting = {topic: Backlog(count, _age(moment, since)) for topic, count, since in messages}
    return SweepStatus(
        turns={kind: turns.get(kind, 0) for kind in Player.Kind.values},
        overdue=_age(moment, first),
        outbox={topic.value: waiting.get(topic.value, Backlog(0, 0.0)) for topic in Topic},
        seen={name: _age(moment, seen_at) for name, seen_at in Heartbeat.objects.values_list("name", "seen_at")},
    )


def sweep_readings() -> Iterator[Reading]:
    """The same, as gauges."""
    status = sweep_status_get()
    yield Reading(
        "nessos_turns_waiting", "Turns that wait for a move.", ("who",), {(who,): n for who, n in status.turns.items()}
    )
    yield Reading(
        "nessos_oldest_overdue_turn_seconds", "How long ago the oldest deadline passed.", (), {(): status.overdue}
    )
    backlogs = status.outbox.items()
    yield Reading(
        "nessos_outbox_messages",
        "Messages that wait in the outbox.",
        ("topic",),
        {(topic,): backlog.waiting for topic, backlog in backlogs},
    )
    yield Reading(
        "nessos_outbox_oldest_seconds",
        "Age of the oldest message in the outbox.",
        ("topic",),
        {(topic,): backlog.oldest for topic, backlog in backlogs},
    )
    yield Reading(
        "nessos_part_seen_seconds",
        "How long ago a part was seen at work.",
        ("part",),
        {(name,): seconds for name, seconds in status.seen.items()},
    )


def _age(moment: datetime, since: datetime | None) -> float:
    return 0.0 if since is None else max(0.0, (moment - since).total_seconds())
