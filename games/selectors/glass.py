"""Hidden cards of running games, for the one to whom they were opened, and who was told of it."""

from django.db.models import QuerySet
from django.db.models.functions import Now

from games.engine.projection import project
from games.engine.state import GameState
from games.engine.types import Status
from games.errors import not_found
from games.models import Game
from games.moderated import BrokenGlass
from games.selectors.games import game_seen
from games.selectors.moderation import sat_at
from games.store import load
from games.wire.events import Disclosed
from games.wire.games import cards_json, game_json
from players.conduct.roles import with_bots
from players.errors import ErrorCode, Json, Refusal
from players.models import Player


def glass_open(*, game_id: str, viewer: Player) -> BrokenGlass | None:
    """The glass that lets `viewer` see the hidden cards of a game now, by the database's clock; None without one.

    Never for somebody who sits or sat there.
    """
    broken = _opened().filter(game=game_id, asked_by=viewer, until__gt=Now()).order_by("-until").first()
    if broken is None or sat_at(with_bots([viewer.pk]), [game_id]):
        return None
    return broken


def glasses_waiting(*, game_id: str | None = None) -> QuerySet[BrokenGlass]:
    """What is asked for and not answered yet, the oldest first."""
    waiting = BrokenGlass.objects.filter(answered_at=None).select_related("game", "asked_by").order_by("asked_at")
    return waiting if game_id is None else waiting.filter(game=game_id)


def open_cards(*, game_id: str, viewer: Player) -> tuple[int, dict[str, Json]]:
    """The version of a game, and `{"game", "hands", "lot"}` with all cards that somebody holds or has put in.

    Each from the view of the seat that may see it: the order of the draw pile and the seed stay closed to everybody.
    A look is written down by `games.services.glass.glass_look`, which is what to call. Raises not_found, forbidden.
    """
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise not_found()
    if not may_look_at_seats(game=game, viewer=viewer):
        raise Refusal(ErrorCode.FORBIDDEN)
    loaded = load(game.id, game.version)
    table: dict[str, Json] = {
        "game": game_json(game_seen(game=game, loaded=loaded, viewer=None)),
        "hands": _hands(loaded.state),
        "lot": _lot(loaded.state),
    }
    return game.version, table


def disclosures_of(*, game_id: str) -> tuple[Disclosed, ...]:
    """When hidden cards of a game were opened to a moderator while it went on."""
    rows = _opened().filter(game=game_id).order_by("answered_at", "pk")
    return tuple(
        Disclosed(glass.asked_at, glass.answered_at, glass.until, glass.version, glass.seen_up_to)
        for glass in rows
        if glass.answered_at is not None and glass.until is not None and glass.version is not None
    )


def may_look_at_seats(*, game: Game, viewer: Player) -> bool:
    """Whether a moderator may see a game as its seats do: when it is not running, or while a glass is open to them."""
    return game.status != Status.ACTIVE or glass_open(game_id=game.id, viewer=viewer) is not None


def _opened() -> QuerySet[BrokenGlass]:
    return BrokenGlass.objects.filter(granted=True)


def _hands(state: GameState) -> list[Json]:
    hands: list[Json] = []
    for seat in range(len(state.seats)):
        own = project(state, seat).you
        hands.append([] if own is None else cards_json(own.hand))
    return hands


def _lot(state: GameState) -> list[Json]:
    return [
        {"from": put_in.from_seat, "to": put_in.to, "claim": put_in.claim, "card": put_in.card}
        for place in range(len(state.lot))
        for put_in in [project(state, state.lot[place].from_seat).lot[place]]
    ]
