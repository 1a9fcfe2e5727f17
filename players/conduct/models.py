"""Mutes and blocks, reports and the cases they make, sanctions and appeals, traces, and the audit log."""

from datetime import UTC, datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from players.secrets import short_id

LONGEST_TEXT = 2_000
FOR_EVER = datetime(9999, 1, 1, tzinfo=UTC)
"""Until when somebody who is banned is suspended."""
LONGEST_REFERENCE = 64


class ReportKind(models.TextChoices):
    """What a report is about."""

    ABUSE = "abuse", _("abuse")
    COLLUSION = "collusion", _("collusion")
    STALLING = "stalling", _("stalling")
    NAME = "name", _("name")
    BUG = "bug", _("bug")
    OTHER = "other", _("other")


class CaseOrigin(models.TextChoices):
    """What opened a case."""

    REPORT = "report", _("report")
    SIGNAL = "signal", _("signal")
    STAFF = "staff", _("staff")


class CaseOutcome(models.TextChoices):
    """How a case ended; who reported is told."""

    ACTED = "acted", _("something was done")
    NO_ACTION = "no_action", _("nothing was done")


class SanctionKind(models.TextChoices):
    """What may be imposed on a player."""

    WARNING = "warning", _("warning")
    MUTE = "mute", _("mute")
    SUSPENSION = "suspension", _("suspension")
    BAN = "ban", _("ban")
    RENAME = "rename", _("rename")


class Ground(models.TextChoices):
    """Why something was imposed: told to the player in their language, with the moderator's own words beside it."""

    ABUSE = "abuse", _("abusive messages")
    COLLUSION = "collusion", _("playing together against others")
    STALLING = "stalling", _("holding up games")
    NAME = "name", _("an unfit name")
    ACCOUNTS = "accounts", _("several accounts at one table")
    OTHER = "other", _("something else")


class Mute(models.Model):
    """What `muted` writes is not shown to `player`. They are not told."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="mutes")
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["player", "muted"], name="mute_once"),
            models.CheckConstraint(condition=~Q(player=F("muted")), name="mute_of_another"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} mutes {self.muted_id}"


class Block(models.Model):
    """Neither of both takes a seat in a game that the other opened or sits in. The blocked one is not told."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="blocks")
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="blocked_by")
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["player", "blocked"], name="block_once"),
            models.CheckConstraint(condition=~Q(player=F("blocked")), name="block_of_another"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} blocks {self.blocked_id}"


class Case(models.Model):
    """What moderators work off: all that is open about one player, or one bug. One open case a subject.

    `weight` grows with each report, by its kind; the queue shows the heaviest and the oldest first.
    """

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    subject = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="cases", db_index=False
    )
    origin = models.CharField(max_length=8, choices=CaseOrigin)
    weight = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField(db_default=Now(), editable=False)
    claimed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    claimed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    closed_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=10, choices=CaseOutcome, blank=True, default="")
    note = models.TextField(max_length=LONGEST_TEXT, blank=True, default="")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["subject"], condition=Q(closed_at=None, subject__isnull=False), name="case_one_open_a_subject"
            ),
            models.CheckConstraint(
                condition=Q(claimed_by=None, claimed_at=None) | Q(claimed_by__isnull=False, claimed_at__isnull=False),
                name="case_claimed_whole",
            ),
            models.CheckConstraint(
                condition=Q(closed_by=None, closed_at=None, outcome="")
                | (Q(closed_by__isnull=False, closed_at__isnull=False) & ~Q(outcome="")),
                name="case_closed_whole",
            ),
        )
        indexes = (
            models.Index(fields=["-weight", "opened_at"], condition=Q(closed_at=None), name="case_queue"),
            models.Index(fields=["subject", "-opened_at"], name="case_of_subject"),
        )

    def __str__(self) -> str:
        return self.id


class Report(models.Model):
    """What one player told the moderators. Its state and outcome are those of its case.

    `about` says what it is about in one word, `message:…`, `game:…`, `player:…` or `service`: one open report of an
    author about the same thing.
    """

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reports", db_index=False
    )
    kind = models.CharField(max_length=10, choices=ReportKind)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="reports_received"
    )
    game_ref = models.CharField(max_length=LONGEST_REFERENCE, blank=True, default="")
    message_ref = models.CharField(max_length=LONGEST_REFERENCE, blank=True, default="")
    about = models.CharField(max_length=LONGEST_REFERENCE + 16)
    text = models.TextField(max_length=LONGEST_TEXT)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="reports")
    # Set with its case's `closed_at`, for the constraint below.
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["author", "about"], condition=Q(closed_at=None), name="report_once"),
        )
        indexes = (models.Index(fields=["author", "-created_at", "-id"], name="report_list"),)

    def __str__(self) -> str:
        return self.id


