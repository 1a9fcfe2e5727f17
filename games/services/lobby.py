"""What happens before the first card: games opened, seats taken and left, the start."""

import secrets
from collections.abc import Sequence
from datetime import timedelta

from games.engine import lobby
from games.engine.events import GameOpened
from games.engine.setup import commitment_of
from games.engine.state import GameState
from games.engine.types import PlayerId, Seat, Status, Visibility
from games.errors import not_found
from games.levels import BotKind, bot_kind, is_kind
from games.selectors.games import people_at
from games.selectors.rematch import seats_kept
from games.services.table import Table, game_locked, game_made
from games.wire.games import SeenGame
from players.conduct.circles import apart_from
from players.conduct.sanctions import warnings_expect_acknowledged
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
    allow_bots: bool = False,
) -> SeenGame:
    """Open a game with `creator` at seat 0 and `bots` (`guarded`, `guarded+bold`) at the next ones.

    A full game starts at once. Bots with an account may sit down where `allow_bots` says so; such a game is not rated,
    whatever `rated` says, and neither is a guest's. Raises invalid_value when a level is not known or the bots leave no
    seat for the creator, bots_not_allowed when `creator` is a bot and no bots are to sit there, and
    warning_unacknowledged.
    """
    if creator.is_bot and not allow_bots:
        raise Refusal(ErrorCode.BOTS_NOT_ALLOWED)
    if len(bots) >= players:
        raise Refusal(ErrorCode.INVALID_VALUE, "The bots leave no seat for you.", field="bots")
    warnings_expect_acknowledged(creator)
    kinds = [_kind_of(written, field=f"bots.{place}") for place, written in enumerate(bots)]
    opening = opening_of(
        creator=creator,
        players=players,
        turn=int(turn.total_seconds()),
        visibility=visibility,
        rated=rated and not allow_bots and not creator.is_guest,
        name=name,
        allow_bots=allow_bots,
    )
    with game_made(opening=opening) as table:
        seat_fill(table, creator, entropy)
        for kind in kinds:
            seat_fill(table, stand_in(table.state, kind), None)
        return table.seen(creator)


def opening_of(
    *, creator: Player, players: int, turn: int, visibility: Visibility, rated: bool, name: str, allow_bots: bool
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
        allow_bots=allow_bots,
    )


def seat_take(*, game_id: str, actor: Player, invite: str | None, entropy: str | None) -> SeenGame:
    """Sit down at the lowest free seat, or at the one that is kept for `actor`; the last one starts the game.

    Raises not_found, account_needed (a guest, and a rated game), bots_not_allowed, already_seated, game_over, game_full
    (a game that has started is full, and so is one whose free seats are kept for others), warning_unacknowledged,
    blocked.
    """
    with game_locked(game_id=game_id, actor=actor, invite=invite) as table:
        if table.state.opening.rated and actor.is_guest:
            raise Refusal(ErrorCode.ACCOUNT_NEEDED)
        if actor.is_bot and not table.state.opening.allow_bots:
            raise Refusal(ErrorCode.BOTS_NOT_ALLOWED)
        seat_join(table, actor, entropy)
        return table.seen(actor)


def seat_join(table: Table, actor: Player, entropy: str | None) -> None:
    """Sit `actor` down where there is a seat for them, and where nobody minds.

    Raises already_seated, game_over, game_full, warning_unacknowledged, blocked.
    """
    seat = seat_kept(table, actor)
    if table.state.status is Status.OPEN and table.state.seat_of(actor.pk) is None:
        warnings_expect_acknowledged(actor)
        if apart_from(actor) & people_at(table.state):
            raise Refusal(ErrorCode.BLOCKED)
    seat_fill(table, actor, entropy, seat)


def seat_leave(*, game_id: str, actor: Player) -> None:
    """Get up before the start. The game is cancelled when its creator leaves: nobody else could start it.

    Raises not_found, not_seated, game_started, game_over.
    """
    with game_locked(game_id=game_id, actor=actor) as table:
        table.seat_of(actor)
        table.record(lobby.leave_seat(table.state, actor.pk))
        if table.state.opening.creator == actor.pk:
            table.record(lobby.cancel(table.state, "creator_left"))


def bot_seat(*, game_id: str, actor: Player, level: str, temperament: str | None = None) -> SeenGame:
    """Seat a bot at the lowest free seat of one's own game; the last one starts it. `level` may be `guarded+bold` too.

    Raises invalid_value for an unknown level or temperament, not_found, not_creator, game_started, game_over.
    """
    kind = _kind_of(level, field="level")
    if temperament is not None:
        kind = _with_temperament(kind, temperament)
    with game_locked(game_id=game_id, actor=actor) as table:
        table.expect_creator(actor)
        table.expect_open()
        seat_fill(table, stand_in(table.state, kind), None)
        return table.seen(actor)


def bot_unseat(*, game_id: str, actor: Player, seat: Seat) -> SeenGame:
    """Take a bot from its seat before the start.

    Raises not_found (no such game, or no bot at that seat), not_creator, game_started, game_over.
    """
    with game_locked(game_id=game_id, actor=actor) as table:
        table.expect_creator(actor)
        player = table.state.seats[seat] if 0 <= seat < len(table.state.seats) else None
        if player is None or player == actor.pk or not Player.objects.filter(pk=player, kind=Player.Kind.BOT).exists():
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


def stand_in(state: GameState, kind: BotKind) -> Player:
    """A bot of this kind that does not sit at the table yet."""
    seated = [player for player in state.seats if player is not None]
    bots = Player.objects.filter(kind=Player.Kind.BOT, level=kind.level, temperament=kind.temperament)
    free = bots.exclude(pk__in=seated).order_by("pk").first()
    return free or bot_player(level=kind.level, temperament=kind.temperament, ordinal=bots.count() + 1)


def kept_for(table: Table) -> dict[Seat, PlayerId]:
    """For whom which seats of a rematch are kept: not for those who may not sit down beside its creator."""
    kept = seats_kept(game_id=table.game.id)
    if not kept:
        return kept
    apart = apart_from(Player.objects.get(pk=table.state.opening.creator))
    return {seat: player for seat, player in kept.items() if player not in apart}


def seat_kept(table: Table, actor: Player) -> Seat | None:
    """The seat at which `actor` is to sit down in a rematch; None for the lowest that is free.

    Raises already_seated, game_full (what is free is kept for others).
    """
    kept = kept_for(table)
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


def _kind_of(written: str, *, field: str) -> BotKind:
    kind = bot_kind(written)
    if kind is None:
        raise Refusal(ErrorCode.INVALID_VALUE, "There is no such level or temperament of bots.", field=field)
    return kind


def _with_temperament(kind: BotKind, temperament: str) -> BotKind:
    """The kind with this temperament, which is said once."""
    tempered = BotKind(kind.level, temperament)
    if not temperament or kind.temperament or not is_kind(tempered):
        raise Refusal(ErrorCode.INVALID_VALUE, "There is no such temperament of bots.", field="temperament")
    return tempered
