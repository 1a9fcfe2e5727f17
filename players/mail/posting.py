"""The way of a mail: gathered when due, claimed, handed to the mail server, and done.

The attempt is counted and committed before the server is spoken to, and the outcome after it. A process that dies in
between leaves a mail that the server may have taken: it goes out again later, with the same Message-ID. Nothing is
lost, and what comes twice can be told by it.
"""

import logging
import smtplib
from collections.abc import Sequence
from datetime import timedelta
from threading import BoundedSemaphore
from typing import Final

from django.core.mail import mailers
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.functions import Now

from players.crashes import reach
from players.mail.letters import Letter, letter_of
from players.mail.models import Mail, MailDelivery, Outcome, Purpose
from players.measures import DELIVERED, DELIVERIES, FAILED
from players.models import Player
from players.notices.models import Feed
from players.tracing import FIELDS, following
from players.transactions import DATABASE_AWAY, one_transaction

logger = logging.getLogger(__name__)

MOST_ATTEMPTS: Final = 30
"""With the pauses between them: half a day."""
MAILS_KEPT: Final = timedelta(days=30)
MOST_AT_ONCE: Final = 500

_FIRST_PAUSE: Final = timedelta(minutes=2)
"""Longer than an attempt lasts, as long as each step is answered in time, or not at all."""
_LONGEST_PAUSE: Final = timedelta(minutes=30)
_LEASE: Final = timedelta(minutes=1)
_WITHOUT_A_HAND: Final = timedelta(seconds=10)
_HANDS: Final = BoundedSemaphore(8)
"""So many threads of a courier are at mail at most: a mail server that hangs leaves the others to the webhooks."""

type Attempt = tuple[str, int]
"""The id of a mail, and how many attempts went before: a task that comes twice or late finds another number."""


def mails_gather(*, limit: int) -> int:
    """Make one mail for each player of all their notices that are due; how many mails. Safe beside other sweepers."""
    due = MailDelivery.objects.filter(mail=None, due_at__lte=Now())
    under_way = Mail.objects.filter(player=OuterRef("player"), purpose=Purpose.NOTICES, outcome="")
    players = due.exclude(Exists(under_way)).values_list("player", flat=True).distinct()[:limit]
    return sum(_gather(player) for player in list(players))


def _gather(player: int) -> bool:
    with one_transaction():
        # Whoever plans deliveries holds the feed too: all that was told together goes out together.
        if Feed.objects.select_for_update(no_key=True, skip_locked=True).filter(player=player).first() is None:
            return False
        if Mail.objects.filter(player=player, purpose=Purpose.NOTICES, outcome="").exists():
            return False
        due = MailDelivery.objects.filter(player=player, mail=None, due_at__lte=Now())
        if not due.exists():
            return False
        address = Player.objects.values_list("email", flat=True).get(pk=player)
        due.update(mail=Mail.objects.create(player_id=player, purpose=Purpose.NOTICES, address=address))
        reach("mails.gathered")
    return True


def mails_claim(*, limit: int) -> list[Attempt]:
    """Take the mails that are due, and put off their next turn. Safe beside other sweepers."""
    with one_transaction():
        rows = _waiting().select_for_update(no_key=True, skip_locked=True).filter(next_at__lte=Now())
        due = list(rows.order_by("next_at").values_list("pk", "attempts")[:limit])
        Mail.objects.filter(pk__in=[pk for pk, _ in due]).update(next_at=Now() + _LEASE)
    return due


def mails_put_back(*, attempts: Sequence[Attempt]) -> None:
    """Claimed mails whose tasks were not sent after all: they are due at once."""
    _waiting().filter(pk__in=[pk for pk, _ in attempts]).update(next_at=Now())


def mail_post(*, mail_id: str, attempt: int) -> None:
    """Hand a mail to the mail server, if it still has something to say. Safe to call twice, or late.

    Refused for good (5xx about this mail or its recipient): it is not tried again. Any other failure: again later.
    """
    if not _HANDS.acquire(blocking=False):
        _waiting().filter(pk=mail_id, attempts=attempt).update(next_at=Now() + _WITHOUT_A_HAND)
        return
    try:
        _mail_post(mail_id, attempt)
    finally:
        _HANDS.release()


