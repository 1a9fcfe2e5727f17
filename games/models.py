"""What is kept: the log of facts, what SQL must filter and sort by, and messages to be worked off.

`GameEvent` is the truth. `Game`, `Seat`, `Round` and `Offer` are read models: written in the same transaction as
the facts, holding nothing hidden, and rebuilt from the log at any time (`manage.py rebuild_projections`).
"""

import secrets
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Func, Q

from games.clock import AdjustmentKind
from games.engine.types import EndReason, Status, Visibility

GAME_ID_LENGTH: Final = 10
# No vowels and no look-alikes: an id can be read over the phone and never spells a word.
GAME_ID_ALPHABET: Final = "23456789bcdfghjkmnpqrstvwxz"


LAST_SEQ: Final = 2**31 - 1
"""The largest number that an event can have."""


class EventKind(StrEnum):
    """The kinds of facts, as clients know them."""

    GAME_OPENED = "game_opened"
    SEAT_TAKEN = "seat_taken"
    SEAT_LEFT = "seat_left"
    GAME_STARTED = "game_started"
    CARDS_DEALT = "cards_dealt"
    ROUND_STARTED = "round_started"
    OFFER_MADE = "offer_made"
    LOT_ACCEPTED = "lot_accepted"
    LOT_REFUSED = "lot_refused"
    PLAYER_ELIMINATED = "player_eliminated"
    CARDS_DRAWN = "cards_drawn"
    TURN_EXPIRED = "turn_expired"
    SEAT_HANDED_OVER = "seat_handed_over"
    GAME_ENDED = "game_ended"
    GAME_CANCELLED = "game_cancelled"
    GAME_VOIDED = "game_voided"


class Outcome(StrEnum):
    """How a round ended."""

    ACCEPTED = "accepted"
    REFUSED = "refused"


class Topic(StrEnum):
    """What a message of the outbox asks for."""

    BOT_TURN = "bot_turn"
    GAME_ENDED = "game_ended"
    NEWS = "news"
    ANALYSIS = "analysis"


class ClockTimestamp(Func):
    """The database's clock as it runs: `now()` would stand still while a transaction waits for its lock."""

    function = "CLOCK_TIMESTAMP"
    arity = 0
    output_field = models.DateTimeField()


def new_game_id() -> str:
    """A random public id, 47 bits."""
    return "".join(secrets.choice(GAME_ID_ALPHABET) for _ in range(GAME_ID_LENGTH))


def new_invite() -> str:
    """A random invitation, 192 bits."""
    return secrets.token_urlsafe(24)


def holds_one_of(column: str, values: Iterable[str], *, table: str) -> models.CheckConstraint:
    """A check that `column` holds one of these words (or NULL, where the column allows it)."""
    return models.CheckConstraint(
        name=f"{table}_{column}_known", condition=Q(**{f"{column}__in": [str(value) for value in values]})
    )


def holds_a_seat(column: str, *, table: str) -> models.CheckConstraint:
    """A check that `column` is 0…5 (or NULL, where the column allows it)."""
    return models.CheckConstraint(
        name=f"{table}_{column}_is_seat", condition=Q(**{f"{column}__gte": 0, f"{column}__lte": 5})
    )


class Game(models.Model):
    """One game as lists show it. `version` is the `seq` of its last event; its row is the game's lock."""

    id = models.CharField(primary_key=True, max_length=GAME_ID_LENGTH, default=new_game_id, editable=False)
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=60, blank=True)
    visibility = models.CharField(max_length=7)
    rated = models.BooleanField()
    allow_bots = models.BooleanField(db_default=False)
    turn = models.DurationField()
    players = models.PositiveSmallIntegerField(help_text="Seats asked for; from the start on, seats there are.")
    rules_version = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=9)
    version = models.PositiveIntegerField()
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    round = models.PositiveSmallIntegerField(null=True)
    current_round = models.ForeignKey("Round", null=True, on_delete=models.PROTECT, related_name="+")
    first_seat = models.SmallIntegerField(null=True)
    to_act = models.SmallIntegerField(null=True)
    turn_seq = models.PositiveIntegerField(null=True, help_text="The event that gave the turn.")
    turn_started_at = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)
    draw_pile = models.PositiveSmallIntegerField(null=True)
    charons_shown = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=40, null=True, help_text="Why it is over.")  # noqa: DJ001 - null: not over

    class Meta:
        constraints = (
            holds_one_of("status", Status, table="game"),
            holds_one_of("visibility", Visibility, table="game"),
            holds_a_seat("first_seat", table="game"),
            holds_a_seat("to_act", table="game"),
            models.CheckConstraint(name="game_players_3_to_6", condition=Q(players__gte=3, players__lte=6)),
            models.CheckConstraint(
                name="game_finished_has_reason", condition=~Q(status=Status.FINISHED) | Q(reason__in=list(EndReason))
            ),
            # A game that is over has no turn and no deadline; a running one always has both.
            models.CheckConstraint(
                name="game_turn_only_when_active",
                condition=Q(status=Status.ACTIVE, to_act__isnull=False, deadline__isnull=False)
                | (~Q(status=Status.ACTIVE) & Q(to_act__isnull=True, deadline__isnull=True)),
            ),
        )
        indexes = (
            models.Index(name="game_deadline", fields=["deadline"], condition=Q(status="active")),
            models.Index(name="game_public_newest", fields=["status", "-created_at", "-id"]),
            models.Index(name="game_newest", fields=["-created_at", "-id"]),
        )

    def __str__(self) -> str:
        return self.id


