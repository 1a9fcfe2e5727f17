"""Games that repeat others: which one, who may see it, and for whom its seats are kept."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.db.models import F, Q
from django.db.models.functions import Now

from games.engine.types import PlayerId, Seat, Status
from games.models import Game, Rematch
from games.models import Seat as SeatRow
from players.models import Player

KEPT: Final = timedelta(days=1)
"""For how long the seats of a rematch are kept."""


def seats_kept(*, game_id: str) -> dict[Seat, PlayerId]:
    """Which seats of a rematch are kept for whom: where they sat at the end of the game before. Empty for other games.

    A seat that has somebody by now is among them.
    """
    before = SeatRow.objects.filter(
        game__rematch__rematch=game_id,
        game__rematch__rematch__created_at__gt=Now() - KEPT,
        player__level="",
        player__is_active=True,
    )
    return dict(before.values_list("seat", "player"))


def kept_from(viewer: Player | None) -> Q:
    """Rematches whose seats are still kept, and not for `viewer`, for a filter of games."""
    recent = Rematch.objects.filter(rematch__created_at__gt=Now() - KEPT)
    kept = Q(pk__in=recent.values("rematch"))
    if viewer is None:
        return kept
    return kept & ~Q(pk__in=recent.filter(game__seats__player=viewer).values("rematch"))


def offered_to(viewer: Player) -> Q:
    """Games, open yet, that repeat one at whose end `viewer` sat, for a filter of games."""
    offered = Rematch.objects.filter(game__seats__player=viewer, rematch__status=Status.OPEN)
    return Q(pk__in=offered.values("rematch"))


def rematches_of(*, game_ids: Iterable[str], visible: Q) -> dict[str, str]:
    """The rematch of each of these games that has one and may be seen: `visible` filters games."""
    seen = Game.objects.filter(visible, rematch_of__game__in=list(game_ids))
    return dict(seen.values_list(F("rematch_of__game"), "pk"))
