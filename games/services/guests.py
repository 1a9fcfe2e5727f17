"""Guests who do not come back."""

from games.engine.types import Status
from games.models import Seat
from players.guests import guest_take_away, guests_idle


def guests_take_away(*, limit: int) -> int:
    """Close the accounts of some guests who did nothing for long, and do not sit at a game that goes on; how many.

    A game of theirs that goes on ends by itself: its turns expire, or nobody joins it.
    """
    idle = guests_idle(limit=limit)
    going_on = Seat.objects.filter(player__in=idle, game__status__in=(Status.OPEN, Status.ACTIVE))
    playing = set(going_on.values_list("player", flat=True))
    return sum(guest_take_away(player=player) for player in idle if player not in playing)