class Invitation(models.Model):
    """What lets a player into a private game. Changed when someone leaves, gone when the game starts."""

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.PROTECT, related_name="invitation")
    secret = models.CharField(max_length=32, default=new_invite)

    def __str__(self) -> str:
        return f"invitation to {self.game_id}"


class Rematch(models.Model):
    """The game that those who sat at `game` at its end are offered: one, however many ask for it.

    A game of its own in all else: this row only says where it came from, and so for whom its seats are kept.
    """

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.PROTECT, related_name="rematch")
    rematch = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="rematch_of")

    class Meta:
        constraints = (models.CheckConstraint(name="rematch_is_another_game", condition=~Q(game=F("rematch"))),)

    def __str__(self) -> str:
        return f"{self.rematch_id} after {self.game_id}"


class Seat(models.Model):
    """A taken seat: who sits there, who sat there before it was handed over, and what lies in front of it."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
    seat = models.SmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats")
    former_player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="former_seats"
    )
    points = models.PositiveSmallIntegerField(default=0)
    charons = models.PositiveSmallIntegerField(default=0)
    eliminated = models.BooleanField(default=False)
    won = models.BooleanField(default=False)

    class Meta:
        ordering = ("seat",)
        constraints = (
            holds_a_seat("seat", table="seat"),
            models.UniqueConstraint(name="seat_once_a_game", fields=["game", "seat"]),
            models.UniqueConstraint(name="player_once_a_game", fields=["game", "player"]),
        )

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.game_id}"


class Round(models.Model):
    """One round and its outcome; the receiver's columns tell the front after it."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    first_seat = models.SmallIntegerField()
    outcome = models.CharField(max_length=8, null=True)  # noqa: DJ001 - null: still going on
    by = models.SmallIntegerField(null=True)
    receiver = models.SmallIntegerField(null=True)
    points = models.PositiveSmallIntegerField(null=True)
    charons = models.PositiveSmallIntegerField(null=True)
    eliminated = models.BooleanField(default=False)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(name="round_once_a_game", fields=["game", "number"]),
            holds_one_of("outcome", Outcome, table="round"),
            holds_a_seat("first_seat", table="round"),
            holds_a_seat("by", table="round"),
            holds_a_seat("receiver", table="round"),
        )

    def __str__(self) -> str:
        return f"round {self.number} of {self.game_id}"


class Offer(models.Model):
    """One card put into a lot, and the claim. `card` is written when the lot is revealed, never before."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="offers")
    position = models.PositiveSmallIntegerField()
    from_seat = models.SmallIntegerField()
    to_seat = models.SmallIntegerField()
    claim = models.PositiveSmallIntegerField()
    card = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(name="offer_once_a_round", fields=["round", "position"]),
            models.CheckConstraint(name="offer_position_0_to_2", condition=Q(position__lte=2)),
            models.CheckConstraint(name="offer_claim_0_to_10", condition=Q(claim__lte=10)),
            models.CheckConstraint(name="offer_card_0_to_10", condition=Q(card__lte=10)),
            holds_a_seat("from_seat", table="offer"),
            holds_a_seat("to_seat", table="offer"),
            models.CheckConstraint(name="offer_to_another_seat", condition=~Q(from_seat=F("to_seat"))),
        )

    def __str__(self) -> str:
        return f"offer {self.position} of round {self.round_id}"


class GameEvent(models.Model):
    """One fact. Never changed, never removed: the table refuses it. `data` holds secrets; only `codec` reads it."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    schema = models.PositiveSmallIntegerField(help_text="Version of the form of `data`.")
    round = models.PositiveSmallIntegerField(null=True)
    at = models.DateTimeField()
    data = models.JSONField()

    class Meta:
        ordering = ("seq",)
        constraints = (
            models.UniqueConstraint(name="event_once_a_game", fields=["game", "seq"]),
            models.CheckConstraint(name="event_seq_from_1", condition=Q(seq__gte=1)),
            holds_one_of("kind", EventKind, table="event"),
        )

    def __str__(self) -> str:
        return f"event {self.seq} of {self.game_id}"


