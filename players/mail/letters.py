"""What a mail holds, made when it is about to be sent: what is no longer so is not told any more."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from email.message import EmailMessage
from email.policy import EmailPolicy, Policy, default
from typing import Any, Final

from django.core.mail import EmailMultiAlternatives
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from players.away import zone_named
from players.mail.links import confirmation_link, message_id, unsubscription_link
from players.mail.models import Confirmation, Mail, MailDelivery, Purpose
from players.mail.texts import item_of, kind_text, moment_text, subject_of
from players.models import Player
from players.notices.choices import never_wanted
from players.notices.models import Notice, NoticeChannel, NoticeKind
from players.notices.turns import turns_waiting

_LINKS: Final = ("List-Unsubscribe", "Message-ID")
_OF_TURNS: Final = frozenset({NoticeKind.YOUR_TURN, NoticeKind.TURN_REMINDER})


class _WholeLinks(EmailPolicy):
    """Links stand in one line. Long ones would else be broken into encoded words, and be links no more."""

    def fold(self, name: str, value: str) -> str:
        return f"{name}: {value}{self.linesep}" if name in _LINKS else super().fold(name, value)

    def fold_binary(self, name: str, value: str) -> bytes:
        return self.fold(name, value).encode("ascii") if name in _LINKS else super().fold_binary(name, value)


class _Message(EmailMultiAlternatives):
    def message(self, *, policy: "Policy[Any] | None" = None) -> EmailMessage:
        given = policy or default
        return super().message(policy=_WholeLinks(linesep=given.linesep, cte_type=given.cte_type))


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail as it goes out."""

    mail_id: str
    address: str
    subject: str
    text: str
    html: str
    headers: tuple[tuple[str, str], ...] = ()
    notices: tuple[Notice, ...] = ()
    """What it tells of."""

    def message(self) -> EmailMultiAlternatives:
        """For Django's mailers. Its Message-ID is the same at each attempt."""
        said = {"Message-ID": message_id(self.mail_id), "Auto-Submitted": "auto-generated", **dict(self.headers)}
        message = _Message(subject=self.subject, body=self.text, to=[self.address], headers=said)
        message.attach_alternative(self.html, "text/html")
        return message


def letter_of(mail: Mail) -> Letter | None:
    """What the mail says now, in its player's language and by their clock; None when there is nothing left to say.

    Within the caller's transaction: notices that it leaves out are marked as dropped.
    """
    player = Player.objects.get(pk=mail.player_id)
    if not player.is_active:
        return None
    with override(player.language), timezone.override(zone_named(player.time_zone)):
        match Purpose(mail.purpose):
            case Purpose.CONFIRMATION:
                return _confirmation(mail, player)
            case Purpose.WARNING:
                return _warning(mail, player)
            case Purpose.NOTICES:
                return _notices(mail, player)


def _confirmation(mail: Mail, player: Player) -> Letter | None:
    asked = Confirmation.objects.filter(player=player, email=mail.address, expires_at__gt=Now()).first()
    if asked is None:
        return None
    said = {"player": player, "link": confirmation_link(asked.pk), "until": moment_text(asked.expires_at)}
    return _written(mail, _("Confirm your address"), "confirmation", said)


def _warning(mail: Mail, player: Player) -> Letter:
    return _written(mail, _("Your address was changed"), "warning", {"player": player})


def _notices(mail: Mail, player: Player) -> Letter | None:
    deliveries = MailDelivery.objects.filter(mail=mail).select_related("notice").order_by("notice__seq")
    notices = [delivery.notice for delivery in deliveries]
    reached = player.email_confirmed and player.email == mail.address
    told, deadlines = _still_to_tell(player, notices) if reached else ([], {})
    MailDelivery.objects.filter(mail=mail).exclude(notice__in=told).update(dropped=True)
    if not told:
        return None
    items = [item_of(notice, deadlines.get(notice.pk)) for notice in told]
    kinds = [kind for kind in NoticeKind if any(notice.kind == kind for notice in told)]
    leave = unsubscription_link(player.pk, kinds)
    headers = (("List-Unsubscribe", f"<{leave}>"), ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"))
    said: dict[str, object] = {
        "player": player,
        "items": items,
        "leave": leave,
        "kinds": [kind_text(kind) for kind in kinds],
    }
    return replace(_written(mail, subject_of(items), "notices", said), headers=headers, notices=tuple(told))


def _still_to_tell(player: Player, notices: Sequence[Notice]) -> tuple[list[Notice], dict[int, datetime]]:
    """The notices that are still wanted and still so, and the deadlines of turns. One for each turn, the last.

    Who is suspended cannot move, and is not told of turns.
    """
    never = never_wanted(players=[player.pk], channel=NoticeChannel.MAIL)
    wanted = [notice for notice in notices if (player.pk, notice.kind) not in never]
    turns = [notice for notice in wanted if notice.kind in _OF_TURNS]
    suspended = Player.objects.filter(pk=player.pk, suspended_until__gt=Now()).exists()
    waiting = {} if suspended else turns_waiting(turns)
    last = {(notice.subject, notice.version): notice.pk for notice in turns if notice.pk in waiting}
    told = [notice for notice in wanted if notice.kind not in _OF_TURNS or notice.pk in last.values()]
    return told, waiting


def _written(mail: Mail, subject: str, name: str, said: dict[str, object]) -> Letter:
    return Letter(
        mail_id=mail.pk,
        address=mail.address,
        subject=subject,
        text=render_to_string(f"mail/{name}.txt", said),
        html=render_to_string(f"mail/{name}.html", {**said, "subject": subject}),
    )
