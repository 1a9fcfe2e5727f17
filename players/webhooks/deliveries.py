"""How a notice gets to a webhook: planned with the notice, claimed, sent, and written down, each in its own step.

A claim counts the attempt and sets the next one before anything is sent, and holds the webhook for a while. Whoever
dies after it has lost nothing: the next attempt comes by itself, with the same id and the same bytes. No transaction
and no connection to the database is held while something is sent.

Deliveries of one webhook are sent one at a time, the oldest of those due first. One that was answered wrongly is tried
again later and does not hold up the others. When nobody is there, all wait, so that a dead receiver costs one attempt
each time and not one for each thing that waits.
"""

import logging
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce, Now

from players.crashes import reach
from players.measures import DELIVERED, DELIVERIES, FAILED
from players.notices.choices import never_wanted
from players.notices.models import Notice, NoticeChannel, NoticeKind
from players.notices.services import News, notices_tell
from players.tracing import FIELDS, following
from players.transactions import one_transaction
from players.webhooks.kicks import kick, kick_soon
from players.webhooks.models import Delivery, Webhook, WebhookDisabled
from players.webhooks.selectors import DELIVERIES_KEPT, free, listening
from players.webhooks.sending import Outcome, post
from players.webhooks.signing import SecretLost, headers_signed, secret_open
from players.webhooks.wire import delivery_body

PAUSES: Final = (
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=5),
    timedelta(hours=10),
    timedelta(hours=14),
    timedelta(hours=20),
    timedelta(hours=24),
)
"""After the first, second, … attempt: three days and three and a half hours in all, and up to a fifth more."""
MOST_ATTEMPTS: Final = len(PAUSES) + 1
LEASE: Final = timedelta(seconds=15)
"""Longer than an attempt can last."""
KICKED_EVERY: Final = timedelta(seconds=10)
MOST_AT_ONCE: Final = 500
_AT_ONE_WEBHOOK: Final = 10.0
"""Seconds after which others get their turn."""

logger = logging.getLogger(__name__)

_WAITING: Final = Delivery.Status.WAITING
_GONE: Final = 410


@dataclass(frozen=True, slots=True)
class Attempt:
    """What is sent now. `number` and `lease` tell whether it is still the last one when it ends."""

    delivery_id: str
    webhook_id: str
    number: int
    lease: datetime
    url: str
    headers: dict[str, str]
    body: bytes
    request_id: str


def deliveries_plan(notices: Sequence[Notice]) -> None:
    """Note what is to be sent of new notices, in their transaction, and kick the courier once it is committed."""
    webhooks = list(
        Webhook.objects.filter(listening(), player__in={notice.player_id for notice in notices}, disabled="")
    )
    never = never_wanted(players={webhook.player_id for webhook in webhooks}, channel=NoticeChannel.WEBHOOK)
    planned = [
        Delivery(webhook=webhook, notice=notice, next_at=Now())
        for notice in notices
        for webhook in webhooks
        if webhook.player_id == notice.player_id
        and notice.kind in webhook.events
        and (webhook.player_id, notice.kind) not in never
    ]
    if planned:
        Delivery.objects.bulk_create(planned, ignore_conflicts=True)
        wanted = sorted({delivery.webhook_id for delivery in planned})
        transaction.on_commit(lambda: kick_soon(wanted), robust=True)


def webhook_work_off(*, webhook_id: str) -> None:
    """Send what is due at one webhook. Safe to call twice, late, and beside others."""
    until = time.monotonic() + _AT_ONE_WEBHOOK
    while (attempt := attempt_claim(webhook_id=webhook_id)) is not None:
        if not connection.in_atomic_block:
            connection.close()
        outcome = post(attempt.url, headers=attempt.headers, body=attempt.body)
        reach("webhook.sent")
        attempt_record(attempt=attempt, outcome=outcome)
        with following(attempt.request_id):
            _say(attempt, outcome)
        if time.monotonic() > until:
            kick([webhook_id])
            return


