"""What a finished game means for those who played it."""

from games.engine.scoring import points_of
from games.engine.state import GameState
from games.engine.types import PlayerId, Seat, Status
from games.models import Game
from games.models import Seat as SeatRow
from games.moderated import GameClues
from games.store import load
from players.services import results_record
from players.transactions import one_transaction


def game_settle(*, game_id: str) -> None:
    """Count a finished game once in statistics and ratings. Safe to call twice.

    Winners share the first place; the others follow by points, then by cards in front; then come eliminated seats.
    Whoever left a seat to a bot is last, whatever the bot made of it, and the bot does not count.
    """
    with one_transaction():
        # A moderator may declare it void at this moment.
        game = Game.objects.select_for_update(no_key=True).filter(pk=game_id, status=Status.FINISHED).first()
        if game is None:
            return
        state = load(game.id, game.version).state
        left = dict(SeatRow.objects.filter(game=game).exclude(former_player=None).values_list("seat", "former_player"))
        winners = () if state.result is None else state.result.winners
        results_record(game_ref=game.id, rated=game.rated, standings=_standings(state, winners, left))
        # What its decisions say of who plays for whom is added up when the worker has time.
        GameClues.objects.get_or_create(game=game)


def _standings(state: GameState, winners: tuple[Seat, ...], left: dict[Seat, PlayerId]) -> list[tuple[PlayerId, int]]:
    """Pairs of player and rank, equal for equals."""
    merits: dict[PlayerId, tuple[int, ...]] = {}
    for seat, player in enumerate(state.seats):
        front = state.fronts[seat]
        if seat in left:
            merits[left[seat]] = (0, 0, 0)
        elif player is not None:
            standing = 3 if seat in winners else 1 if state.eliminated[seat] else 2
            merits[player] = (standing, 0, 0) if standing == 3 else (standing, points_of(front), len(front))
    places = sorted(set(merits.values()), reverse=True)
    return [(player, places.index(merit) + 1) for player, merit in merits.items()]
