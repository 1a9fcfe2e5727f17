"""Addresses to be confirmed, notices that go out by mail, and the mails that carry them."""

from enum import StrEnum

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from players.notices.models import Notice
from players.secrets import short_id


class Purpose(StrEnum):
    """What a mail is for."""

    NOTICES = "notices"
    CONFIRMATION = "confirmation"
    WARNING = "warning"


class Outcome(StrEnum):
    """What became of a mail."""

    SENT = "sent"
    REFUSED = "refused"
    GAVE_UP = "gave_up"
    DROPPED = "dropped"


class Confirmation(models.Model):
    """An address that waits to be confirmed. The link in the mail is the id, signed; used once, the row is gone."""

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="confirmation")
    email = models.EmailField()
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"confirmation by {self.player_id}"


class Mail(models.Model):
    """One mail to one address. Its id is its Message-ID: when it goes out twice, whoever gets it can tell.

    `outcome` is empty while it waits. A player has one mail of notices under way at a time: what becomes due meanwhile
    goes into the next one, so that a stall ends in two mails and not in a flood.
    """

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="mails")
    purpose = models.CharField(max_length=12)
    address = models.EmailField()
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(db_default=Now())
    made_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=8, blank=True, default="")
    reply = models.PositiveSmallIntegerField(null=True, help_text="The last code of refusal of the mail server.")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                name="mail_one_under_way", fields=["player"], condition=Q(purpose=Purpose.NOTICES.value, outcome="")
            ),
            models.CheckConstraint(
                name="mail_purpose_known", condition=Q(purpose__in=[str(purpose) for purpose in Purpose])
            ),
            models.CheckConstraint(
                name="mail_ended_has_outcome",
                condition=Q(outcome="", ended_at__isnull=True)
                | Q(outcome__in=[str(outcome) for outcome in Outcome], ended_at__isnull=False),
            ),
        )
        indexes = (
            models.Index(name="mail_due", fields=["next_at"], condition=Q(outcome="")),
            models.Index(name="mail_age", fields=["ended_at"], condition=~Q(outcome="")),
        )

    def __str__(self) -> str:
        return f"mail {self.id} to {self.player_id}"


class MailDelivery(models.Model):
    """That one notice goes out by mail, once. `mail` is None until it is due; `dropped`: it had nothing to say then."""

    notice = models.OneToOneField(Notice, primary_key=True, on_delete=models.PROTECT, related_name="by_mail")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="mail_deliveries", db_index=False
    )
    due_at = models.DateTimeField()
    is_digest = models.BooleanField(default=False)
    mail = models.ForeignKey(Mail, null=True, on_delete=models.PROTECT, related_name="deliveries")
    dropped = models.BooleanField(default=False)

    class Meta:
        indexes = (
            models.Index(name="delivery_due", fields=["due_at"], condition=Q(mail__isnull=True)),
            models.Index(name="delivery_of_player", fields=["player", "due_at"]),
        )

    def __str__(self) -> str:
        return f"notice {self.notice_id} by mail"
