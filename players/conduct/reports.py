"""What players tell the moderators, and the cases that it makes."""

from typing import Final

from django.db import IntegrityError, models, transaction
from django.db.models import F

from players.conduct.models import Case, CaseOrigin, Report, ReportKind
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.pages import Page, keyset_page
from players.transactions import one_transaction

WEIGHTS: Final[dict[ReportKind, int]] = {
    ReportKind.ABUSE: 3,
    ReportKind.COLLUSION: 3,
    ReportKind.STALLING: 2,
    ReportKind.NAME: 2,
    ReportKind.BUG: 1,
    ReportKind.OTHER: 1,
}
"""How much a report of each kind adds to its case."""

_OF_SOMEBODY: Final = (ReportKind.ABUSE, ReportKind.COLLUSION, ReportKind.STALLING, ReportKind.NAME)
OF_A_GAME: Final = (ReportKind.COLLUSION, ReportKind.STALLING)
_MOST_TRIES: Final = 5


def report_file(
    *, author: Player, kind: ReportKind, player: Player | None, game_ref: str, message_ref: str, text: str
) -> Report:
    """Tell the moderators of `player`, or of a bug; it goes into the open case about them, which is opened if need be.

    What an author reports again and again weighs once in a case. Raises Refusal: missing_field (player, game),
    invalid_value (player), already_reported.
    """
    _expect_whole(author, kind, player, game_ref)
    about = _about(player, game_ref, message_ref)
    with one_transaction():
        _expect_new(author, about)
        case = _case_for(player)
        is_known = Report.objects.filter(case=case, author=author).exists()
        try:
            with transaction.atomic():
                report = Report.objects.create(
                    author=author,
                    kind=kind,
                    player=player,
                    game_ref=game_ref,
                    message_ref=message_ref,
                    about=about,
                    text=text,
                    case=case,
                )
        except IntegrityError:
            _expect_new(author, about)
            # It was open a moment ago, and is closed already: asked again, this one is the first.
            raise Refusal(ErrorCode.UNAVAILABLE) from None
        if not is_known:
            Case.objects.filter(pk=case.pk).update(weight=F("weight") + WEIGHTS[kind])
        return _shown().get(pk=report.pk)


def reports_of(*, author: Player, limit: int, cursor: str | None) -> Page[Report]:
    """What `author` reported, the newest first. Raises Refusal: bad_cursor."""
    return keyset_page(_shown().filter(author=author), limit=limit, cursor=cursor)


def report_get(*, author: Player, report_id: str) -> Report:
    """A report of one's own. Raises Refusal: not_found."""
    report = _shown().filter(author=author, pk=report_id).first()
    if report is None:
        raise Refusal(ErrorCode.NOT_FOUND)
    return report


def _shown() -> models.QuerySet[Report, Report]:
    return Report.objects.select_related("case", "player")


def _expect_whole(author: Player, kind: ReportKind, player: Player | None, game_ref: str) -> None:
    if kind in _OF_SOMEBODY and player is None:
        raise Refusal(ErrorCode.MISSING_FIELD, "Say whom it is about.", field="player")
    if kind in OF_A_GAME and not game_ref:
        raise Refusal(ErrorCode.MISSING_FIELD, "Say in which game it happened.", field="game")
    if player is None:
        return
    if kind is ReportKind.BUG:
        raise Refusal(ErrorCode.INVALID_VALUE, "A bug is about nobody.", field="player")
    if player.pk == author.pk:
        raise Refusal(ErrorCode.INVALID_VALUE, "That is you.", field="player")
    if player.is_played_by_level:
        raise Refusal(ErrorCode.INVALID_VALUE, "That is a bot of the service: report a bug.", field="player")


def _about(player: Player | None, game_ref: str, message_ref: str) -> str:
    """The object of a report in one word: of all that it names, what says most."""
    if message_ref:
        return f"message:{message_ref}"
    if player is not None:
        return f"player:{player.pk}:{game_ref}" if game_ref else f"player:{player.pk}"
    return f"game:{game_ref}" if game_ref else "service"


def _expect_new(author: Player, about: str) -> None:
    """Raises Refusal already_reported, with the report that is open."""
    known = Report.objects.filter(author=author, about=about, closed_at=None).values_list("pk", flat=True).first()
    if known is not None:
        raise Refusal(ErrorCode.ALREADY_REPORTED, extra={"report": known})


def _case_for(subject: Player | None) -> Case:
    """The open case about `subject`, locked, so that nobody closes it meanwhile; what is about nobody has its own."""
    if subject is None:
        return Case.objects.create(origin=CaseOrigin.REPORT)
    for _ in range(_MOST_TRIES):
        case = Case.objects.select_for_update(no_key=True).filter(subject=subject, closed_at=None).first()
        if case is not None:
            return case
        try:
            with transaction.atomic():
                return Case.objects.create(subject=subject, origin=CaseOrigin.REPORT)
        except IntegrityError:
            # Somebody else opened it at the same moment: it is there now, unless it was closed already.
            continue
    raise Refusal(ErrorCode.UNAVAILABLE)
