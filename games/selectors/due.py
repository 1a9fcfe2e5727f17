"""What the sweeper looks for. Nothing is locked here: whoever acts looks again, under the game's lock."""

from datetime import datetime

from django.conf import settings
from django.db.models import F
from django.db.models.functions import Now

from games.engine.types import Status
from games.models import Game, Outage


def turns_due(*, after: tuple[datetime, str] | None, limit: int) -> list[tuple[datetime, str]]:
    """Deadline and game of the turns whose time is over, the longest overdue first, after one of them."""
    due = Game.objects.filter(status=Status.ACTIVE, deadline__lte=Now())
    rows = due.order_by("deadline", "id").values_list("deadline", "id")
    if after is not None:
        # In two steps, so that the index on deadlines is used.
        rows = rows.filter(deadline__gte=after[0]).exclude(deadline=after[0], id__lte=after[1])
    return [(deadline, game_id) for deadline, game_id in rows[:limit] if deadline is not None]


def games_unfilled(*, limit: int) -> list[str]:
    """Games that waited too long for players, the oldest first."""
    rows = Game.objects.filter(status=Status.OPEN, created_at__lte=Now() - settings.OPEN_GAME_KEPT)
    return list(rows.order_by("created_at").values_list("pk", flat=True)[:limit])


def turns_running(*, after: str, limit: int) -> list[str]:
    """Games that are being played, by id, after one of them."""
    running = Game.objects.filter(status=Status.ACTIVE, pk__gt=after)
    return list(running.order_by("pk").values_list("pk", flat=True)[:limit])


def turns_of(*, player: int) -> list[str]:
    """Games in which it is this player's turn, by id."""
    rows = Game.objects.filter(status=Status.ACTIVE, seats__player=player, seats__seat=F("to_act"))
    return list(rows.order_by("pk").values_list("pk", flat=True))


def outages_uncredited() -> list[int]:
    """Outages of which some turn may not have heard yet."""
    return list(Outage.objects.filter(credited_at=None).order_by("pk").values_list("pk", flat=True))
