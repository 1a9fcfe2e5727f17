"""Webhooks over the wire: what their owners ask and see, and what receivers get."""

from typing import Final

from pydantic import Field

from players.bodies import json_bytes
from players.errors import Json
from players.notices.models import NoticeKind
from players.notices.wire import notice_json
from players.webhooks.addresses import LONGEST_URL
from players.webhooks.models import Delivery, Webhook
from players.wire import Body, Line, time_json

PING: Final = "ping"
"""The kind of what is sent when a webhook is tried out. It is no notice: nobody else is told."""

_URL_TEXT: Final = (
    "Where to send: `https://` and a public name or address, port 443 or from 1024 up; no user, no fragment."
)
_EVENTS_TEXT: Final = "The kinds of notices to send."


class WebhookRequest(Body):
    """`POST /webhooks`."""

    url: Line = Field(max_length=LONGEST_URL, description=_URL_TEXT)
    events: tuple[NoticeKind, ...] = Field(min_length=1, max_length=50, description=_EVENTS_TEXT)
    label: Line | None = Field(None, max_length=60, description="What you call it.")


class WebhookChange(Body):
    """`PATCH /webhooks/{id}`. What is absent stays as it is."""

    url: Line | None = Field(None, max_length=LONGEST_URL, description=_URL_TEXT)
    events: tuple[NoticeKind, ...] | None = Field(None, min_length=1, max_length=50, description=_EVENTS_TEXT)
    label: Line | None = Field(None, max_length=60, description="What you call it; null or empty takes it away.")
    enabled: bool | None = Field(None, description="false: send nothing there any more; true: begin again.")

    @property
    def label_given(self) -> str | None:
        """The new label, empty to take it away; None to leave it."""
        return (self.label or "") if "label" in self.model_fields_set else None


def webhook_json(webhook: Webhook) -> dict[str, Json]:
    """A webhook, as its owner sees it. Its secret is not in here: it was shown once."""
    return {
        "id": webhook.id,
        "url": webhook.url,
        "label": webhook.label,
        "events": [*webhook.events],
        "enabled": not webhook.disabled,
        "disabled_reason": webhook.disabled or None,
        "created_at": time_json(webhook.created_at),
        "rests_until": None if webhook.rests_until is None else time_json(webhook.rests_until),
        "old_secret_until": None if webhook.old_secret_until is None else time_json(webhook.old_secret_until),
    }


def delivery_json(delivery: Delivery) -> dict[str, Json]:
    """A line of the delivery log. `id` is the `webhook-id` that the receiver gets."""
    notice = delivery.notice
    return {
        "id": delivery.id,
        "kind": PING if notice is None else notice.kind,
        "seq": None if notice is None else notice.seq,
        "status": str(delivery.status),
        "created_at": time_json(delivery.created_at),
        "attempts": delivery.attempts,
        "tried_at": None if delivery.tried_at is None else time_json(delivery.tried_at),
        "next_at": None if delivery.next_at is None else time_json(delivery.next_at),
        "reason": str(delivery.reason) or None,
        "response_status": delivery.response_status,
        "duration_ms": delivery.duration_ms,
    }


def delivery_body(delivery: Delivery) -> bytes:
    """What is sent: the one envelope, the same bytes at each attempt. `delivery` must come from the database."""
    if delivery.notice is not None:
        return json_bytes(notice_json(delivery.notice))
    ping: dict[str, Json] = {
        "seq": None,
        "kind": PING,
        "at": time_json(delivery.created_at),
        "round": None,
        "data": {"webhook": delivery.webhook_id},
    }
    return json_bytes(ping)
