"""Turns that run out, and games that nobody joins: what the sweeper finds."""

from typing import Final

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Now

from games.engine import lobby
from games.engine.projection import project
from games.engine.rules import decide
from games.engine.setup import bot_secret
from games.engine.types import HandOverReason, Seat, Status
from games.levels import STAND_IN, BotKind, move_chosen
from games.models import Heartbeat
from games.services.clock import SHORTEST_OUTAGE, turn_settle
from games.services.lobby import stand_in
from games.services.outages import SWEEPER
from games.services.table import Table, game_claimed
from players.models import Player

UNFILLED: Final = "unfilled"


def turn_expire(*, game_id: str) -> bool:
    """Let the turn of a game expire if its time is over, and make a bot's move for it, all in one transaction.

    After the second expiry in a row the seat passes to a bot for good, before the move. A bot whose turn is late has
    no turn to lose: its move is made. Says whether anything was done: not when the game moved on, when somebody else
    holds its lock, or when more time is due to the turn. Safe to call at any time, beside itself and beside moves.
    """
    # `Now` is the time of the statement: the index on deadlines can be asked for it. The lock is taken after it, and
    # the clock is read again under the lock.
    with game_claimed(game_id=game_id, due=Q(status=Status.ACTIVE, deadline__lte=Now())) as table:
        if table is None or not _is_over(table):
            return False
        seat = table.state.to_act
        sitting = None if seat is None else table.state.seats[seat]
        if seat is None or sitting is None:
            return False
        player = Player.objects.get(pk=sitting)
        if player.is_played_by_level:
            _bot_moves(table, seat, BotKind(player.level, player.temperament))
            return True
        if turn_settle(game=table.game, player=player.pk):
            return False
        is_second = lobby.is_second_miss(table.state)
        table.record(lobby.expire(table.state))
        if is_second:
            bot = stand_in(table.state, BotKind(STAND_IN))
            table.record(lobby.hand_over(table.state, seat, bot.pk, HandOverReason.EXPIRED))
        _bot_moves(table, seat, BotKind(STAND_IN))
        return True


def game_cancel_unfilled(*, game_id: str) -> bool:
    """Cancel a game that waited too long for players; False when it started or ended meanwhile, or is held."""
    due = Q(status=Status.OPEN, created_at__lte=Now() - settings.OPEN_GAME_KEPT)
    with game_claimed(game_id=game_id, due=due) as table:
        if table is None:
            return False
        table.record(lobby.cancel(table.state, UNFILLED))
        return True


def _is_over(table: Table) -> bool:
    """By the clock under the lock. While nobody knows how long the service was away, no turn is over."""
    if table.game.deadline is None or table.now < table.game.deadline:
        return False
    return not Heartbeat.objects.filter(name=SWEEPER, seen_at__lte=table.now - SHORTEST_OUTAGE).exists()


def _bot_moves(table: Table, seat: Seat, kind: BotKind) -> None:
    """What a bot of `kind` does at the seat to act: it sees what a player there sees, and nothing else."""
    move = move_chosen(
        kind=kind,
        view=project(table.state, seat),
        secret=bot_secret(table.state.opening.server_seed),
        game_id=table.game.id,
        version=table.version,
    )
    table.stamp(seat, kind)
    table.record(decide(table.state, seat, move))
