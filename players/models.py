"""Accounts, their tokens, and the games that counted for their statistics."""

from datetime import datetime
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from players.cards import PlayerCard
from players.names import LONGEST, name_choose, name_fold, name_key, name_shape
from players.secrets import short_id

INITIAL_MU = 25.0
INITIAL_SIGMA = 25.0 / 3


class PlayerManager(BaseUserManager["Player"]):
    """What Django's own commands and log-in need. The service itself writes through `players.services`."""

    def create_user(self, name: str, password: str | None = None, email: str = "", **fields: Any) -> "Player":
        return self._create(name_choose(name), password, email, **fields)

    def create_superuser(self, name: str, password: str | None = None, email: str = "", **fields: Any) -> "Player":
        """The operators' account. It may have a reserved name: that is whom they are reserved for."""
        return self._create(name_shape(name), password, email, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, name: str | None) -> "Player":
        player = self.named(name or "")
        if player is None:
            raise self.model.DoesNotExist
        return player

    def named(self, name: str) -> "Player | None":
        """The account of that name, whatever its case or state. A look-alike is somebody else."""
        folded = name_fold(name[: 4 * LONGEST])
        if not folded.isprintable():
            return None
        player = self.filter(name_key=name_key(folded)).first()
        return player if player is not None and name_fold(player.name) == folded else None

    def _create(self, name: str, password: str | None, email: str, **fields: Any) -> "Player":
        player = self.model(name=name, name_key=name_key(name), email=email or "", **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player


class Player(AbstractBaseUser, PermissionsMixin):
    """An account, human or bot. Never deleted: the games they played keep their name."""

    class Kind(models.TextChoices):
        HUMAN = "human", _("human")
        BOT = "bot", _("bot")

    name = models.CharField(_("name"), max_length=64)
    # The skeleton of the name: see players.names.
    name_key = models.CharField(max_length=128, editable=False)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.HUMAN)
    level = models.CharField(max_length=32, blank=True, default="")
    temperament = models.CharField(max_length=32, blank=True, db_default="", default="")
    # Who answers for a bot that plays over the API.
    owner = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="bots")
    description = models.CharField(max_length=200, blank=True, db_default="", default="")
    email = models.EmailField(blank=True, default="")
    email_confirmed = models.BooleanField(default=False, editable=False)
    language = models.CharField(max_length=16, default="en")
    # Somebody who plays without having chosen a name: see players.guests. The name they were given stays theirs.
    is_guest = models.BooleanField(default=False, editable=False)
    guest_name = models.CharField(max_length=64, blank=True, default="", editable=False)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    suspended_until = models.DateTimeField(null=True, blank=True)

    time_zone = models.CharField(max_length=64, default="UTC", help_text="A name of IANA's.")
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    # When their hours or away days were changed last, so that a lost notice of it is made up for.
    time_changed_at = models.DateTimeField(null=True, blank=True, editable=False)

    games_played = models.PositiveIntegerField(default=0)
    games_won = models.PositiveIntegerField(default=0)
    games_rated = models.PositiveIntegerField(default=0)
    rating_mu = models.FloatField(default=INITIAL_MU)
    rating_sigma = models.FloatField(default=INITIAL_SIGMA)

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["name"], name="player_name_unique"),
            models.UniqueConstraint(fields=["name_key"], name="player_name_key_unique"),
            models.UniqueConstraint(
                fields=["guest_name"], condition=~Q(guest_name=""), name="player_guest_name_unique"
            ),
            models.CheckConstraint(
                condition=Q(is_guest=False) | (Q(kind="human") & ~Q(guest_name="")), name="player_guest_has_guest_name"
            ),
            # A bot is played by a level, or by a program that its owner answers for.
            models.CheckConstraint(
                condition=Q(kind="human", level="", owner=None)
                | (Q(kind="bot", owner=None) & ~Q(level=""))
                | Q(kind="bot", level="", owner__isnull=False),
                name="player_kind_and_level",
            ),
            models.CheckConstraint(condition=Q(temperament="") | ~Q(level=""), name="player_temperament_of_level"),
            models.CheckConstraint(
                condition=Q(email_confirmed=False) | ~Q(email=""), name="player_confirmed_has_email"
            ),
            models.CheckConstraint(condition=Q(games_won__lte=F("games_played")), name="player_won_at_most_played"),
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_until=None)
                | (Q(quiet_from__isnull=False, quiet_until__isnull=False) & ~Q(quiet_from=F("quiet_until"))),
                name="player_quiet_hours_whole",
            ),
        )
        indexes = (
            models.Index(
                fields=["time_changed_at"], condition=Q(time_changed_at__isnull=False), name="player_time_changed"
            ),
            models.Index(fields=["created_at"], condition=Q(is_guest=True, is_active=True), name="player_guests"),
            models.Index(fields=["-created_at", "-id"], name="player_newest"),
            models.Index(
                fields=["suspended_until"], condition=Q(suspended_until__isnull=False), name="player_suspended"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_bot(self) -> bool:
        return self.kind == Player.Kind.BOT

    @property
    def is_played_by_level(self) -> bool:
        """Whether the service itself moves for them: the others send their moves, humans and programs alike."""
        return self.level != ""

    @property
    def card(self) -> PlayerCard:
        """What everybody may know of them."""
        return PlayerCard(
            id=self.pk,
            name=self.name,
            kind=str(self.kind),
            level=self.level,
            temperament=self.temperament,
            owner="" if self.owner is None else self.owner.name,
        )

    def suspended_at(self, moment: datetime) -> bool:
        """Whether they, or who answers for them, may not play at `moment`, by the database's clock."""
        until = [self.suspended_until, *([] if self.owner is None else [self.owner.suspended_until])]
        return any(end is not None and end > moment for end in until)


class Token(models.Model):
    """A key to one account. Only its digest is stored."""

    class Scope(models.TextChoices):
        READ = "read", _("read")
        PLAY = "play", _("play")

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="tokens", db_index=False)
    digest = models.BinaryField(max_length=32, unique=True, editable=False)
    label = models.CharField(max_length=60, blank=True, default="")
    scopes = ArrayField(models.CharField(max_length=8, choices=Scope))
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    # Set by `player_by_token`: the database's clock when the token was looked up, and whether `last_used_at` is old.
    checked_at: datetime
    use_unnoted: bool

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(scopes__contained_by=["read", "play"]) & Q(scopes__len__gt=0), name="token_scopes_known"
            ),
        )
        indexes = (models.Index(fields=["player", "-created_at", "-id"], name="token_list"),)

    def __str__(self) -> str:
        return self.id