def attempt_claim(*, webhook_id: str) -> Attempt | None:
    """Begin an attempt; None when nothing is due there, or somebody else is at it."""
    with one_transaction():
        webhook = (
            Webhook.objects.select_for_update(skip_locked=True, no_key=True, of=("self",))
            .filter(free(), listening(), pk=webhook_id, disabled="")
            .annotate(now=Now())
            .first()
        )
        if webhook is None:
            return None
        waiting = Delivery.objects.filter(webhook=webhook, status=_WAITING)
        order = ("created_at", F("notice__seq").asc(nulls_first=True))
        delivery = waiting.filter(next_at__lte=Now()).order_by(*order).first()
        if delivery is None:
            return None
        if delivery.attempts >= MOST_ATTEMPTS:
            # The last one was begun, and whoever began it died.
            _give_up(webhook, webhook.now, delivery)
            return None
        try:
            keys = _secrets(webhook, webhook.now)
        except SecretLost:
            _disable(webhook, webhook.now, Webhook.Disabled.SECRET)
            return None
        number = delivery.attempts + 1
        Delivery.objects.filter(pk=delivery.pk).update(
            attempts=number,
            first_tried_at=Coalesce("first_tried_at", Now()),
            tried_at=Now(),
            next_at=Now() + _pause(number),
        )
        Webhook.objects.filter(pk=webhook.pk).update(leased_until=Now() + LEASE)
        begun = Delivery.objects.select_related("notice").annotate(now=Now(), lease=F("webhook__leased_until"))
        sent = begun.get(pk=delivery.pk)
        body = delivery_body(sent)
        signed = headers_signed(message=sent.id, at=sent.now, body=body, secrets_plain=keys)
        return Attempt(
            delivery_id=sent.id,
            webhook_id=webhook.id,
            number=number,
            lease=sent.lease,
            url=webhook.url,
            headers={"Content-Type": "application/json", "User-Agent": "Nessos-Webhooks/1", **signed},
            body=body,
            request_id=sent.notice.request_id if sent.notice else "",
        )


def attempt_record(*, attempt: Attempt, outcome: Outcome) -> None:
    """Write down what came of an attempt, and let the webhook go. What arrived has arrived, however late."""
    with one_transaction():
        webhook = (
            Webhook.objects.select_for_update(no_key=True).filter(pk=attempt.webhook_id).annotate(now=Now()).first()
        )
        if webhook is None:
            return
        if webhook.leased_until == attempt.lease:
            Webhook.objects.filter(pk=webhook.pk).update(leased_until=None)
        known = {"reason": outcome.reason, "response_status": outcome.status, "duration_ms": outcome.milliseconds}
        this = Delivery.objects.filter(pk=attempt.delivery_id)
        if outcome.is_delivered:
            this.update(status=Delivery.Status.DELIVERED, next_at=None, **known)
            Webhook.objects.filter(pk=webhook.pk).update(failures=0, rests_until=None, succeeded_at=Now())
            return
        if not this.filter(status=_WAITING, attempts=attempt.number).update(**known):
            return
        if outcome.status == _GONE:
            this.update(status=Delivery.Status.FAILED, next_at=None)
            _disable(webhook, webhook.now, Webhook.Disabled.GONE)
        elif attempt.number >= MOST_ATTEMPTS or _is_dead(webhook, webhook.now, this.get()):
            _give_up(webhook, webhook.now, this.get())
        elif outcome.is_away:
            failures = webhook.failures + 1
            Webhook.objects.filter(pk=webhook.pk).update(failures=failures, rests_until=Now() + _pause(failures))


def webhooks_sweep() -> int:
    """Kick the courier for what waits too long; for how many webhooks. Safe beside other sweepers."""
    _deliveries_stop()
    with transaction.atomic():
        unkicked = Q(kicked_at=None) | Q(kicked_at__lte=Now() - KICKED_EVERY)
        due = Delivery.objects.filter(status=_WAITING, next_at__lte=Now()).values("webhook")
        wanted = list(
            Webhook.objects.select_for_update(skip_locked=True, no_key=True, of=("self",))
            .filter(free(), listening(), unkicked, pk__in=due)
            .order_by("kicked_at")
            .values_list("pk", flat=True)[:MOST_AT_ONCE]
        )
        Webhook.objects.filter(pk__in=wanted).update(kicked_at=Now())
    kick(wanted)
    return len(wanted)


