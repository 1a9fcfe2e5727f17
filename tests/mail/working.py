"""The work of the worker and the sweeper, done here and now."""

from datetime import timedelta

from django.db.models import F

from games.models import OutboxMessage, Topic
from games.tasks import tell
from players.mail.models import Mail, MailDelivery
from players.mail.posting import mail_post, mails_claim, mails_gather


def news_tell() -> None:
    for row in OutboxMessage.objects.filter(topic=Topic.NEWS).order_by("pk"):
        tell(row.game_id, row.version)


def mails_send() -> None:
    """One round of the sweeper, and what the worker makes of it."""
    mails_gather(limit=100)
    for mail_id, attempt in mails_claim(limit=100):
        mail_post(mail_id=mail_id, attempt=attempt)


def time_pass(time: timedelta) -> None:
    """What was to be done later is to be done as much earlier."""
    Mail.objects.filter(outcome="").update(next_at=F("next_at") - time)
    MailDelivery.objects.update(due_at=F("due_at") - time)
