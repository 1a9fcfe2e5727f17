"""What owners do with their webhooks. One transaction each."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models.functions import Now

from players.errors import ErrorCode, Refusal
from players.models import Player
from players.notices.models import NoticeKind
from players.notices.services import feeds_locked
from players.secrets import id_shaped
from players.transactions import one_transaction
from players.webhooks.addresses import BadUrl, url_place
from players.webhooks.deliveries import deliveries_drop
from players.webhooks.kicks import kick_soon
from players.webhooks.models import Delivery, Webhook
from players.webhooks.signing import secret_plain, secret_seal

MOST_WEBHOOKS: Final = 10
SECRETS_OVERLAP: Final = timedelta(hours=24)


def webhook_create(*, player: Player, url: str, events: Iterable[NoticeKind], label: str = "") -> tuple[Webhook, str]:
    """Note an address to be told at; return it with its secret, which is shown only now.

    Raises Refusal: invalid_value (url), too_many_webhooks.
    """
    _url_expect(url)
    plain = secret_plain()
    with one_transaction():
        # Whoever makes several at once waits here, so that the count is right.
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if Webhook.objects.filter(player=player).count() >= MOST_WEBHOOKS:
            raise Refusal(ErrorCode.TOO_MANY_WEBHOOKS)
        webhook = Webhook(player=player, url=url, label=label, events=_known(events), secret=secret_seal(plain))
        webhook.save(force_insert=True)
        webhook.refresh_from_db()
    return webhook, plain


def webhook_update(
    *,
    player: Player,
    webhook_id: str,
    url: str | None = None,
    events: Iterable[NoticeKind] | None = None,
    label: str | None = None,
    enabled: bool | None = None,
) -> Webhook:
    """Change what is given; return the webhook as it is now. What waits goes to the new address.

    Switched off, it drops what waits; switched on, it begins with what happens from then on.
    Raises Refusal: not_found, invalid_value (url).
    """
    if url is not None:
        _url_expect(url)
    with one_transaction():
        webhook = _locked(player, webhook_id)
        changes: dict[str, Any] = {}
        if url is not None:
            changes |= {"url": url, "failures": 0, "rests_until": None}
        if events is not None:
            changes["events"] = _known(events)
        if label is not None:
            changes["label"] = label
        if enabled is True and webhook.disabled:
            changes |= {"disabled": "", "failures": 0, "rests_until": None}
        if enabled is False and not webhook.disabled:
            changes["disabled"] = Webhook.Disabled.OWNER
            deliveries_drop(webhook=webhook)
        if changes:
            Webhook.objects.filter(pk=webhook.pk).update(**changes)
        webhook.refresh_from_db()
    return webhook


def webhook_delete(*, player: Player, webhook_id: str) -> None:
    """Forget a webhook, and what was and was to be sent there. Raises Refusal: not_found."""
    with one_transaction():
        webhook = _locked(player, webhook_id)
        # Nobody tells the player anything meanwhile: what is planned is seen here, or not planned any more.
        feeds_locked([player.pk])
        webhook.delete()


def webhook_secret_rotate(*, player: Player, webhook_id: str) -> tuple[Webhook, str]:
    """A new secret, shown only now. The one until now signs beside it for a day; one before that no more.

    Raises Refusal: not_found.
    """
    plain = secret_plain()
    with one_transaction():
        webhook = _locked(player, webhook_id)
        Webhook.objects.filter(pk=webhook.pk).update(
            secret=secret_seal(plain), old_secret=webhook.secret, old_secret_until=Now() + SECRETS_OVERLAP
        )
        webhook.refresh_from_db()
    return webhook, plain


def webhook_ping(*, player: Player, webhook_id: str) -> Delivery:
    """Have a test delivery sent at once. While one waits there is no second one.

    Raises Refusal: not_found, webhook_disabled.
    """
    with one_transaction():
        webhook = _locked(player, webhook_id, enabled=True)
        ping = Delivery.objects.filter(webhook=webhook, notice=None, status=Delivery.Status.WAITING).first()
        if ping is None:
            ping = Delivery.objects.create(webhook=webhook, next_at=Now())
        return _sent_now(webhook, ping)


def delivery_redeliver(*, player: Player, webhook_id: str, delivery_id: str) -> Delivery:
    """Have a delivery sent once more, at once, with the id and the bytes that it had.

    Raises Refusal: not_found, webhook_disabled.
    """
    with one_transaction():
        webhook = _locked(player, webhook_id, enabled=True)
        known = id_shaped(delivery_id)
        delivery = Delivery.objects.filter(pk=delivery_id, webhook=webhook).first() if known else None
        if delivery is None:
            raise Refusal(ErrorCode.NOT_FOUND)
        return _sent_now(webhook, delivery)


def _sent_now(webhook: Webhook, delivery: Delivery) -> Delivery:
    """Make it due, and its webhook ready; attempts are counted anew for what was done already."""
    done = delivery.status != Delivery.Status.WAITING
    changes: dict[str, Any] = {"attempts": 0, "first_tried_at": None} if done else {}
    Delivery.objects.filter(pk=delivery.pk).update(status=Delivery.Status.WAITING, next_at=Now(), **changes)
    Webhook.objects.filter(pk=webhook.pk).update(rests_until=None)
    transaction.on_commit(lambda: kick_soon([webhook.pk]), robust=True)
    return Delivery.objects.select_related("notice").get(pk=delivery.pk)


def _locked(player: Player, webhook_id: str, *, enabled: bool = False) -> Webhook:
    """The player's webhook, held until the transaction ends. Raises Refusal: not_found, webhook_disabled."""
    rows = Webhook.objects.select_for_update(no_key=True).filter(pk=webhook_id, player=player)
    webhook = rows.first() if id_shaped(webhook_id) else None
    if webhook is None:
        raise Refusal(ErrorCode.NOT_FOUND)
    if enabled and webhook.disabled:
        raise Refusal(ErrorCode.WEBHOOK_DISABLED)
    return webhook


def _known(events: Iterable[NoticeKind]) -> list[str]:
    """Each kind once, in the order in which they are listed."""
    wanted = set(events)
    return [kind.value for kind in NoticeKind if kind in wanted]


def _url_expect(url: str) -> None:
    try:
        url_place(url)
    except BadUrl as bad:
        raise Refusal(ErrorCode.INVALID_VALUE, str(bad), field="url") from None
