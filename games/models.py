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
from players.secrets import short_id

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


class Message(models.Model):
    """What somebody at the table says to the others. Not of the log: `seq` counts the messages of their game, from 1.

    Whoever sits at the seat writes, and whoever sat there reads on. A hidden one keeps its number.
    """

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="messages")
    seq = models.PositiveIntegerField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="messages")
    seat = models.SmallIntegerField()
    text = models.CharField(max_length=500)
    at = models.DateTimeField(db_default=ClockTimestamp())
    hidden_at = models.DateTimeField(null=True)
    hidden_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("seq",)
        constraints = (
            models.UniqueConstraint(name="message_once_a_game", fields=["game", "seq"]),
            models.CheckConstraint(name="message_says_something", condition=~Q(text="")),
            holds_a_seat("seat", table="table_message"),
            models.CheckConstraint(
                name="message_hidden_whole",
                condition=Q(hidden_at=None, hidden_by=None) | Q(hidden_at__isnull=False, hidden_by__isnull=False),
            ),
        )
        indexes = (models.Index(name="message_of_author", fields=["author", "-at"]),)

    def __str__(self) -> str:
        return f"message {self.seq} of {self.game_id}"


class BrokenGlass(models.Model):
    """Leave to look at the hidden cards of a running game: asked for by one, given by another, told when it ends.

    Nobody who sits or sat at the game is either of them. It opens the game to who asked, until `until`.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="broken_glasses")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    reason = models.TextField(max_length=2_000)
    asked_at = models.DateTimeField(db_default=ClockTimestamp())
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    answered_at = models.DateTimeField(null=True)
    granted = models.BooleanField(null=True)
    until = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(null=True, help_text="The event up to which the game had come then.")
    seen_up_to = models.PositiveIntegerField(null=True, help_text="The event up to which it was looked at.")

    class Meta:
        verbose_name_plural = "broken glasses"
        ordering = ("asked_at", "pk")
        constraints = (
            models.CheckConstraint(name="glass_needs_two", condition=~Q(answered_by=F("asked_by"))),
            models.CheckConstraint(
                name="glass_answered_whole",
                condition=Q(answered_by=None, answered_at=None, granted=None)
                | Q(answered_by__isnull=False, answered_at__isnull=False, granted__isnull=False),
            ),
            models.CheckConstraint(
                name="glass_open_for_a_time",
                condition=Q(granted=True, until__isnull=False, version__isnull=False)
                | (~Q(granted=True) & Q(until=None, version=None))
                | Q(granted=None, until=None, version=None),
            ),
            models.UniqueConstraint(
                name="glass_asked_once", fields=["game", "asked_by"], condition=Q(answered_at=None)
            ),
        )

    def __str__(self) -> str:
        return f"glass of {self.game_id}, broken by {self.asked_by_id}"


class GameClues(models.Model):
    """A finished game whose decisions count for signals, once: `counted_at` is when they were added up."""

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.PROTECT, related_name="clues")
    counted_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "clues of games"
        indexes = (
            models.Index(name="clues_waiting", fields=["game"], condition=Q(counted_at=None)),
            models.Index(name="clues_counted", fields=["counted_at"]),
        )

    def __str__(self) -> str:
        return f"clues of {self.game_id}"


class PairClues(models.Model):
    """What `player` did that bears on `about`, added up over the games that both finished: see bots/signals.

    Of each kind of clue how many there are, by how much they exceed what is usual, and how much that varies by chance.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    games = models.PositiveIntegerField(default=0)
    insight_count = models.PositiveIntegerField(default=0)
    insight_value = models.FloatField(default=0.0)
    insight_variance = models.FloatField(default=0.0)
    trust_count = models.PositiveIntegerField(default=0)
    trust_value = models.FloatField(default=0.0)
    trust_variance = models.FloatField(default=0.0)
    favour_count = models.PositiveIntegerField(default=0)
    favour_value = models.FloatField(default=0.0)
    favour_variance = models.FloatField(default=0.0)

    class Meta:
        verbose_name_plural = "clues of pairs"
        constraints = (
            models.UniqueConstraint(name="pair_clues_once", fields=["player", "about"]),
            models.CheckConstraint(name="pair_clues_about_another", condition=~Q(player=F("about"))),
        )

    def __str__(self) -> str:
        return f"what {self.player_id} did about {self.about_id}"


class Signal(models.Model):
    """That two players depart, in what they do for each other, from what they can see. A hint, never more.

    `one` has the smaller id. `score` is in standard deviations of all pairs, `confidence` 0…1; `evidence` holds the
    decisions that drive it, the weightiest first. `case_games`: how many games they had in common when a case was
    opened, so that one that came to nothing is not opened again by the same games.
    """

    one = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    games = models.PositiveIntegerField()
    score = models.FloatField()
    confidence = models.FloatField()
    parts = models.JSONField(default=dict)
    evidence = models.JSONField(default=list)
    evidence_games = models.PositiveIntegerField(default=0, help_text="The games in common when it was gathered.")
    computed_at = models.DateTimeField(db_default=ClockTimestamp())
    case = models.ForeignKey(
        "players.Case", null=True, on_delete=models.PROTECT, related_name="signals", help_text="The last it opened."
    )
    case_games = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("-score", "pk")
        constraints = (
            models.UniqueConstraint(name="signal_once_a_pair", fields=["one", "other"]),
            models.CheckConstraint(name="signal_in_order", condition=Q(one__lt=F("other"))),
            models.CheckConstraint(name="signal_confidence_0_to_1", condition=Q(confidence__gte=0, confidence__lte=1)),
        )
        indexes = (models.Index(name="signal_strongest", fields=["-score", "id"]),)

    def __str__(self) -> str:
        return f"signal about {self.one_id} and {self.other_id}"


class SignalRun(models.Model):
    """When all pairs were weighed last. Its one row is the lock of the counting and the weighing."""

    name = models.CharField(primary_key=True, max_length=20)
    weighed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name


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
