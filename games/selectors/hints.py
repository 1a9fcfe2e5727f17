"""What the best bot would do in one's place: from what one sees, and nothing else."""

from games.engine.projection import project
from games.engine.state import GameState
from games.engine.types import Seat, Status
from games.levels import advice_on
from games.selectors.games import game_visible, people_at
from games.store import load
from games.wire.hints import Hint
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.selectors import players_by_id


def hint_get(*, game_id: str, player: Player) -> Hint:
    """What the best level would do at the seat of `player`, whose turn it is.

    Raises, in this order: not_found, not_seated, game_not_started or game_over, no_hints_in_rated_games,
    not_your_turn; unavailable when no level can say.
    """
    game = game_visible(game_id=game_id, viewer=player)
    state = load(game.id, game.version).state
    seat = _seat_of(state, player)
    view = project(state, seat)
    advised = advice_on(view=view, chance=chance_of_hint(game.id, game.version, seat))
    if advised is None:
        raise Refusal(ErrorCode.UNAVAILABLE)
    return Hint(game.id, game.version, view, advised, players_by_id(people_at(state)))


def _seat_of(state: GameState, player: Player) -> Seat:
    """Where `player` is to act, in a game in which hints are given."""
    seat = state.seat_of(player.pk)
    if seat is None:
        raise Refusal(ErrorCode.NOT_SEATED)
    if state.status is not Status.ACTIVE:
        raise Refusal(ErrorCode.GAME_OVER if state.status.is_over else ErrorCode.GAME_NOT_STARTED)
    if state.opening.rated:
        raise Refusal(ErrorCode.NO_HINTS_IN_RATED_GAMES)
    if state.to_act != seat:
        raise Refusal(ErrorCode.NOT_YOUR_TURN)
    return seat


def chance_of_hint(game_id: str, version: int, seat: Seat) -> bytes:
    """Public on purpose: a hint is drawn from nothing hidden, and is the same however often it is asked."""
    return f"hint {game_id} {version} {seat}".encode()
