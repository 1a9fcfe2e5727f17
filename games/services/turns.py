"""Seats whose players go: they pass to a bot, and the game goes on."""

from games.engine import lobby
from games.engine.types import HandOverReason
from games.levels import STAND_IN, BotKind
from games.services.lobby import stand_in
from games.services.table import game_locked
from games.wire.games import SeenGame
from players.models import Player


def seat_resign(*, game_id: str, actor: Player) -> SeenGame:
    """Leave a running game: the seat passes to a bot at once and for good. Returns what a spectator sees.

    Raises not_found, not_seated, game_not_started, game_over.
    """
    with game_locked(game_id=game_id, actor=actor) as table:
        seat = table.seat_of(actor)
        table.expect_active()
        bot = stand_in(table.state, BotKind(STAND_IN))
        table.record(lobby.hand_over(table.state, seat, bot.pk, HandOverReason.RESIGNED))
        return table.seen(actor)