class ClockAdjustment(models.Model):
    """Time that was given to a turn beyond the game's own. Never changed, never removed: the table refuses it.

    With the log these rows are all that a deadline follows from. The turn is named by the event that gave it.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="adjustments")
    turn_seq = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=6)
    since = models.DateTimeField()
    seconds = models.PositiveIntegerField()
    recorded_at = models.DateTimeField(db_default=ClockTimestamp())

    class Meta:
        ordering = ("turn_seq", "place")
        constraints = (
            models.UniqueConstraint(name="adjustment_once_a_turn", fields=["game", "turn_seq", "place"]),
            holds_one_of("kind", AdjustmentKind, table="adjustment"),
            models.CheckConstraint(name="adjustment_gives_time", condition=Q(seconds__gte=1)),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.place} of turn {self.turn_seq} of {self.game_id}"


class OutboxMessage(models.Model):
    """Work that a committed fact asks for, kept until it is done. It carries `(game, version)` and nothing else."""

    topic = models.CharField(max_length=20)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+")
    version = models.PositiveIntegerField()
    request_id = models.CharField(
        max_length=128, blank=True, db_default="", help_text="The request that it follows from."
    )
    created_at = models.DateTimeField(db_default=ClockTimestamp())
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(help_text="When the sweeper sends it (again) if it is still here.")

    class Meta:
        constraints = (
            models.UniqueConstraint(name="message_once", fields=["topic", "game", "version"]),
            holds_one_of("topic", Topic, table="message"),
        )
        indexes = (models.Index(name="message_due", fields=["next_at"]),)

    def __str__(self) -> str:
        return f"{self.topic} of {self.game_id} at {self.version}"


class BotMove(models.Model):
    """By which policy a bot moved when the game was at `version`. Never changed, never removed: the table refuses it.

    With the log and the seed this is all that the move follows from.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="bot_moves")
    version = models.PositiveIntegerField()
    seat = models.SmallIntegerField()
    level = models.CharField(max_length=32)
    temperament = models.CharField(max_length=32, blank=True)
    policy = models.CharField(max_length=64, help_text="The version of the level's policy.")

    class Meta:
        ordering = ("version",)
        constraints = (
            models.UniqueConstraint(name="bot_move_once", fields=["game", "version"]),
            holds_a_seat("seat", table="bot_move"),
        )

    def __str__(self) -> str:
        return f"{self.level} at seat {self.seat} of {self.game_id} at {self.version}"


class Analysis(models.Model):
    """What was knowable at each decision of a game that is over, and what was best then, as far as it is worked out.

    `decisions` holds as many as are done, of `total`. `level` and `policy` say who judged: the first slice of the work
    decides it, and what a later release would say does not change what is kept.
    """

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.PROTECT, related_name="analysis")
    level = models.CharField(max_length=32, blank=True)
    policy = models.CharField(max_length=64, blank=True)
    decisions = models.JSONField(default=list)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField()
    asked_at = models.DateTimeField(db_default=ClockTimestamp())
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "analyses"
        constraints = (
            models.CheckConstraint(name="analysis_done_of_total", condition=Q(done__lte=F("total"))),
            models.CheckConstraint(
                name="analysis_finished_when_done",
                condition=Q(finished_at__isnull=True) | Q(done=F("total")),
            ),
        )

    def __str__(self) -> str:
        return f"analysis of {self.game_id}: {self.done} of {self.total}"


class Outage(models.Model):
    """A time in which the service was down: a gap between two heartbeats. `credited_at` once every turn has it."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    credited_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.CheckConstraint(name="outage_ends", condition=Q(began_at__lt=F("ended_at"))),)
        indexes = (models.Index(name="outage_end", fields=["ended_at"]),)

    def __str__(self) -> str:
        return f"from {self.began_at} to {self.ended_at}"


class Told(models.Model):
    """Up to which event the players of a game were told what they must hear. Its row is the lock of the telling.

    `remind_at`: when to see whether the turn that they were told of still waits, and most of it is gone. Deadlines
    move, and only ever away: it may be too early, and is then put off.
    """

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.PROTECT, related_name="told")
    version = models.PositiveIntegerField(default=0)
    remind_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(name="told_remind", fields=["remind_at"], condition=Q(remind_at__isnull=False)),)

    def __str__(self) -> str:
        return f"{self.game_id} told up to {self.version}"


class Heartbeat(models.Model):
    """When a part of the service was last seen at work, by the database's clock."""

    name = models.CharField(primary_key=True, max_length=20)
    seen_at = models.DateTimeField(db_default=ClockTimestamp())

    def __str__(self) -> str:
        return self.name


class LogCheck(models.Model):
    """What the last look over all logs found (`manage.py replay_check`): one row, for the moderators' dashboard."""

    name = models.CharField(primary_key=True, max_length=20)
    checked_at = models.DateTimeField(db_default=ClockTimestamp())
    games = models.PositiveIntegerField()
    faults = models.PositiveIntegerField()
    first_fault = models.CharField(max_length=200, blank=True, default="")

    def __str__(self) -> str:
        return f"{self.faults} of {self.games} games"


# Django looks for models here.
from games.moderated import (  # noqa: E402
    BrokenGlass,  # noqa: F401
    GameClues,  # noqa: F401
    Message,  # noqa: F401
    PairClues,  # noqa: F401
    Signal,  # noqa: F401
    SignalRun,  # noqa: F401
)
