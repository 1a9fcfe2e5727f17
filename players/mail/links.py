"""Addresses in mails. What is done by a link without log-in is signed, for one player and one thing."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from players.notices.models import NoticeKind

_CONFIRMATION: Final = Signer(salt="players.mail.confirmation")
_UNSUBSCRIPTION: Final = Signer(salt="players.mail.unsubscription")
_LONGEST: Final = 400


def game_link(game_id: str) -> str:
    """Where a game is to be seen."""
    return f"{settings.PUBLIC_URL}/api/v1/games/{quote(game_id, safe='')}"


def webhook_link(webhook_id: str) -> str:
    """Where a webhook is to be seen, by its owner."""
    return f"{settings.PUBLIC_URL}/api/v1/webhooks/{quote(webhook_id, safe='')}"


def conduct_link(kind: NoticeKind) -> str:
    """Where one's own sanctions, or one's own reports, are to be seen."""
    place = "reports" if kind is NoticeKind.REPORT_ANSWERED else "players/me/sanctions"
    return f"{settings.PUBLIC_URL}/api/v1/{place}"


def confirmation_link(confirmation_id: str) -> str:
    return _page("mail-confirm", _CONFIRMATION.sign(confirmation_id))


def confirmation_of(token: str) -> str | None:
    """The id in a link; None unless we signed it."""
    return _unsigned(_CONFIRMATION, token)


def unsubscription_link(player: int, kinds: Iterable[NoticeKind]) -> str:
    return _page("mail-unsubscribe", _UNSUBSCRIPTION.sign(".".join([str(player), *(kind.value for kind in kinds)])))


def unsubscription_of(token: str) -> tuple[int, list[NoticeKind]] | None:
    """Whose mails of which kinds are to end; None unless we signed it."""
    signed = _unsigned(_UNSUBSCRIPTION, token)
    if signed is None:
        return None
    player, *kinds = signed.split(".")
    return int(player), [NoticeKind(kind) for kind in kinds]


def message_id(mail_id: str) -> str:
    """The same at each attempt."""
    return f"<{mail_id}@{urlsplit(settings.PUBLIC_URL).hostname or 'localhost'}>"


def _page(name: str, token: str) -> str:
    # In the query, which is not logged.
    return f"{settings.PUBLIC_URL}{reverse(name)}?token={quote(token, safe='')}"


def _unsigned(signer: Signer, token: str) -> str | None:
    if len(token) > _LONGEST:
        return None
    try:
        return str(signer.unsign(token))
    except BadSignature:
        return None
