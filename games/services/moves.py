"""Moves."""

from games.engine.moves import Move
from games.engine.rules import decide
from games.levels import BotKind
from games.services.table import game_locked
from games.wire.games import SeenGame
from players.models import Player


def move_submit(*, game_id: str, actor: Player, move: Move, version: int) -> SeenGame:
    """Play one move for `actor` and return what they see then.

    Raises, in this order: not_found, not_seated, game_not_started or game_over, stale_version, not_your_turn,
    illegal_move. A refused move changes nothing.
    """
    with game_locked(game_id=game_id, actor=actor) as table:
        seat = table.seat_of(actor)
        table.expect_active()
        table.expect_version(version, actor, move)
        facts = decide(table.state, seat, move)
        if actor.is_played_by_level:
            table.stamp(seat, BotKind(actor.level, actor.temperament))
        table.record(facts)
        return table.seen(actor)
