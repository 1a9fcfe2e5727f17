"""A player's webhooks and what was sent there, as they see them."""

from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.db.models.functions import Now

from players.errors import ErrorCode, Refusal
from players.models import Player
from players.pages import Page, keyset_page
from players.secrets import id_shaped
from players.selectors import of_nobody_suspended, of_somebody_here
from players.webhooks.models import Delivery, Webhook

DELIVERIES_KEPT: Final = timedelta(days=30)


def webhooks_of(*, player: Player, limit: int, cursor: str | None) -> Page[Webhook]:
    """Their webhooks, the newest first. Raises Refusal: bad_cursor."""
    return keyset_page(Webhook.objects.filter(player=player), limit=limit, cursor=cursor)


def webhook_get(*, player: Player, webhook_id: str) -> Webhook:
    """One of their webhooks. Raises Refusal: not_found, also for another player's."""
    webhook = Webhook.objects.filter(pk=webhook_id, player=player).first() if id_shaped(webhook_id) else None
    if webhook is None:
        raise Refusal(ErrorCode.NOT_FOUND)
    return webhook


def deliveries_of(*, player: Player, webhook_id: str, limit: int, cursor: str | None) -> Page[Delivery]:
    """What was and will be sent to one of their webhooks, the newest first. Raises Refusal: not_found, bad_cursor."""
    webhook = webhook_get(player=player, webhook_id=webhook_id)
    rows = Delivery.objects.filter(webhook=webhook).select_related("notice")
    return keyset_page(rows, limit=limit, cursor=cursor)


def listening() -> Q:
    """Webhooks of players who are there and not suspended, by the database's clock."""
    return of_somebody_here() & of_nobody_suspended()


def free() -> Q:
    """Webhooks to which something may be sent now: nobody sends there, and none was found to be away just now."""
    return (Q(leased_until=None) | Q(leased_until__lte=Now())) & (Q(rests_until=None) | Q(rests_until__lte=Now()))
