"""What moderation keeps of games: talk at the table, leave to look at hidden cards, and signals of playing together."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models import ClockTimestamp, Game, holds_a_seat
from players.secrets import short_id


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
