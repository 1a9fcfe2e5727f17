"""What happens before the first card: games opened, seats taken and left, the start."""

import secrets
from collections.abc import Sequence
from datetime import timedelta

from games.engine import lobby
from games.engine.events import GameOpened
from games.engine.setup import commitment_of
from games.engine.state import GameState
from games.engine.types import Seat, Status, Visibility
from games.errors import not_found
from games.levels import is_level
from games.selectors.rematch import seats_kept
from games.services.table import Table, game_locked, game_made
from games.wire.games import SeenGame
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.services import bot_player


def game_open(
    *,
    creator: Player,
    players: int,
    turn: timedelta,
    visibility: Visibility,
    rated: bool,
    name: str,
    bots: Sequence[str],
    entropy: str | None,
) -> SeenGame:
    """Open a game with `creator` at seat 0 and `bots` (levels) at the next ones. A full game starts at once.

    A guest's game is never rated.
    Raises invalid_value when a level is not known or the bots leave no seat for the creator.
    """
    if len(bots) >= players:
        raise Refusal(ErrorCode.INVALID_VALUE, "The bots leave no seat for you.", field="bots")
    for place, level in enumerate(bots):
        _expect_level(level, field=f"bots.{place}")
    opening = opening_of(
        creator=creator,
        players=players,
        turn=int(turn.total_seconds()),
        visibility=visibility,
        rated=rated and not creator.is_guest,
        name=name,
    )
    with game_made(opening=opening) as table:
        seat_fill(table, creator, entropy)
        for level in bots:
            seat_fill(table, stand_in(table.state, level), None)
        return table.seen(creator)


def opening_of(
    *, creator: Player, players: int, turn: int, visibility: Visibility, rated: bool, name: str
) -> GameOpened:
    """The first fact of a new game, with a seed of its own. `turn` is in seconds."""
    server_seed = secrets.token_hex(32)
    return GameOpened(
        players=players,
        turn=turn,
        commitment=commitment_of(server_seed),
        creator=creator.pk,
        name=name,
        visibility=visibility,
        rated=rated,
        server_seed=server_seed,
    )


def seat_take(*, game_id: str, actor: Player, invite: str | None, entropy: str | None) -> SeenGame:
    """Sit down at the lowest free seat, or at the one that is kept for `actor`; the last one starts the game.

    Raises not_found, account_needed (a guest, and a rated game), already_seated, game_over, game_full (a game that has
    started is full, and so is one whose free seats are kept for others).
    """
    with game_locked(game_id=game_id, actor=actor, invite=invite) as table:
        if table.state.opening.rated and actor.is_guest:
            raise Refusal(ErrorCode.ACCOUNT_NEEDED)
        seat_fill(table, actor, entropy, seat_kept(table, actor))
        return table.seen(actor)


def seat_leave(*, game_id: str, actor: Player) -> None:
    """Get up before the start. The game is cancelled when its creator leaves: nobody else could start it.

    Raises not_found, not_seated, game_started, game_over.
    """
    with game_locked(game_id=game_id, actor=actor) as table:
        table.seat_of(actor)
        table.record(lobby.leave_seat(table.state, actor.pk))
        if table.state.opening.creator == actor.pk:
            table.record(lobby.cancel(table.state, "creator_left"))


def bot_seat(*, game_id: str, actor: Player, level: str) -> SeenGame:
    """Seat a bot at the lowest free seat of one's own game; the last one starts it.

    Raises invalid_value for an unknown level, not_found, not_creator, game_started, game_over.
    """
    _expect_level(level, field="level")
    with game_locked(game_id=game_id, actor=actor) as table:
        table.expect_creator(actor)
        table.expect_open()
        seat_fill(table, stand_in(table.state, level), None)
        return table.seen(actor)


def bot_unseat(*, game_id: str, actor: Player, seat: Seat) -> SeenGame:
    """Take a bot from its seat before the start.

    Raises not_found (no such game, or no bot at that seat), not_creator, game_started, game_over.
    """
    with game_locked(game_id=game_id, actor=actor) as table:
        table.expect_creator(actor)
        player = table.state.seats[seat] if 0 <= seat < len(table.state.seats) else None
        if player is None or not Player.objects.filter(pk=player, kind=Player.Kind.BOT).exists():
            raise not_found()
        table.record(lobby.vacate(table.state, seat))
        return table.seen(actor)


def game_start(*, game_id: str, actor: Player) -> SeenGame:
    """Start one's own game with the seats that are taken.

    Raises not_found, not_creator, not_enough_players, game_started, game_over.
    """
    with game_locked(game_id=game_id, actor=actor) as table:
        table.expect_creator(actor)
        table.record(lobby.start(table.state, table.game.id))
        return table.seen(actor)


def stand_in(state: GameState, level: str) -> Player:
    """A bot of this level that does not sit at the table yet."""
    seated = [player for player in state.seats if player is not None]
    bots = Player.objects.filter(kind=Player.Kind.BOT, level=level)
    free = bots.exclude(pk__in=seated).order_by("pk").first()
    return free or bot_player(level=level, ordinal=bots.count() + 1)


def seat_kept(table: Table, actor: Player) -> Seat | None:
    """The seat at which `actor` is to sit down in a rematch; None for the lowest that is free.

    Raises already_seated, game_full (what is free is kept for others).
    """
    kept = seats_kept(game_id=table.game.id)
    if not kept or table.state.status is not Status.OPEN or table.state.seat_of(actor.pk) is not None:
        return None
    free = [seat for seat, player in enumerate(table.state.seats) if player is None]
    own = next((seat for seat in free if kept.get(seat) == actor.pk), None)
    if own is not None:
        return own
    # Somebody may have taken it: the creator may seat a bot anywhere.
    open_to_all = [seat for seat in free if seat not in kept]
    if not open_to_all:
        raise Refusal(ErrorCode.GAME_FULL, "Its free seats are kept for those who sat there before.")
    return open_to_all[0]


def seat_fill(table: Table, player: Player, entropy: str | None, seat: Seat | None = None) -> None:
    """Sit `player` down, with entropy drawn for those who bring none, and start the game when it is full.

    At `seat`, or at the lowest that is free.
    """
    table.record(lobby.take_seat(table.state, player.pk, entropy or secrets.token_urlsafe(16), seat))
    if lobby.is_full(table.state):
        table.record(lobby.start(table.state, table.game.id))


def _expect_level(level: str, *, field: str) -> None:
    if not is_level(level):
        raise Refusal(ErrorCode.INVALID_VALUE, "There is no such level of bots.", field=field)
