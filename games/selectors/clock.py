"""The clocks of turns: what was given to each, and nothing of what it was given for."""

from collections.abc import Collection, Iterable
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import F, FilteredRelation, Q

from games.clock import Adjustment, AdjustmentKind
from games.models import Game
from games.selectors.games import game_visible
from games.wire.clock import SeenClock
from players.models import Player


def clock_get(*, game_id: str, viewer: Player | None, invite: str | None = None) -> SeenClock:
    """The clock of the running turn. Raises not_found."""
    game = game_visible(game_id=game_id, viewer=viewer, invite=invite)
    return clocks_of([game.id])[game.id]


def clocks_of(game_ids: Collection[str]) -> dict[str, SeenClock]:
    """The clocks of games that somebody may see, by id. One statement, so that each adds up."""
    rows = (
        Game.objects.filter(pk__in=game_ids)
        .annotate(given=FilteredRelation("adjustments", condition=Q(adjustments__turn_seq=F("turn_seq"))))
        .order_by("pk", "given__place")
        .values_list(
            *("pk", "to_act", "turn_started_at", "turn", "deadline"),
            *("given__kind", "given__since", "given__seconds"),
        )
    )
    return {
        game_id: SeenClock(seat, started_at, turn, _adjustments(entries), deadline)
        for (game_id, seat, started_at, turn, deadline), entries in groupby(rows, key=itemgetter(slice(0, 5)))
    }


def _adjustments(rows: Iterable[tuple[Any, ...]]) -> tuple[Adjustment, ...]:
    """A turn that was given nothing is one row without an adjustment."""
    return tuple(
        Adjustment(AdjustmentKind(kind), since, seconds) for *_, kind, since, seconds in rows if kind is not None
    )
