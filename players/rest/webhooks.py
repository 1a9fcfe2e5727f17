"""The calls about webhooks."""

from typing import Any, Final

from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, OpenApiWebhook, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from players.edge.limits import webhook_spend
from players.errors import ErrorCode
from players.rest.access import actor
from players.rest.query import PageQuery, Query, parse_query
from players.rest.schema import answers, parameters
from players.rest.views import ApiView, body
from players.rest.webhook_documents import (
    DeliveryEntry,
    DeliveryPage,
    WebhookEntry,
    WebhookMade,
    WebhookPage,
    WebhookPayload,
)
from players.webhooks.selectors import deliveries_of, webhook_get, webhooks_of
from players.webhooks.services import (
    delivery_redeliver,
    webhook_create,
    webhook_delete,
    webhook_ping,
    webhook_secret_rotate,
    webhook_update,
)
from players.webhooks.wire import WebhookChange, WebhookRequest, delivery_json, webhook_json
from players.wire import Nothing


class WebhooksView(ApiView):
    @extend_schema(
        operation_id="create_webhook",
        summary="Be told at an address",
        tags=["webhooks"],
        request=WebhookRequest,
        responses=answers(
            {201: WebhookMade},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.SUSPENDED,
            ErrorCode.TOO_MANY_WEBHOOKS,
            reads_body=True,
        ),
    )
    def post(self, request: Request) -> Response:
        """The answer holds the secret that signs what is sent. It is shown only now. Scope `play`."""
        player = actor(request, "play")
        wanted = body(request, WebhookRequest)
        webhook, secret = webhook_create(player=player, url=wanted.url, events=wanted.events, label=wanted.label or "")
        location = {"Location": reverse("webhook", args=[webhook.id])}
        return Response({**webhook_json(webhook), "secret": secret}, 201, headers=location)

    @extend_schema(
        operation_id="list_webhooks",
        summary="My webhooks",
        tags=["webhooks"],
        parameters=parameters(PageQuery),
        responses=answers({200: WebhookPage}, ErrorCode.MISSING_SCOPE, ErrorCode.BAD_CURSOR, ErrorCode.INVALID_VALUE),
    )
    def get(self, request: Request) -> Response:
        """The newest first. Scope `read`."""
        player = actor(request, "read")
        query = parse_query(PageQuery, request)
        page = webhooks_of(player=player, limit=query.limit, cursor=query.cursor)
        return Response({"items": [webhook_json(webhook) for webhook in page.items], "next": page.next})


class WebhookView(ApiView):
    @extend_schema(
        operation_id="get_webhook",
        summary="A webhook of mine",
        tags=["webhooks"],
        responses=answers({200: WebhookEntry}, ErrorCode.MISSING_SCOPE, ErrorCode.NOT_FOUND),
    )
    def get(self, request: Request, webhook_id: str) -> Response:
        """Without its secret. Scope `read`."""
        player = actor(request, "read")
        parse_query(Query, request)
        return Response(webhook_json(webhook_get(player=player, webhook_id=webhook_id)))

    @extend_schema(
        operation_id="update_webhook",
        summary="Change a webhook",
        tags=["webhooks"],
        request=WebhookChange,
        responses=answers(
            {200: WebhookEntry}, ErrorCode.MISSING_SCOPE, ErrorCode.SUSPENDED, ErrorCode.NOT_FOUND, reads_body=True
        ),
    )
    def patch(self, request: Request, webhook_id: str) -> Response:
        """What waits goes to the new address. Switched off, it drops what waits. Scope `play`."""
        player = actor(request, "play")
        change = body(request, WebhookChange)
        webhook = webhook_update(
            player=player,
            webhook_id=webhook_id,
            url=change.url,
            events=change.events,
            label=change.label_given,
            enabled=change.enabled,
        )
        return Response(webhook_json(webhook))

    @extend_schema(
        operation_id="delete_webhook",
        summary="Forget a webhook",
        tags=["webhooks"],
        responses=answers({204: None}, ErrorCode.MISSING_SCOPE, ErrorCode.NOT_FOUND),
    )
    def delete(self, request: Request, webhook_id: str) -> Response:
        """Nothing that waits is sent any more. Scope `play`."""
        player = actor(request, "play", even_suspended=True)
        parse_query(Query, request)
        webhook_delete(player=player, webhook_id=webhook_id)
        return Response(status=204)