class Sanction(models.Model):
    """What was imposed on a player, why, and until when; `until` is empty for what has no end, or no duration.

    A warning stands until it is acknowledged. `before` holds what undoing needs, such as the name they had.
    """

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="sanctions", db_index=False
    )
    kind = models.CharField(max_length=12, choices=SanctionKind)
    ground = models.CharField(max_length=12, choices=Ground)
    reason = models.TextField(max_length=LONGEST_TEXT, help_text="Shown to the player.")
    case = models.ForeignKey(Case, null=True, on_delete=models.PROTECT, related_name="sanctions")
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    until = models.DateTimeField(null=True)
    acknowledged_at = models.DateTimeField(null=True)
    lifted_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    lifted_at = models.DateTimeField(null=True)
    before = models.JSONField(default=dict)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(lifted_by=None, lifted_at=None) | Q(lifted_by__isnull=False, lifted_at__isnull=False),
                name="sanction_lifted_whole",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["mute", "suspension"], until__isnull=False)
                | (~Q(kind__in=["mute", "suspension"]) & Q(until=None)),
                name="sanction_for_a_time",
            ),
        )
        indexes = (models.Index(fields=["player", "-created_at", "-id"], name="sanction_list"),)

    def __str__(self) -> str:
        return self.id


class Appeal(models.Model):
    """A player's one objection to a sanction, answered by somebody else than who decided it."""

    sanction = models.OneToOneField(Sanction, primary_key=True, on_delete=models.PROTECT, related_name="appeal")
    text = models.TextField(max_length=LONGEST_TEXT)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    answered_at = models.DateTimeField(null=True)
    granted = models.BooleanField(null=True)
    answer = models.TextField(max_length=LONGEST_TEXT, blank=True, default="")

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(answered_by=None, answered_at=None, granted=None)
                | Q(answered_by__isnull=False, answered_at__isnull=False, granted__isnull=False),
                name="appeal_answered_whole",
            ),
        )

    def __str__(self) -> str:
        return f"appeal of {self.sanction_id}"


class TraceKind(models.TextChoices):
    """By what accounts can be seen to be used from one place."""

    ADDRESS = "address", _("address")
    DEVICE = "device", _("device")


class Trace(models.Model):
    """That an account was signed in to from an address, or by a browser: see players.conduct.traces.

    `mark` is a digest under the key of the house. It tells whether two are the same, and not what they are.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="traces", db_index=False
    )
    kind = models.CharField(max_length=8, choices=TraceKind)
    mark = models.BinaryField(max_length=32, editable=False)
    last_seen = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["player", "kind", "mark"], name="trace_once"),)
        indexes = (
            models.Index(fields=["kind", "mark"], name="trace_shared"),
            models.Index(fields=["last_seen"], name="trace_age"),
        )

    def __str__(self) -> str:
        return f"{self.kind} of {self.player_id}"


class AuditEntry(models.Model):
    """Who did what to whom, when and why. Never changed, never removed: the table refuses it.

    Looks at a case file are entries too. `before` and `after` hold what changed and nothing hidden from the table.
    """

    at = models.DateTimeField(db_default=Now(), editable=False)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    act = models.CharField(max_length=40)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    game_ref = models.CharField(max_length=LONGEST_REFERENCE, blank=True, default="")
    case = models.ForeignKey(Case, null=True, on_delete=models.PROTECT, related_name="entries")
    reason = models.TextField(max_length=LONGEST_TEXT, blank=True, default="")
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "audit entries"
        indexes = (
            models.Index(fields=["-at", "-id"], name="audit_newest"),
            models.Index(fields=["player", "-at"], name="audit_of_player"),
            models.Index(fields=["game_ref", "-at"], condition=~Q(game_ref=""), name="audit_of_game"),
        )

    def __str__(self) -> str:
        return f"{self.act} {self.pk}"
