"""What players say at the table. It is no part of the log."""

from datetime import timedelta
from typing import Final

from django.db.models import Max

from games import wakes
from games.engine.types import Status
from games.moderated import Message
from games.selectors.messages import messages_seen
from games.services.table import Table, game_locked
from games.wire.messages import SeenMessage
from players.conduct.sanctions import open_mute
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.wire import time_json

TALK_AFTER_THE_END: Final = timedelta(days=7)
"""For how long those who sat there at the end of a game may go on talking."""


def message_write(*, game_id: str, actor: Player, text: str) -> SeenMessage:
    """Say something to the others at the table. Messages are numbered from 1 in each game, under its lock.

    Raises, in this order: not_found, not_seated, game_over (cancelled, void, or finished a week ago), muted.
    """
    with game_locked(game_id=game_id, actor=actor) as table:
        seat = table.seat_of(actor)
        _expect_talk(table)
        mute = open_mute(player=actor, at=table.now)
        if mute is not None and mute.until is not None:
            raise Refusal(ErrorCode.MUTED, extra={"until": time_json(mute.until)})
        last = Message.objects.filter(game=table.game).aggregate(last=Max("seq"))["last"] or 0
        message = Message.objects.create(
            game=table.game, seq=last + 1, author=actor, seat=seat, text=text, at=table.now
        )
        wakes.talk_on_commit(table.game.id, message.seq)
        (seen,) = messages_seen([message])
        return seen


def _expect_talk(table: Table) -> None:
    match table.state.status:
        case Status.OPEN | Status.ACTIVE:
            return
        case Status.FINISHED:
            ended = table.game.finished_at
            if ended is not None and table.now <= ended + TALK_AFTER_THE_END:
                return
        case _:
            pass
    raise Refusal(ErrorCode.GAME_OVER, "Nobody talks at this table any more.")
