"""What a player is told of a sanction, in the language and by the clock that are switched on."""

from collections.abc import Mapping
from datetime import datetime
from typing import assert_never

from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone, localtime
from django.utils.translation import gettext as _

from players.conduct.models import CaseOutcome, Ground, SanctionKind
from players.errors import Json
from players.notices.models import NoticeKind


def sanction_text(kind: SanctionKind, ground: Ground, reason: str, until: datetime | None, *, name: str | None) -> str:
    """What was imposed, why, and until when, in a few sentences; the moderator's own words stand as they are."""
    moment = "" if until is None else f"{date_format(localtime(until), 'j F Y, H:i')} ({get_current_timezone()})"
    said = {"ground": ground_text(ground), "until": moment, "name": name or "", "reason": reason}
    return " ".join((_kind_text(kind) % said, _("The reason: %(ground)s. The moderator wrote: “%(reason)s”") % said))


def conduct_words(kind: NoticeKind, data: Mapping[str, Json]) -> tuple[str, str]:
    """The title and the text of a notice of what moderators decided; `data` is the notice's."""
    match kind:
        case NoticeKind.SANCTIONED if data["lifted"]:
            text = lifted_text(SanctionKind(str(data["kind"])), name=str(data["name"] or ""))
            return _("A moderator took something back"), _of_bot(data) + text
        case NoticeKind.SANCTIONED:
            until = None if data["until"] is None else datetime.fromisoformat(str(data["until"]))
            name = None if data["name"] is None else str(data["name"])
            told = SanctionKind(str(data["kind"])), Ground(str(data["ground"])), str(data["reason"])
            return _("A decision about your account"), _of_bot(data) + sanction_text(*told, until, name=name)
        case NoticeKind.APPEAL_ANSWERED:
            decided = _("Your appeal was granted.") if data["granted"] else _("Your appeal was not granted.")
            answer = _("The moderator wrote: “%(answer)s”") % {"answer": data["answer"]}
            return _("Your appeal was answered"), f"{decided} {answer}"
        case NoticeKind.REPORT_ANSWERED if data["outcome"] == CaseOutcome.ACTED:
            return _("Your report was answered"), _("Moderators looked at what you reported, and acted on it.")
        case NoticeKind.REPORT_ANSWERED:
            return _("Your report was answered"), _("Moderators looked at what you reported, and left it at that.")
        case _:
            raise ValueError("Nothing that moderators decide.")


def _of_bot(data: Mapping[str, Json]) -> str:
    """Who answers for a bot hears what the bot hears."""
    return "" if data["bot"] is None else _("About the bot %(bot)s: ") % {"bot": data["bot"]}


def lifted_text(kind: SanctionKind, *, name: str) -> str:
    """What was taken back; `name` is the one that came back; empty if none did."""
    match kind:
        case SanctionKind.WARNING:
            return _("A moderator took a warning back.")
        case SanctionKind.MUTE:
            return _("You may write at the table again.")
        case SanctionKind.SUSPENSION | SanctionKind.BAN:
            return _("You may play again. Log in anew; seats that passed to bots stay theirs.")
        case SanctionKind.RENAME:
            if not name:
                return _("A moderator took it back that you were given another name. The one that you have now stays.")
            return _("You have your old name again.")
        case _:
            assert_never(kind)


def ground_text(ground: Ground) -> str:
    """A ground in words, as in "The reason: …"."""
    match ground:
        case Ground.ABUSE:
            return _("abusive messages")
        case Ground.COLLUSION:
            return _("playing together against others")
        case Ground.STALLING:
            return _("holding up games")
        case Ground.NAME:
            return _("an unfit name")
        case Ground.ACCOUNTS:
            return _("several accounts at one table")
        case Ground.OTHER:
            return _("something else")
        case _:
            assert_never(ground)


def _kind_text(kind: SanctionKind) -> str:
    match kind:
        case SanctionKind.WARNING:
            return _("A moderator warns you. Please acknowledge it.")
        case SanctionKind.MUTE:
            return _("You may not write at any table until %(until)s.")
        case SanctionKind.SUSPENSION:
            return _("You may not play until %(until)s; bots take your seats. You may log in, to read and to appeal.")
        case SanctionKind.BAN:
            return _("You may not play any more; bots take your seats. You may log in, to read and to appeal.")
        case SanctionKind.RENAME:
            return _("A moderator gave you another name: %(name)s.")
        case _:
            assert_never(kind)