def _mail_post(mail_id: str, attempt: int) -> None:
    letter = _attempt_begin(mail_id, attempt)
    if letter is None:
        return
    try:
        _hand_over(letter)
        reach("mail.sent")
    except Exception as failure:
        code = _reply_code(failure)
        logger.warning("mail %s was not taken: %s %s", mail_id, type(failure).__name__, code or "")
        DELIVERIES.labels("mail", FAILED).inc()
        _waiting().filter(pk=mail_id).update(reply=code)
        if _is_final(failure):
            _end(mail_id, Outcome.REFUSED)
    else:
        DELIVERIES.labels("mail", DELIVERED).inc()
        _end(mail_id, Outcome.SENT)
        _say(letter)


def mails_expire() -> int:
    """Remove some of what is long done, and that its notices went out by it; how many mails."""
    ended = Mail.objects.exclude(outcome="").filter(ended_at__lte=Now() - MAILS_KEPT)
    old = list(ended.values_list("pk", flat=True)[:MOST_AT_ONCE])
    with one_transaction():
        MailDelivery.objects.filter(mail__in=old).delete()
        Mail.objects.filter(pk__in=old).delete()
    return len(old)


def _say(letter: Letter) -> None:
    """One line of the log for each notice that is told by a mail, named by the request that the notice follows from."""
    for notice in letter.notices:
        told = {"mail": letter.mail_id, "player": notice.player_id, "kind": str(notice.kind)}
        with following(notice.request_id):
            logger.info("mailed", extra={FIELDS: told | {"game": notice.subject, "version": notice.version}})


def _attempt_begin(mail_id: str, attempt: int) -> Letter | None:
    """Count an attempt and write the letter; None when there is nothing to send, or somebody else does."""
    with one_transaction():
        locked = _waiting().select_for_update(no_key=True, skip_locked=True)
        mail = locked.filter(pk=mail_id, attempts=attempt).first()
        if mail is None:
            return None
        if mail.attempts >= MOST_ATTEMPTS:
            _end(mail_id, Outcome.GAVE_UP)
            return None
        pause = min(_FIRST_PAUSE * 2**attempt, _LONGEST_PAUSE)
        _waiting().filter(pk=mail_id).update(attempts=F("attempts") + 1, next_at=Now() + pause)
        try:
            with transaction.atomic():
                letter = letter_of(mail)
        except DATABASE_AWAY:
            raise
        except Exception as failure:
            # It counts as an attempt: a letter that nobody can write does not hold up all later mail for ever.
            logger.error("mail %s was not written: %s", mail_id, type(failure).__name__)
            return None
        if letter is None:
            _end(mail_id, Outcome.DROPPED)
    return letter


def _hand_over(letter: Letter) -> None:
    mailer = mailers.default
    mailer.open()
    try:
        mailer.send_messages([letter.message()])
    except BaseException:
        _hang_up(mailer)
        raise
    # The server has the mail; how the connection ends does not matter any more.
    _hang_up(mailer)


def _hang_up(mailer: object) -> None:
    try:
        mailer.close()  # type: ignore[attr-defined]  # each backend has it
    except (OSError, smtplib.SMTPException) as failure:
        logger.info("the mail server did not say goodbye: %s", type(failure).__name__)


def _is_final(failure: Exception) -> bool:
    """Whether the mail server will never take this mail. What it says of us, our log-in say, may be put right."""
    match failure:
        case smtplib.SMTPRecipientsRefused(recipients=refusals):
            return all(500 <= code < 600 for code, _ in refusals.values())
        case smtplib.SMTPDataError(smtp_code=code):
            return 500 <= code < 600
        case _:
            # An address in letters that the server does not know, and the like.
            return isinstance(failure, smtplib.SMTPNotSupportedError | UnicodeError)


def _reply_code(failure: Exception) -> int | None:
    match failure:
        case smtplib.SMTPRecipientsRefused(recipients=refusals):
            return max((code for code, _ in refusals.values()), default=None)
        case smtplib.SMTPResponseException(smtp_code=int(code)) if 0 < code < 1000:
            return code
        case _:
            return None


def _waiting() -> QuerySet[Mail]:
    return Mail.objects.filter(outcome="")


def _end(mail_id: str, outcome: Outcome) -> None:
    _waiting().filter(pk=mail_id).update(outcome=outcome, ended_at=Now())
