"""The same game once more, for those who sat there at its end."""

from games.engine.types import Status
from games.levels import BotKind
from games.models import Game, Rematch
from games.services.lobby import kept_for, opening_of, seat_fill, seat_join, stand_in
from games.services.table import Table, game_locked, table_locked, table_made
from games.wire.games import SeenGame
from players.conduct.sanctions import warnings_expect_acknowledged
from players.errors import ErrorCode, Json, Refusal
from players.models import Player
from players.notices.models import NoticeKind
from players.notices.services import News, notices_tell


def game_rematch(*, game_id: str, actor: Player, entropy: str | None) -> tuple[SeenGame, bool]:
    """The rematch of a game that is over, with `actor` at the seat that they had; and whether it was made now.

    The first who asks opens it: same size, same settings, bots where bots sat. The seats of the others are kept for
    them. Whoever asks later sits down there too, and whoever sits there already just gets it: there is one, however
    many ask at once. Only if it was cancelled there is another.
    Raises not_found, not_seated (at the end), game_not_over, game_full and game_over (it went on without them),
    warning_unacknowledged, blocked.
    """
    with game_locked(game_id=game_id, actor=actor) as before:
        before.seat_of(actor)
        if not before.state.status.is_over:
            raise Refusal(ErrorCode.GAME_NOT_OVER)
        known = Rematch.objects.select_related("rematch").filter(game=before.game).first()
        if known is None or known.rematch.status == Status.CANCELLED:
            return _made(before, actor, entropy), True
        return _joined(known.rematch, actor, entropy), False


def _made(before: Table, actor: Player, entropy: str | None) -> SeenGame:
    warnings_expect_acknowledged(actor)
    opening = before.state.opening
    again = opening_of(
        creator=actor,
        players=before.state.rules.players,
        turn=opening.turn,
        visibility=opening.visibility,
        rated=opening.rated,
        name=opening.name,
        allow_bots=opening.allow_bots,
    )
    with table_made(opening=again) as table:
        seat_fill(table, actor, entropy, before.seat_of(actor))
        for seat, bot in _bots_at(before):
            seat_fill(table, stand_in(table.state, BotKind(bot.level, bot.temperament)), None, seat)
        # The row of the game is there before one that names it.
        table.write()
        Rematch.objects.update_or_create(game=before.game, defaults={"rematch": table.game})
        if table.state.status is Status.OPEN:
            _offer(before, table, actor)
        return table.seen(actor)


def _offer(before: Table, table: Table, actor: Player) -> None:
    """Tell the others that their seats are kept."""
    data: dict[str, Json] = {
        "game": table.game.id,
        "name": table.game.name,
        "version": table.version,
        "before": before.game.id,
        "by": actor.name,
    }
    others = [player for player in kept_for(table).values() if player != actor.pk]
    notices_tell(
        News(player, NoticeKind.REMATCH_OFFERED, table.now, table.game.id, table.version, data)
        for player in sorted(others)
    )


def _joined(game: Game, actor: Player, entropy: str | None) -> SeenGame:
    with table_locked(game_id=game.pk, actor=actor) as table:
        if table.state.seat_of(actor.pk) is None:
            seat_join(table, actor, entropy)
        return table.seen(actor)


def _bots_at(before: Table) -> list[tuple[int, Player]]:
    seats = before.game.seats.select_related("player").exclude(player__level="")
    return [(row.seat, row.player) for row in seats.order_by("seat")]
