"""The shapes of answers about webhooks, and of what webhooks get, for the OpenAPI document."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from players.notices.models import NoticeKind
from players.rest.documents import Document
from players.webhooks.models import DeliveryReason, DeliveryStatus, WebhookDisabled


class WebhookEntry(Document):
    """An address to be told at. Its secret is not shown again."""

    id: str
    url: str
    label: str
    events: list[NoticeKind]
    enabled: bool
    disabled_reason: WebhookDisabled | None = Field(description="Why nothing is sent there; null while it is.")
    created_at: datetime
    rests_until: datetime | None = Field(description="Nobody was there: it is asked again then.")
    old_secret_until: datetime | None = Field(description="Until when the secret before this one signs beside it.")


class WebhookMade(WebhookEntry):
    """A webhook with its secret."""

    secret: str = Field(description="`whsec_…`, for verifying signatures. Shown only now. Keep it.")


class WebhookPage(Document):
    """A page of webhooks, the newest first."""

    items: list[WebhookEntry]
    next: str | None = Field(description="The cursor of the next page.")


class DeliveryEntry(Document):
    """What was, or will be, sent to a webhook."""

    id: str = Field(description="The `webhook-id` that the receiver gets, the same at each attempt.")
    kind: NoticeKind | Literal["ping"]
    seq: int | None = Field(description="The number of the notice among yours; null for a ping.")
    status: DeliveryStatus
    created_at: datetime
    attempts: int = Field(ge=0, description="How many were begun.")
    tried_at: datetime | None = Field(description="When the last one began.")
    next_at: datetime | None = Field(description="When the next one is due; null when there is none.")
    reason: DeliveryReason | None = Field(description="What was wrong with the last attempt; null when nothing was.")
    response_status: int | None = Field(description="The HTTP status of the last answer; null without one.")
    duration_ms: int | None = Field(description="How long the last attempt took.")


class DeliveryPage(Document):
    """A page of the delivery log, the newest first."""

    items: list[DeliveryEntry]
    next: str | None = Field(description="The cursor of the next page.")


class WebhookPayload(Document):
    """What is sent to a webhook: the envelope of every event, with what you may know anyway."""

    seq: int | None = Field(description="Your notices run 1, 2, 3…, whatever is sent where; null for a ping.")
    kind: NoticeKind | Literal["ping"]
    at: datetime
    round: None
    data: dict[str, Any] = Field(
        description="`game`, `name`, `version`, and for some kinds `deadline` or `reason`; `webhook`, `label` and "
        "`reason` for `webhook_disabled`; `webhook` for a ping. Fetch the rest."
    )
