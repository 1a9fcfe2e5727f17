"""The sweeper's heartbeat, and what the gaps in it give to every turn."""

import logging
from collections.abc import Callable
from typing import Final

from django.db.models import Q

from games.engine.types import Status
from games.models import ClockTimestamp, Heartbeat, Outage
from games.selectors.due import outages_uncredited, turns_of, turns_running
from games.services.clock import SHORTEST_OUTAGE, turn_settle
from games.services.table import game_claimed
from games.store import now
from players.errors import Refusal
from players.models import Player
from players.transactions import DATABASE_AWAY, one_transaction

logger = logging.getLogger(__name__)

SWEEPER: Final = "sweeper"
_GAMES_AT_ONCE: Final = 100


def sweeper_beat() -> bool:
    """Note that the sweeper is at work; and, if it was not for a minute, that the service was down.

    The beat before the gap is read under its lock and kept with the gap: of several sweepers that start together one
    finds it. Says whether it was this one.
    """
    with one_transaction():
        # The row must be there to be locked.
        beat, is_first = Heartbeat.objects.select_for_update().get_or_create(
            name=SWEEPER, defaults={"seen_at": ClockTimestamp()}
        )
        if is_first:
            return False
        moment = now()
        was_down = moment - beat.seen_at >= SHORTEST_OUTAGE
        if was_down:
            Outage.objects.create(began_at=beat.seen_at, ended_at=moment)
        Heartbeat.objects.filter(name=SWEEPER).update(seen_at=moment)
        return was_down


def outages_credit(*, between: Callable[[], object]) -> int:
    """Give every running turn the outages that it has not been given; how many turns moved.

    `between` is called now and then, for there may be many. Where a game is held by somebody else, the outage stays to
    be credited: the next call begins anew, and gives nothing twice.
    """
    outages = outages_uncredited()
    if not outages:
        return 0
    moved, is_whole, after = 0, True, ""
    while games := turns_running(after=after, limit=_GAMES_AT_ONCE):
        between()
        for game_id in games:
            credited = _turn_refresh_or_tell(game_id)
            is_whole = is_whole and credited is not None
            moved += bool(credited)
        after = games[-1]
    if is_whole:
        Outage.objects.filter(pk__in=outages).update(credited_at=ClockTimestamp())
    return moved


def turns_of_player_refresh(player: int) -> None:
    """Give the running turns of a player what their hours and away days give now.

    Games that somebody else holds are left to the sweeper, which does the same for a minute after each change.
    """
    for game_id in turns_of(player=player):
        _turn_refresh_or_tell(game_id)


def _turn_refresh_or_tell(game_id: str) -> bool | None:
    """A game that cannot be read is told, and not in the way of the others: nobody can play it either."""
    try:
        return turn_refresh(game_id=game_id)
    except (*DATABASE_AWAY, Refusal):
        # A refusal: the database went away as it was committed.
        raise
    except Exception as failure:
        # The text of a failure could show what is hidden in the log.
        logger.error("clock not set: game %s: %s", game_id, type(failure).__name__)
        return False


def turn_refresh(*, game_id: str) -> bool | None:
    """Give the running turn of a game all that the facts give it. Whether it moved; None while the game is held."""
    with game_claimed(game_id=game_id, due=Q(status=Status.ACTIVE)) as table:
        if table is None:
            return None
        seat = table.state.to_act
        sitting = None if seat is None else table.state.seats[seat]
        if sitting is None:
            return False
        is_human = Player.objects.filter(pk=sitting, level="").exists()
        return turn_settle(game=table.game, player=sitting if is_human else None)