def deliveries_expire() -> int:
    """Remove some of what is long done; how many."""
    old = Delivery.objects.filter(created_at__lte=Now() - DELIVERIES_KEPT).exclude(status=_WAITING)
    removed, _ = Delivery.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:MOST_AT_ONCE])).delete()
    return removed


def deliveries_drop(*, webhook: Webhook) -> None:
    """Nothing that waits for this webhook is sent any more. In the running transaction."""
    Delivery.objects.filter(webhook=webhook, status=_WAITING).update(
        status=Delivery.Status.FAILED, reason=Delivery.Reason.STOPPED, next_at=None
    )


def _deliveries_stop() -> None:
    """What waits for a player who is suspended or gone is dropped: later it would come as a flood."""
    silenced = Webhook.objects.exclude(listening()).values("pk")
    Delivery.objects.filter(status=_WAITING, webhook__in=silenced).update(
        status=Delivery.Status.FAILED, reason=Delivery.Reason.STOPPED, next_at=None
    )


def _say(attempt: Attempt, outcome: Outcome) -> None:
    """One line of the log. The URL is not in it: it may hold a secret of its owner's."""
    told = {
        "webhook": attempt.webhook_id,
        "delivery": attempt.delivery_id,
        "attempt": attempt.number,
        "status": outcome.status,
        "reason": str(outcome.reason) or None,
        "ms": outcome.milliseconds,
    }
    DELIVERIES.labels("webhook", DELIVERED if outcome.is_delivered else FAILED).inc()
    logger.info("webhook", extra={FIELDS: told})


def _give_up(webhook: Webhook, now: datetime, delivery: Delivery) -> None:
    """The last attempt failed. If nothing else arrived since the first one, nothing will."""
    Delivery.objects.filter(pk=delivery.pk).update(status=Delivery.Status.FAILED, next_at=None)
    if _nothing_arrived_since(webhook, delivery.first_tried_at):
        _disable(webhook, now, Webhook.Disabled.FAILING)


def _is_dead(webhook: Webhook, now: datetime, delivery: Delivery) -> bool:
    """Whether nothing arrived in all the time that is given to one delivery: so it is told in time of many, too.

    While nobody is there, deliveries rest together, and each has fewer attempts than it would have alone.
    """
    first = delivery.first_tried_at
    is_over = first is not None and now - first >= sum(PAUSES, timedelta())
    return is_over and _nothing_arrived_since(webhook, first)


def _nothing_arrived_since(webhook: Webhook, first: datetime | None) -> bool:
    return webhook.succeeded_at is None or (first is not None and webhook.succeeded_at < first)


def _disable(webhook: Webhook, now: datetime, why: WebhookDisabled) -> None:
    """Send nothing there any more, and tell its owner by other ways."""
    times = webhook.times_disabled + 1
    Webhook.objects.filter(pk=webhook.pk).update(
        disabled=why, times_disabled=times, failures=0, rests_until=None, leased_until=None
    )
    deliveries_drop(webhook=webhook)
    about = {"webhook": webhook.id, "label": webhook.label, "reason": str(why)}
    notices_tell([News(webhook.player_id, NoticeKind.WEBHOOK_DISABLED, now, webhook.id, times, {**about})])


def _secrets(webhook: Webhook, now: datetime) -> list[str]:
    """The secrets that sign now, the newest first. Raises SecretLost."""
    keys = [secret_open(bytes(webhook.secret))]
    if webhook.old_secret is not None and webhook.old_secret_until is not None and webhook.old_secret_until > now:
        # One that is lost was of no use to its owner any more.
        with suppress(SecretLost):
            keys.append(secret_open(bytes(webhook.old_secret)))
    return keys


def _pause(attempts: int) -> timedelta:
    """How long to wait after so many attempts: up to a fifth more than planned, so that not all come back at once."""
    planned = PAUSES[min(attempts, len(PAUSES)) - 1]
    return planned * (1 + secrets.randbelow(2001) / 10_000)
