"""Work that facts ask for: written with the facts, kicked after the commit, swept when the kick was lost.

The rooms that do the work say so at start-up (`handle`): this one knows their tasks by name only. A kick is a hint
and may be lost; the row stays until the work is done, and the sweeper sends it again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Least, Now

from games.models import ClockTimestamp, OutboxMessage, Topic
from players.broker import send, soon
from players.crashes import reach
from players.tracing import following, request_id

_TASKS: Final[dict[Topic, str]] = {}
_SLOWEST_RETRY: Final = timedelta(minutes=1)
_QUICK_RETRIES: Final = 3
"""So many times the same pause: what was lost on its way is lost at random; only what fails again is put off."""
_MOST_COUNTED: Final = 1_000
"""Attempts beyond this are not counted: what nobody can do is tried for ever."""


@dataclass(frozen=True, slots=True)
class Message:
    """What a task gets: nothing secret, nothing that can go stale; and the request that it follows from, if any."""

    topic: Topic
    game_id: str
    version: int
    request_id: str = field(default_factory=request_id.get, compare=False)
    pause: timedelta = field(default=timedelta(), compare=False)
    """So much later it is due: then it is not kicked, the sweeper sends it."""


def handle(topic: Topic, task: str) -> None:
    """Say which task does the work of a topic."""
    _TASKS[topic] = task


def enqueue(messages: Iterable[Message]) -> None:
    """Keep messages with the facts of the running transaction, and kick their tasks once it is committed."""
    kept = list(messages)
    if not kept:
        return
    OutboxMessage.objects.bulk_create(
        [
            OutboxMessage(
                topic=message.topic,
                game_id=message.game_id,
                version=message.version,
                request_id=message.request_id,
                next_at=ClockTimestamp() + (message.pause or timedelta(seconds=settings.OUTBOX_GRACE)),
            )
            for message in kept
        ]
    )
    reach("outbox.written")
    at_once = [message for message in kept if not message.pause]
    transaction.on_commit(lambda: _committed(at_once), robust=True)


def _committed(messages: Sequence[Message]) -> None:
    reach("outbox.committed")
    soon(lambda: kick(messages))


def kick(messages: Iterable[Message]) -> int:
    """Send the tasks of committed messages to the worker; how many, before the broker was found to be away."""
    sent = 0
    for message in messages:
        with following(message.request_id):
            if not send(_TASKS[message.topic], message.game_id, message.version):
                break
        sent += 1
    reach("outbox.kicked")
    return sent


def done(message: Message) -> None:
    """The work is done, or was not needed any more."""
    reach(f"{message.topic}.worked")
    OutboxMessage.objects.filter(topic=message.topic, game_id=message.game_id, version=message.version).delete()


def again(message: Message) -> None:
    """A part of the work is done: the rest is to follow at once, and is due again should this kick be lost."""
    rows = OutboxMessage.objects.filter(topic=message.topic, game_id=message.game_id, version=message.version)
    if rows.update(attempts=0, next_at=ClockTimestamp() + timedelta(seconds=settings.OUTBOX_GRACE)):
        kick([message])


def put_back(messages: Iterable[Message]) -> None:
    """Claimed messages that were not sent after all: they are due again soon, and no attempt is counted."""
    for message in messages:
        OutboxMessage.objects.filter(
            topic=message.topic, game_id=message.game_id, version=message.version, attempts__gt=0
        ).update(attempts=F("attempts") - 1, next_at=ClockTimestamp() + timedelta(seconds=settings.OUTBOX_GRACE))


def claim_due(*, limit: int) -> list[Message]:
    """Take the messages that waited too long, and put off their next turn: longer after some times, a minute at most.

    Safe beside other sweepers: each message is taken by one of them.
    """
    with transaction.atomic():
        due = list(
            OutboxMessage.objects.select_for_update(skip_locked=True)
            # The time of the statement: the one that runs on would have each message looked at.
            .filter(next_at__lte=Now())
            .order_by("next_at")[:limit]
        )
        for row in due:
            longer = 2 ** min(max(0, row.attempts + 1 - _QUICK_RETRIES), 10)
            pause = min(timedelta(seconds=settings.OUTBOX_GRACE) * longer, _SLOWEST_RETRY)
            counted = Least(F("attempts") + 1, _MOST_COUNTED)
            OutboxMessage.objects.filter(pk=row.pk).update(attempts=counted, next_at=ClockTimestamp() + pause)
    reach("sweep.claimed")
    return [Message(Topic(row.topic), row.game_id, row.version, row.request_id) for row in due]
