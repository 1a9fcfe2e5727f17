"""The types of webhooks and of what is sent to them, and the payloads of what is done with them."""

from typing import Any, Final

import graphene
from graphene import ID, Boolean, Int, String
from graphene.relay import Connection

from games.graphql.arguments import PageAsked, input_of, page_arguments, page_asked
from games.graphql.context import context_of
from games.graphql.fields import listed, perhaps, shown, some
from games.graphql.pages import page_of_keyset
from games.graphql.refusals import error_list
from games.graphql.scalars import DateTime, DeliveryReason, DeliveryStatus, NoticeKind, WebhookDisabledReason
from players.webhooks.selectors import deliveries_of
from players.webhooks.wire import WebhookChange, WebhookRequest, delivery_json

CreateWebhookInput: Final = input_of(WebhookRequest, "CreateWebhookInput", "Where to send what.")


class UpdateWebhookInput(input_of(WebhookChange, "WebhookChanges", "")):  # type: ignore[misc]
    """What to change. What is absent stays as it is."""

    id = graphene.InputField(ID, required=True, description="Which webhook.")


class WebhookInput(graphene.InputObjectType):
    """Which webhook."""

    id = graphene.InputField(ID, required=True, description="Which webhook.")


class RedeliverWebhookInput(graphene.InputObjectType):
    """Which delivery of which webhook."""

    id = graphene.InputField(ID, required=True, description="Which webhook.")
    delivery = graphene.InputField(ID, required=True, description="Which delivery.")


class WebhookDelivery(graphene.ObjectType):
    """What was, or will be, sent to a webhook."""

    class Meta:
        default_resolver = shown

    id = some(ID, "The `webhook-id` that the receiver gets, the same at each attempt.")
    kind = some(String, "A `NoticeKind`, or `ping`.")
    seq = perhaps(Int, "The number of the notice among yours; null for a ping.")
    status = some(DeliveryStatus, "Where it stands.")
    created_at = some(DateTime, "When it was planned.")
    attempts = some(Int, "How many were begun.")
    tried_at = perhaps(DateTime, "When the last one began.")
    next_at = perhaps(DateTime, "When the next one is due; null when there is none.")
    reason = perhaps(DeliveryReason, "What was wrong with the last attempt; null when nothing was.")
    response_status = perhaps(Int, "The HTTP status of the last answer; null without one.")
    duration_ms = perhaps(Int, "How long the last attempt took.")


class WebhookDeliveryConnection(Connection):
    """A page of a delivery log."""

    class Meta:
        node = WebhookDelivery

    nodes = listed(WebhookDelivery, "The deliveries, without their cursors.")


class Webhook(graphene.ObjectType):
    """An address to be told at. Its secret is not shown again."""

    class Meta:
        default_resolver = shown

    id = some(ID, "What it is known by.")
    url = some(String, "Where to send.")
    label = some(String, "What its owner calls it.")
    events = listed(NoticeKind, "The kinds of notices that are sent.")
    enabled = some(Boolean, "Whether anything is sent.")
    disabled_reason = perhaps(WebhookDisabledReason, "Why nothing is sent there; null while it is.")
    created_at = some(DateTime, "When it was made.")
    rests_until = perhaps(DateTime, "Nobody was there: it is asked again then.")
    old_secret_until = perhaps(DateTime, "Until when the secret before this one signs beside it.")
    deliveries = some(
        WebhookDeliveryConnection,
        "What was and will be sent, the newest first; kept for 30 days.",
        args=page_arguments(PageAsked),
    )

    @staticmethod
    def resolve_deliveries(webhook: dict[str, Any], info: Any, **arguments: Any) -> Any:
        player = context_of(info).actor("read")
        wanted = page_asked(PageAsked, arguments)
        page = deliveries_of(player=player, webhook_id=webhook["id"], limit=wanted.first, cursor=wanted.after)
        return page_of_keyset(page, [delivery_json(delivery) for delivery in page.items], after=wanted.after)


class WebhookConnection(Connection):
    """A page of webhooks."""

    class Meta:
        node = Webhook

    nodes = listed(Webhook, "The webhooks, without their cursors.")


class WebhookPayload(graphene.ObjectType):
    """What became of a change of a webhook."""

    class Meta:
        default_resolver = shown

    webhook = perhaps(Webhook, "The webhook as it is now; null when refused.")
    errors = error_list()


class WebhookSecretPayload(graphene.ObjectType):
    """A webhook with a new secret."""

    class Meta:
        default_resolver = shown

    secret = perhaps(String, "`whsec_…`. Shown only now: keep it. Null when refused.")
    webhook = perhaps(Webhook, "The webhook as it is now; null when refused.")
    errors = error_list()


class DeleteWebhookPayload(graphene.ObjectType):
    """A webhook that was forgotten."""

    class Meta:
        default_resolver = shown

    id = perhaps(ID, "The `id` of the webhook that was; null when refused.")
    errors = error_list()


class WebhookDeliveryPayload(graphene.ObjectType):
    """Something that is sent now."""

    class Meta:
        default_resolver = shown

    delivery = perhaps(WebhookDelivery, "The delivery as it is now; null when refused.")
    errors = error_list()
