"""What mails say, in the language that is switched on. Facts that everybody at the table has, and nothing hidden."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, assert_never

from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone, localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.conduct.texts import conduct_words
from players.mail.links import conduct_link, game_link, webhook_link
from players.notices.models import Notice, NoticeKind

# Programs make links of these by themselves: a game may not be named after a page that its creator wants visited.
_LINKLIKE: Final = re.compile(r"://|www\.|@|\w\.\w", re.IGNORECASE)


_OF_CONDUCT: Final = frozenset({NoticeKind.SANCTIONED, NoticeKind.APPEAL_ANSWERED, NoticeKind.REPORT_ANSWERED})


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of news. `title` stands alone as a subject, `text` is a sentence or two."""

    title: str
    text: str
    link: str


def item_of(notice: Notice, deadline: datetime | None) -> Item:
    """What a notice says by mail; `deadline` is that of the turn as it is now, for notices of turns."""
    said = {"game": _name_of(notice), "deadline": "" if deadline is None else moment_text(deadline)}
    kind = NoticeKind(notice.kind)
    if kind in _OF_CONDUCT:
        return Item(*conduct_words(kind, notice.data), conduct_link(kind))
    title, text = _words(kind, str(notice.data.get("reason", "")))
    link = webhook_link if kind is NoticeKind.WEBHOOK_DISABLED else game_link
    return Item(_sentence(title % said), _sentence(text % said), link(notice.subject))


def subject_of(items: Sequence[Item]) -> str:
    """The title of the only piece of news, or how many there are."""
    if len(items) == 1:
        return items[0].title
    return ngettext(
        "%(count)d piece of news from your games", "%(count)d pieces of news from your games", len(items)
    ) % {"count": len(items)}


def kind_text(kind: NoticeKind) -> str:
    """A kind of notice in words, as in "mails about …"."""
    match kind:
        case NoticeKind.YOUR_TURN:
            return _("your turn")
        case NoticeKind.TURN_REMINDER:
            return _("turns that soon end")
        case NoticeKind.GAME_STARTED:
            return _("games that begin")
        case NoticeKind.GAME_ENDED:
            return _("games that end")
        case NoticeKind.GAME_CANCELLED:
            return _("games that are cancelled")
        case NoticeKind.GAME_VOIDED:
            return _("games that are declared void")
        case NoticeKind.SEAT_HANDED_OVER:
            return _("seats that pass to a bot")
        case NoticeKind.REMATCH_OFFERED:
            return _("rematches that are offered")
        case NoticeKind.WEBHOOK_DISABLED:
            return _("webhooks that are switched off")
        case NoticeKind.SANCTIONED:
            return _("what moderators decide about you")
        case NoticeKind.APPEAL_ANSWERED:
            return _("answers to your appeals")
        case NoticeKind.REPORT_ANSWERED:
            return _("answers to your reports")
        case _:
            assert_never(kind)


def moment_text(moment: datetime) -> str:
    """A moment to the minute, by the clock of the time zone that is switched on."""
    return f"{date_format(localtime(moment), 'j F Y, H:i')} ({get_current_timezone()})"


def _words(kind: NoticeKind, reason: str) -> tuple[str, str]:
    match kind:
        case NoticeKind.YOUR_TURN:
            return (
                _("Your turn in %(game)s"),
                _("It is your turn in %(game)s. You have until %(deadline)s."),
            )
        case NoticeKind.TURN_REMINDER:
            return (
                _("Your turn in %(game)s ends soon"),
                _("It is still your turn in %(game)s. At %(deadline)s a bot will move for you."),
            )
        case NoticeKind.GAME_STARTED:
            return _("%(game)s has begun"), _("All seats are taken: %(game)s has begun.")
        case NoticeKind.GAME_ENDED:
            return _("%(game)s is over"), _("%(game)s is over. See how it ended.")
        case NoticeKind.GAME_CANCELLED:
            return _("%(game)s was cancelled"), _("%(game)s was cancelled before it began.")
        case NoticeKind.GAME_VOIDED:
            return _("%(game)s was declared void"), _("%(game)s was declared void. It counts for nobody.")
        case NoticeKind.SEAT_HANDED_OVER:
            return _("A bot has taken your seat in %(game)s"), _handed_over_text(reason)
        case NoticeKind.REMATCH_OFFERED:
            return (
                _("A rematch of %(game)s"),
                _("%(game)s is to be played again, and your seat is kept for a day."),
            )
        case NoticeKind.WEBHOOK_DISABLED:
            return _("A webhook of yours is switched off"), _disabled_text(reason)
        case NoticeKind.SANCTIONED | NoticeKind.APPEAL_ANSWERED | NoticeKind.REPORT_ANSWERED:
            raise ValueError("These have words of their own.")
        case _:
            assert_never(kind)


def _sentence(text: str) -> str:
    """Where a name stands first it may begin with a small letter."""
    return text[:1].upper() + text[1:]


def _handed_over_text(reason: str) -> str:
    if reason == "expired":
        return _("Your time ran out twice in a row, so a bot has taken your seat in %(game)s for good.")
    return _("A bot has taken your seat in %(game)s for good.")


def _disabled_text(reason: str) -> str:
    match reason:
        case "gone":
            return _("It answered that it is gone, so nothing is sent there any more.")
        case "secret":
            return _("Its secret cannot be read any more, so nothing is sent there. Make a new one, and switch it on.")
        case _:
            return _("It took nothing for three days, so nothing is sent there any more.")


def _name_of(notice: Notice) -> str:
    name = str(notice.data.get("name", ""))
    if not name or _LINKLIKE.search(name):
        return _("game %(id)s") % {"id": notice.subject}
    return _("“%(name)s”") % {"name": name}
