"""What the facts of a game mean for those who play it: their turn, the start, the end, a seat lost."""

from collections.abc import Iterable
from datetime import datetime

from games import store
from games.engine.events import (
    GameCancelled,
    GameEnded,
    GameStarted,
    GameVoided,
    OfferMade,
    RoundStarted,
    SeatHandedOver,
)
from games.engine.state import GameState
from games.engine.types import HandOverReason, PlayerId, Status
from games.models import Game, Told
from games.store import LoggedEvent
from players.errors import Json
from players.models import Player
from players.notices.models import NoticeKind
from players.notices.services import News, notices_tell
from players.transactions import one_transaction
from players.wire import time_json


def game_tell(*, game_id: str) -> None:
    """Tell the players of a game what has come to be so since they were told last. Safe to call twice, or late.

    Who was not told of a turn in time is not told of it any more: there is one notice of the turn that it is now.
    """
    with one_transaction():
        Told.objects.bulk_create([Told(game_id=game_id)], ignore_conflicts=True)
        told = Told.objects.select_for_update(no_key=True).get(game_id=game_id)
        # Read after the lock was taken: whatever is committed by now is told now.
        game = Game.objects.get(pk=game_id)
        if game.version <= told.version:
            return
        state = store.load(game.id, game.version).state
        logged = store.read(game.id, after=told.version, up_to=game.version)
        notices_tell(_of_humans(_news(game, state, logged)))
        Told.objects.filter(game=game).update(version=game.version)


def _news(game: Game, state: GameState, logged: Iterable[LoggedEvent]) -> list[News]:
    about: dict[str, Json] = {"game": game.id, "name": game.name}
    seated = [player for player in state.seats if player is not None]

    def news(player: PlayerId, kind: NoticeKind, at: datetime, seq: int, **more: Json) -> News:
        return News(player, kind, at, game.id, seq, {**about, "version": seq, **more})

    told: list[News] = []
    turn: LoggedEvent | None = None
    for entry in logged:
        match entry.event:
            case GameStarted():
                told += [news(player, NoticeKind.GAME_STARTED, entry.at, entry.seq) for player in seated]
            case GameEnded():
                told += [news(player, NoticeKind.GAME_ENDED, entry.at, entry.seq) for player in seated]
            case GameCancelled(reason=reason):
                told += [
                    news(player, NoticeKind.GAME_CANCELLED, entry.at, entry.seq, reason=reason) for player in seated
                ]
            case GameVoided(reason=reason):
                told += [news(player, NoticeKind.GAME_VOIDED, entry.at, entry.seq, reason=reason) for player in seated]
            case SeatHandedOver(from_player=lost_by, reason=why) if why is not HandOverReason.RESIGNED:
                told.append(news(lost_by, NoticeKind.SEAT_HANDED_OVER, entry.at, entry.seq, reason=why.value))
            case OfferMade() | RoundStarted():
                turn = entry
            case _:
                pass
    if turn is not None and state.status is Status.ACTIVE and state.to_act is not None:
        player = state.seats[state.to_act]
        if player is not None and game.deadline is not None:
            deadline = time_json(game.deadline)
            told.append(news(player, NoticeKind.YOUR_TURN, turn.at, turn.seq, deadline=deadline))
    return told


def _of_humans(news: list[News]) -> list[News]:
    """Bots have channels of their own."""
    humans = set(
        Player.objects.filter(pk__in={piece.player for piece in news}, kind=Player.Kind.HUMAN).values_list(
            "pk", flat=True
        )
    )
    return [piece for piece in news if piece.player in humans]
