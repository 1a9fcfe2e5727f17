"""What the facts of a game mean for those who play it: their turn, the start, the end, a seat lost."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models.functions import Now

from games import outbox, store
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
from games.models import ClockTimestamp, Game, Told, Topic
from games.store import LoggedEvent
from players.errors import Json
from players.models import Player
from players.notices.models import NoticeKind
from players.notices.services import News, notices_tell
from players.transactions import DATABASE_AWAY, one_transaction
from players.wire import time_json

logger = logging.getLogger(__name__)

REMIND_AFTER: Final = 0.8
"""The part of a turn after which its player is reminded."""

_LOOK_AGAIN: Final = timedelta(seconds=1)


def game_tell(*, game_id: str, version: int) -> None:
    """Tell the players of a game what has come to be so since they were told last. Safe to call twice, or late.

    Who was not told of a turn in time is not told of it any more: there is one notice of the turn that it is now.
    With it the message that asked for this, at `version`, is done.
    """
    with one_transaction():
        told = _told_locked(game_id)
        # Read after the lock was taken: whatever is committed by now is told now.
        game = Game.objects.get(pk=game_id)
        if game.version > told.version:
            _tell(game, told)
        outbox.done(outbox.Message(Topic.NEWS, game_id, version))


def _told_locked(game_id: str) -> Told:
    """How far the players of a game were told, under its lock."""
    rows = Told.objects.select_for_update(no_key=True).filter(game_id=game_id)
    told = rows.first()
    if told is None:
        Told.objects.bulk_create([Told(game_id=game_id)], ignore_conflicts=True)
        told = rows.get()
    return told


def _tell(game: Game, told: Told) -> None:
    loaded, logged = store.load_since(game.id, game.version, after=told.version)
    news = _of_humans(_news(game, loaded.state, logged))
    notices_tell(news)
    turn = next((piece for piece in news if piece.kind is NoticeKind.YOUR_TURN), None)
    if turn is not None and game.deadline is not None:
        told.remind_at = _remind_at(turn.at, game.deadline)
    told.version = game.version
    told.save(update_fields=["version", "remind_at"])


def turn_remind() -> bool:
    """Remind one player of a turn of which most is gone, if there is one; whether there may be more to look at.

    Once a turn, and only while it waits for a human: the game is locked, so that no move comes in between.
    """
    with one_transaction():
        due = Told.objects.select_for_update(no_key=True, skip_locked=True).filter(remind_at__lte=Now())
        told = due.order_by("remind_at").first()
        if told is None:
            return False
        game = Game.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=told.game_id).first()
        if game is None:
            # Somebody plays at this moment.
            Told.objects.filter(pk=told.pk).update(remind_at=ClockTimestamp() + _LOOK_AGAIN)
            return True
        try:
            with transaction.atomic():
                again = _reminded(game, store.now())
        except DATABASE_AWAY:
            raise
        except Exception as failure:
            # One that cannot be told is not in the way of the others. The text of a failure could show a hidden card.
            logger.error("not reminded: game %s: %s", game.id, type(failure).__name__)
            again = None
        Told.objects.filter(pk=told.pk).update(remind_at=again)
    return True


def _reminded(game: Game, now: datetime) -> datetime | None:
    """Remind, if it is time; when to look again, None if never."""
    if game.to_act is None or game.deadline is None or game.deadline <= now:
        return None
    player = game.seats.values_list("player", flat=True).get(seat=game.to_act)
    seq, began = store.turns_began([game.id])[game.id]
    moment = _remind_at(began, game.deadline)
    if moment > now:
        return moment
    data: dict[str, Json] = {
        "game": game.id,
        "name": game.name,
        "version": seq,
        "deadline": time_json(game.deadline),
    }
    notices_tell(_of_humans([News(player, NoticeKind.TURN_REMINDER, now, game.id, seq, data)]))
    return None


def _remind_at(began: datetime, deadline: datetime) -> datetime:
    return began + REMIND_AFTER * (deadline - began)


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
    """Whoever plays by themselves is told, bots with an account too; the bots of levels are told by the worker."""
    humans = set(Player.objects.filter(pk__in={piece.player for piece in news}, level="").values_list("pk", flat=True))
    return [piece for piece in news if piece.player in humans]
