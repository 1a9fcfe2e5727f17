"""How long what players should have been told by now waits: for Prometheus."""

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.db.models import Min
from django.db.models.functions import Now

from players.mail.models import Mail
from players.measures import Reading
from players.models import Player
from players.webhooks.models import Delivery, Webhook
from players.webhooks.selectors import free, listening


def deliveries_readings() -> Iterator[Reading]:
    """How long the mail and the webhook's delivery have been due that are due the longest; 0 when none is.

    What is put off on purpose, because a server or a receiver was away, is not due.
    """
    moment = Player.objects.order_by().values_list(Now(), flat=True).first()
    ready = Webhook.objects.filter(free(), listening(), disabled="")
    # A mail is due as soon as it is made. `next_at` moves whenever the sweeper asks the courier for it.
    mails = Mail.objects.filter(outcome="", attempts=0) if settings.MAIL_ON else Mail.objects.none()
    deliveries = Delivery.objects.filter(status=Delivery.Status.WAITING, webhook__in=ready)
    values: dict[tuple[str, ...], float] = {
        ("mail",): _late(moment, mails.aggregate(first=Min("made_at"))["first"]),
        ("webhook",): _late(moment, deliveries.aggregate(first=Min("next_at"))["first"]),
    }
    yield Reading(
        "nessos_deliveries_overdue_seconds", "How long ago the oldest delivery was due.", ("channel",), values
    )


def _late(moment: datetime | None, first: datetime | None) -> float:
    return 0.0 if moment is None or first is None else max(0.0, (moment - first).total_seconds())
