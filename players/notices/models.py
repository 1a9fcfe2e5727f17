"""Notices, and where each player's feed stands."""

from enum import StrEnum

from django.conf import settings
from django.db import models
from django.db.models import Q


class NoticeKind(StrEnum):
    """What a player may be told of."""

    YOUR_TURN = "your_turn"
    TURN_REMINDER = "turn_reminder"
    GAME_STARTED = "game_started"
    GAME_ENDED = "game_ended"
    GAME_CANCELLED = "game_cancelled"
    GAME_VOIDED = "game_voided"
    SEAT_HANDED_OVER = "seat_handed_over"
    REMATCH_OFFERED = "rematch_offered"
    WEBHOOK_DISABLED = "webhook_disabled"
    SANCTIONED = "sanctioned"
    APPEAL_ANSWERED = "appeal_answered"
    REPORT_ANSWERED = "report_answered"


class NoticeChannel(StrEnum):
    """A way to be told on which each player chooses what comes. Streams carry everything."""

    MAIL = "mail"
    WEBHOOK = "webhook"


class When(StrEnum):
    """When a player wants to be told of a kind of notice."""

    AT_ONCE = "at_once"
    DIGEST = "digest"
    NEVER = "never"


LONGEST_DIGEST = 168
"""Hours between two digests at most: a week."""


class Feed(models.Model):
    """How far a player's notices are numbered. Its row is the lock under which they are."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.PROTECT, related_name="feed"
    )
    last_seq = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"feed of {self.player_id}"


class Notice(models.Model):
    """One thing that one player is told of, once, whatever the channels. `data` holds nothing hidden from them.

    `subject` is the id of the game that it is about, `version` the version at which it came to be so; both empty for
    what is about no game.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="notices", db_index=False
    )
    seq = models.PositiveIntegerField(help_text="Runs 1, 2, 3… for each player, without a gap.")
    kind = models.CharField(max_length=24)
    subject = models.CharField(max_length=32, blank=True)
    version = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()
    data = models.JSONField()
    request_id = models.CharField(
        max_length=128, blank=True, db_default="", help_text="The request that it follows from."
    )

    class Meta:
        ordering = ("seq",)
        constraints = (
            models.UniqueConstraint(name="notice_numbered", fields=["player", "seq"]),
            models.UniqueConstraint(name="notice_once", fields=["player", "kind", "subject", "version"]),
            models.CheckConstraint(name="notice_seq_from_1", condition=Q(seq__gte=1)),
            models.CheckConstraint(name="notice_kind_known", condition=Q(kind__in=[str(kind) for kind in NoticeKind])),
        )

    def __str__(self) -> str:
        return f"notice {self.seq} of {self.player_id}"


class NoticeChoice(models.Model):
    """What a player chose for one kind of notice on one channel. Without a row: `at_once`."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="notice_choices", db_index=False
    )
    kind = models.CharField(max_length=24)
    channel = models.CharField(max_length=8)
    when = models.CharField(max_length=8)
    hours = models.PositiveSmallIntegerField(null=True, help_text="Between two digests.")

    class Meta:
        constraints = (
            models.UniqueConstraint(name="choice_once", fields=["player", "kind", "channel"]),
            models.CheckConstraint(name="choice_kind_known", condition=Q(kind__in=[str(kind) for kind in NoticeKind])),
            models.CheckConstraint(
                name="choice_channel_known", condition=Q(channel__in=[str(channel) for channel in NoticeChannel])
            ),
            models.CheckConstraint(
                name="choice_hours_of_digest",
                condition=Q(when=When.DIGEST.value, hours__gte=1, hours__lte=LONGEST_DIGEST)
                | Q(when__in=[When.AT_ONCE.value, When.NEVER.value], hours__isnull=True),
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} by {self.channel} for {self.player_id}: {self.when}"