class AwayPeriod(models.Model):
    """Days on which a player is away, from `since` up to and without `until`: their long turns wait.

    `is_used` once a turn was given time for it: then its days stay spent, though it be cancelled. `time_zone` is the
    one in which its days were counted.
    """

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="away_periods", db_index=False)
    since = models.DateTimeField()
    until = models.DateTimeField()
    time_zone = models.CharField(max_length=64)
    created_at = models.DateTimeField(editable=False)
    is_used = models.BooleanField(default=False)
    cancelled_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(since__lt=F("until")), name="away_until_after_since"),)
        indexes = (models.Index(fields=["player", "until"], name="away_of_player"),)

    def __str__(self) -> str:
        return self.id


class PlayedGame(models.Model):
    """One finished game of one player. Its existence is what makes recording a result a thing done once."""

    game_ref = models.CharField(max_length=64)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="played_games")
    rank = models.PositiveSmallIntegerField()
    rated = models.BooleanField()
    rating_mu = models.FloatField()
    rating_sigma = models.FloatField()
    recorded_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game_ref", "player"], name="played_game_once"),)

    def __str__(self) -> str:
        return f"{self.game_ref}: {self.player_id}"


class IdempotentAnswer(models.Model):
    """The first answer to a request with an `Idempotency-Key`, kept in the transaction of its effect.

    `slot` stands for whom the key belongs to and the key, `fingerprint` for the whole request. Neither can be made,
    nor `sealed` be read, without the request itself. See players.answers.
    """

    slot = models.BinaryField(max_length=32, primary_key=True, editable=False)
    fingerprint = models.BinaryField(max_length=32, editable=False)
    status = models.PositiveSmallIntegerField()
    salt = models.BinaryField(max_length=16, editable=False)
    sealed = models.BinaryField(editable=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        indexes = (models.Index(fields=["created_at"], name="idempotent_answer_age"),)

    def __str__(self) -> str:
        return bytes(self.slot).hex()[:12]


# Django looks for models here.
from players.conduct.models import (  # noqa: E402
    Appeal,  # noqa: F401
    AuditEntry,  # noqa: F401
    Block,  # noqa: F401
    Case,  # noqa: F401
    Mute,  # noqa: F401
    Report,  # noqa: F401
    Sanction,  # noqa: F401
    Trace,  # noqa: F401
)
from players.mail.models import Confirmation, Mail, MailDelivery  # noqa: E402, F401
from players.notices.models import Feed, Notice, NoticeChoice  # noqa: E402, F401
from players.staff.models import Authenticator  # noqa: E402, F401
from players.webhooks.models import Delivery, Webhook  # noqa: E402, F401
