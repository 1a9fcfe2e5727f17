"""What can be done with webhooks."""

from typing import Any

from games.graphql.arguments import asked
from games.graphql.context import context_of
from games.graphql.fields import act
from games.graphql.refusals import refusable
from games.graphql.webhooks import (
    CreateWebhookInput,
    DeleteWebhookPayload,
    RedeliverWebhookInput,
    UpdateWebhookInput,
    WebhookDeliveryPayload,
    WebhookInput,
    WebhookPayload,
    WebhookSecretPayload,
)
from players.edge.limits import webhook_spend
from players.webhooks.services import (
    delivery_redeliver,
    webhook_create,
    webhook_delete,
    webhook_ping,
    webhook_secret_rotate,
    webhook_update,
)
from players.webhooks.wire import WebhookChange, WebhookRequest, delivery_json, webhook_json


class WebhookMutations:
    """A part of `Mutation`."""

    create_webhook = act(
        WebhookSecretPayload,
        CreateWebhookInput,
        "Be told at an address. Scope `play`. Refusals: `invalid_value`, `too_many_webhooks`.",
    )
    update_webhook = act(
        WebhookPayload,
        UpdateWebhookInput,
        "Change a webhook. What waits goes to the new address; switched off, it drops what waits. Refusals: "
        "`not_found`, `invalid_value`.",
    )
    delete_webhook = act(DeleteWebhookPayload, WebhookInput, "Forget a webhook. Refusals: `not_found`.")
    rotate_webhook_secret = act(
        WebhookSecretPayload,
        WebhookInput,
        "A new secret. For a day the old one signs beside it. Refusals: `not_found`.",
    )
    ping_webhook = act(
        WebhookDeliveryPayload,
        WebhookInput,
        "Try a webhook out: a delivery of kind `ping`. Refusals: `not_found`, `webhook_disabled`.",
    )
    redeliver_webhook = act(
        WebhookDeliveryPayload,
        RedeliverWebhookInput,
        "Send something once more, at once, with the same `webhook-id`. Refusals: `not_found`, `webhook_disabled`.",
    )

    @staticmethod
    @refusable
    def resolve_create_webhook(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play")
        wanted = asked(WebhookRequest, input)
        webhook, secret = webhook_create(player=player, url=wanted.url, events=wanted.events, label=wanted.label or "")
        return {"webhook": webhook_json(webhook), "secret": secret}

    @staticmethod
    @refusable
    def resolve_update_webhook(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play")
        rest = dict(input)
        webhook_id = rest.pop("id")
        change = asked(WebhookChange, rest)
        webhook = webhook_update(
            player=player,
            webhook_id=webhook_id,
            url=change.url,
            events=change.events,
            label=change.label_given,
            enabled=change.enabled,
        )
        return {"webhook": webhook_json(webhook)}

    @staticmethod
    @refusable
    def resolve_delete_webhook(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play", even_suspended=True)
        webhook_id = input["id"]
        webhook_delete(player=player, webhook_id=webhook_id)
        return {"id": webhook_id}

    @staticmethod
    @refusable
    def resolve_rotate_webhook_secret(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play")
        webhook, secret = webhook_secret_rotate(player=player, webhook_id=input["id"])
        return {"webhook": webhook_json(webhook), "secret": secret}

    @staticmethod
    @refusable
    def resolve_ping_webhook(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play")
        webhook_spend(context_of(info).request)
        return {"delivery": delivery_json(webhook_ping(player=player, webhook_id=input["id"]))}

    @staticmethod
    @refusable
    def resolve_redeliver_webhook(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play")
        webhook_spend(context_of(info).request)
        delivery = delivery_redeliver(player=player, webhook_id=input["id"], delivery_id=input["delivery"])
        return {"delivery": delivery_json(delivery)}
