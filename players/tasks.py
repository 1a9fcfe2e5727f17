"""What the courier does for players. Each task is safe to run twice, late, or out of order."""

from celery import shared_task

from players.mail.posting import mail_post
from players.webhooks.tasks import deliver

__all__ = ["deliver", "post_mail"]


@shared_task(name="players.post_mail")
def post_mail(mail_id: str, attempt: int) -> None:
    """Hand a mail to the mail server."""
    mail_post(mail_id=mail_id, attempt=attempt)
