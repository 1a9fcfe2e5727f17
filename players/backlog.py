"""How long what players should have been told by now waits: for Prometheus."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Min
from django.db.models.functions import Now

from players.mail.models import Mail
from players.measures import Reading
from players.models import Player
from players.webhooks.models import Delivery, Webhook
from players.webhooks.selectors import free, listening


def deliveries_readings() -> Iterator[Reading]:
    """How long the mail and the webhook's delivery have been due that are due the longest; 0 when none is.

    What is put off on purpose, for a receiver that was away say, is not due.
    """
    moment = Player.objects.order_by().values_list(Now(), flat=True).first()
    ready = Webhook.objects.filter(free(), listening(), disabled="")
    due = {
        "mail": Mail.objects.filter(outcome=""),
        "webhook": Delivery.objects.filter(status=Delivery.Status.WAITING, webhook__in=ready),
    }
    values: dict[tuple[str, ...], float] = {
        (channel,): _late(moment, rows.aggregate(first=Min("next_at"))["first"]) for channel, rows in due.items()
    }
    yield Reading(
        "nessos_deliveries_overdue_seconds", "How long ago the oldest delivery was due.", ("channel",), values
    )


def _late(moment: datetime | None, first: datetime | None) -> float:
    return 0.0 if moment is None or first is None else max(0.0, (moment - first).total_seconds())
