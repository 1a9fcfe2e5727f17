"""Cases as moderators work them off: claimed by one at a time, and closed with an outcome that reporters are told."""

from datetime import timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from players.conduct.audit import Act, audit_write
from players.conduct.models import LONGEST_TEXT, Case, CaseOrigin, CaseOutcome, Report
from players.conduct.roles import expect_may, expect_may_act_on, expect_no_part
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.notices.models import NoticeKind
from players.notices.services import News, notices_tell
from players.transactions import one_transaction
from players.wire import expect_readable

IDLE: Final = timedelta(minutes=15)
"""A claim that nothing was done with for so long holds nobody off any more."""


def case_open(*, actor: Player, subject: Player, reason: str) -> Case:
    """Open a case about a player, and claim it; the one that is open already if there is one.

    Raises forbidden, case_claimed (the open one, by somebody else), invalid_value (reason).
    """
    expect_may_act_on(actor, Act.CASE_OPEN, subject)
    words = reason_of(reason)
    with one_transaction():
        try:
            with transaction.atomic():
                case = Case.objects.create(subject=subject, origin=CaseOrigin.STAFF)
        except IntegrityError:
            # One is open already.
            case = Case.objects.get(subject=subject, closed_at=None)
        else:
            audit_write(actor=actor, act=Act.CASE_OPEN, player=subject, case=case, reason=words)
        return _claimed(actor, _locked(case.pk))


def case_claim(*, actor: Player, case_id: str) -> Case:
    """Make the case one's own: nobody else acts in it, until it is released or was left alone for 15 minutes.

    Claimed again by the same moderator, it is theirs for longer. Raises not_found, forbidden (also for whom it is about
    or who reported it), case_closed, case_claimed (`by`).
    """
    expect_may(actor, Act.CASE_CLAIM)
    with one_transaction():
        return _claimed(actor, _locked(case_id))


def case_release(*, actor: Player, case_id: str) -> Case:
    """Give a case back to the queue; nothing happens when nobody holds it. Raises not_found, forbidden, case_closed,
    case_claimed (`by`)."""
    expect_may(actor, Act.CASE_RELEASE)
    with one_transaction():
        case = _locked(case_id)
        _expect_open(case)
        if case.claimed_by_id is None:
            return case
        _expect_free_for(actor, case)
        return _claim_set(actor, case, Act.CASE_RELEASE, holder=None)


def case_take_over(*, actor: Player, case_id: str, reason: str) -> Case:
    """Take a case that another moderator holds. Raises not_found, forbidden, case_closed, invalid_value (reason)."""
    expect_may(actor, Act.CASE_TAKE_OVER)
    words = reason_of(reason)
    with one_transaction():
        case = _locked(case_id)
        expect_no_part(actor, case)
        _expect_open(case)
        if case.claimed_by_id == actor.pk:
            return _touched(case)
        return _claim_set(actor, case, Act.CASE_TAKE_OVER, holder=actor, reason=words)


def case_close(*, actor: Player, case_id: str, outcome: CaseOutcome, note: str = "") -> Case:
    """End a case and its reports; their authors are told whether something was done, and nothing more.

    `note` is for moderators alone. Raises not_found, forbidden, case_closed, case_claimed (`by`), invalid_value (note).
    """
    expect_may(actor, Act.CASE_CLOSE)
    words = _one_kind_of_space(note)
    expect_readable(words)
    if len(words) > LONGEST_TEXT:
        raise Refusal(ErrorCode.INVALID_VALUE, field="note")
    with one_transaction():
        case = case_held(actor=actor, case=Case(pk=case_id))
        Case.objects.filter(pk=case.pk).update(
            closed_by=actor, closed_at=Now(), outcome=outcome, note=words, claimed_by=None, claimed_at=None
        )
        case.refresh_from_db()
        reports = list(Report.objects.select_for_update(no_key=True).filter(case=case, closed_at=None).order_by("pk"))
        Report.objects.filter(pk__in=[report.pk for report in reports]).update(closed_at=case.closed_at)
        audit_write(
            actor=actor,
            act=Act.CASE_CLOSE,
            player=case.subject,
            case=case,
            reason=words,
            after={"outcome": CaseOutcome(outcome).value, "reports": len(reports)},
        )
        _tell_authors(case, reports)
        return case


def _tell_authors(case: Case, reports: list[Report]) -> None:
    if case.closed_at is not None:
        notices_tell(
            News(
                report.author_id,
                NoticeKind.REPORT_ANSWERED,
                case.closed_at,
                report.pk,
                data={"report": report.pk, "outcome": case.outcome},
            )
            for report in reports
        )


def case_held(*, actor: Player, case: Case) -> Case:
    """The case under its lock, held by `actor` from now on: whoever acts in a case that is free claims it by that.

    Must run in a transaction. Raises not_found, forbidden, case_closed, case_claimed (`by`).
    """
    return _claimed(actor, _locked(case.pk))


def reason_of(words: str) -> str:
    """A reason in words, without the space around it. Raises invalid_value when there is none, or it is too long."""
    reason = _one_kind_of_space(words)
    expect_readable(reason)
    if not reason:
        raise Refusal(ErrorCode.INVALID_VALUE, _("Say why, in words."), field="reason")
    if len(reason) > LONGEST_TEXT:
        raise Refusal(ErrorCode.INVALID_VALUE, _("The reason is too long."), field="reason")
    return reason


def _one_kind_of_space(words: str) -> str:
    """Forms send the line ends of the web; and who pastes, tabs."""
    return words.strip().replace("\r\n", "\n").replace("\t", " ")


def _locked(case_id: str) -> Case:
    case = Case.objects.select_for_update(no_key=True).filter(pk=case_id).first()
    if case is None:
        raise Refusal(ErrorCode.NOT_FOUND)
    return case


def _claimed(actor: Player, case: Case) -> Case:
    expect_no_part(actor, case)
    _expect_open(case)
    if case.claimed_by_id == actor.pk:
        return _touched(case)
    _expect_free_for(actor, case)
    return _claim_set(actor, case, Act.CASE_CLAIM, holder=actor)


def _expect_open(case: Case) -> None:
    if case.closed_at is not None:
        raise Refusal(ErrorCode.CASE_CLOSED)


def _expect_free_for(actor: Player, case: Case) -> None:
    """Raises case_claimed while somebody else holds the case, by the database's clock."""
    if case.claimed_by is None or case.claimed_by_id == actor.pk:
        return
    if Case.objects.filter(pk=case.pk, claimed_at__gt=Now() - IDLE).exists():
        raise Refusal(ErrorCode.CASE_CLAIMED, extra={"by": case.claimed_by.name})


def _claim_set(actor: Player, case: Case, act: Act, *, holder: Player | None, reason: str = "") -> Case:
    before = None if case.claimed_by is None else case.claimed_by.name
    Case.objects.filter(pk=case.pk).update(claimed_by=holder, claimed_at=None if holder is None else Now())
    audit_write(
        actor=actor,
        act=act,
        player=case.subject,
        case=case,
        reason=reason,
        before={"claimed_by": before},
        after={"claimed_by": None if holder is None else holder.name},
    )
    case.refresh_from_db()
    return case


def _touched(case: Case) -> Case:
    Case.objects.filter(pk=case.pk).update(claimed_at=Now())
    case.refresh_from_db()
    return case
