"""Addresses that players want to be told at, and what is to be sent there."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from players.secrets import short_id


class WebhookDisabled(models.TextChoices):
    """Why nothing is sent to a webhook."""

    OWNER = "owner", _("switched off by its owner")
    GONE = "gone", _("answered 410 Gone")
    FAILING = "failing", _("took nothing for three days")
    SECRET = "secret", _("its secret cannot be read any more")


class Webhook(models.Model):
    """An address of one player. It is also the queue of what is sent there, one thing at a time.

    `failures` counts attempts in a row to which nobody answered; `rests_until` is when it is asked again. Whoever sends
    to it holds it until `leased_until`. All moments are by the database's clock.
    """

    Disabled = WebhookDisabled

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="webhooks", db_index=False)
    url = models.CharField(max_length=1000)
    label = models.CharField(max_length=60, blank=True, default="")
    events = ArrayField(models.CharField(max_length=24))
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    # Sealed: see players.webhooks.signing. The old one signs beside the new one until `old_secret_until`.
    secret = models.BinaryField(editable=False)
    old_secret = models.BinaryField(null=True, editable=False)
    old_secret_until = models.DateTimeField(null=True, editable=False)

    disabled = models.CharField(max_length=8, choices=Disabled, blank=True, default="")
    times_disabled = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    succeeded_at = models.DateTimeField(null=True)
    rests_until = models.DateTimeField(null=True)
    leased_until = models.DateTimeField(null=True)
    kicked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(events__len__gt=0), name="webhook_wants_something"),
            models.CheckConstraint(
                condition=Q(old_secret__isnull=True, old_secret_until__isnull=True)
                | Q(old_secret__isnull=False, old_secret_until__isnull=False),
                name="webhook_old_secret_ends",
            ),
        )
        indexes = (models.Index(fields=["player", "-created_at", "-id"], name="webhook_list"),)

    def __str__(self) -> str:
        return self.id


class DeliveryStatus(models.TextChoices):
    """Where a delivery stands."""

    WAITING = "waiting", _("waiting")
    DELIVERED = "delivered", _("delivered")
    FAILED = "failed", _("failed")


class DeliveryReason(models.TextChoices):
    """What was wrong with an attempt."""

    NONE = "", _("none")
    STATUS = "status", _("the answer was no 2xx")
    TIMEOUT = "timeout", _("no answer in time")
    CONNECTION = "connection", _("no connection, or one that broke")
    TLS = "tls", _("no trusted certificate for this name")
    NAME = "name", _("the name leads nowhere")
    REFUSED = "refused", _("the address is not a public one")
    STOPPED = "stopped", _("nobody is told there any more")


class Delivery(models.Model):
    """One notice on its way to one webhook; a ping when there is none. `id` is what receivers know it by.

    `attempts` counts those begun, so that one that was never ended counts too; `reason` says what came of the last.
    """

    Status = DeliveryStatus

    Reason = DeliveryReason

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    notice = models.ForeignKey("players.Notice", null=True, on_delete=models.CASCADE, related_name="deliveries")
    status = models.CharField(max_length=9, choices=Status, default=Status.WAITING)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    attempts = models.PositiveSmallIntegerField(default=0)
    first_tried_at = models.DateTimeField(null=True)
    tried_at = models.DateTimeField(null=True)
    next_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=10, choices=Reason, blank=True, default=Reason.NONE)
    response_status = models.PositiveSmallIntegerField(null=True)
    duration_ms = models.PositiveIntegerField(null=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = (
            models.UniqueConstraint(fields=["webhook", "notice"], name="delivery_once"),
            models.CheckConstraint(
                condition=Q(status="waiting", next_at__isnull=False) | (~Q(status="waiting") & Q(next_at__isnull=True)),
                name="delivery_waits_for_something",
            ),
        )
        indexes = (
            models.Index(fields=["webhook", "-created_at", "-id"], name="delivery_list"),
            models.Index(fields=["next_at"], condition=Q(status="waiting"), name="webhook_delivery_due"),
            models.Index(fields=["created_at"], name="delivery_age"),
        )

    def __str__(self) -> str:
        return self.id