class WebhookSecretView(ApiView):
    @extend_schema(
        operation_id="rotate_webhook_secret",
        summary="A new secret",
        tags=["webhooks"],
        request=Nothing,
        responses=answers(
            {200: WebhookMade}, ErrorCode.MISSING_SCOPE, ErrorCode.SUSPENDED, ErrorCode.NOT_FOUND, reads_body=True
        ),
    )
    def post(self, request: Request, webhook_id: str) -> Response:
        """Shown only now. For a day the old one signs beside it: two signatures in the header. Scope `play`."""
        player = actor(request, "play")
        body(request, Nothing)
        webhook, secret = webhook_secret_rotate(player=player, webhook_id=webhook_id)
        return Response({**webhook_json(webhook), "secret": secret})


class WebhookPingView(ApiView):
    @extend_schema(
        operation_id="ping_webhook",
        summary="Try a webhook out",
        tags=["webhooks"],
        request=Nothing,
        responses=answers(
            {202: DeliveryEntry},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.SUSPENDED,
            ErrorCode.NOT_FOUND,
            ErrorCode.WEBHOOK_DISABLED,
            reads_body=True,
        ),
    )
    def post(self, request: Request, webhook_id: str) -> Response:
        """A delivery of kind `ping` is on its way; see the log for what came of it. Scope `play`."""
        player = actor(request, "play")
        body(request, Nothing)
        webhook_spend(request._request)
        return Response(delivery_json(webhook_ping(player=player, webhook_id=webhook_id)), 202)


class DeliveriesView(ApiView):
    @extend_schema(
        operation_id="list_deliveries",
        summary="What was sent to a webhook",
        tags=["webhooks"],
        parameters=parameters(PageQuery),
        responses=answers(
            {200: DeliveryPage},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.NOT_FOUND,
            ErrorCode.BAD_CURSOR,
            ErrorCode.INVALID_VALUE,
        ),
    )
    def get(self, request: Request, webhook_id: str) -> Response:
        """What was and will be sent, the newest first; kept for 30 days. Scope `read`."""
        player = actor(request, "read")
        query = parse_query(PageQuery, request)
        page = deliveries_of(player=player, webhook_id=webhook_id, limit=query.limit, cursor=query.cursor)
        return Response({"items": [delivery_json(delivery) for delivery in page.items], "next": page.next})


class RedeliverView(ApiView):
    @extend_schema(
        operation_id="redeliver",
        summary="Send something once more",
        tags=["webhooks"],
        request=Nothing,
        responses=answers(
            {202: DeliveryEntry},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.SUSPENDED,
            ErrorCode.NOT_FOUND,
            ErrorCode.WEBHOOK_DISABLED,
            reads_body=True,
        ),
    )
    def post(self, request: Request, webhook_id: str, delivery_id: str) -> Response:
        """At once, with the same `webhook-id` and the same bytes. Scope `play`."""
        player = actor(request, "play")
        body(request, Nothing)
        webhook_spend(request._request)
        delivery = delivery_redeliver(player=player, webhook_id=webhook_id, delivery_id=delivery_id)
        return Response(delivery_json(delivery), 202)


NOTICE_SENT = OpenApiWebhook(
    name="notice",
    decorator=extend_schema(
        operation_id="receive_notice",
        summary="What a webhook gets",
        description="Signed after Standard Webhooks. Answer with any 2xx within five seconds, best at once; 410 to be "
        "left alone. What was not taken is sent again for three days, with the same `webhook-id` and the same bytes.",
        tags=["webhooks"],
        request={"application/json": WebhookPayload},
        responses={"2XX": OpenApiResponse(description="Taken."), 410: OpenApiResponse(description="Never again.")},
    ),
)
_HEADERS: Final = {
    "webhook-id": "The same at each attempt: remember it to act once.",
    "webhook-timestamp": "When this attempt began, in seconds since 1970.",
    "webhook-signature": "`v1,` and a signature in base64; two with a space between after a new secret.",
}


def signature_documented(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """The headers that come with what is sent. A hook of drf-spectacular, which leaves parameters of webhooks out."""
    result["webhooks"]["notice"]["post"]["parameters"] = [
        {"name": name, "in": "header", "required": True, "schema": {"type": "string"}, "description": description}
        for name, description in _HEADERS.items()
    ]
    return result
