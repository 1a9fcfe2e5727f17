"""What was said at a table, for those who sit or sat there."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from games.errors import not_found
from games.models import Game
from games.moderated import Message
from games.selectors.games import game_visible, has_sat
from games.wire.messages import SeenMessage
from players.conduct.circles import muted_by
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.selectors import players_by_id


@dataclass(frozen=True, slots=True)
class MessagesPage:
    """Some messages in order, and the `after` of the next page if there is one."""

    items: tuple[SeenMessage, ...]
    next: int | None


def messages_list(*, game_id: str, viewer: Player, after: int, limit: int) -> MessagesPage:
    """The messages after `after`, without those of whom `viewer` mutes. Raises not_found, not_seated."""
    messages = _messages_at(_game_of(game_id, viewer)).exclude(muted_by(viewer))
    rows = list(messages.filter(seq__gt=after).order_by("seq")[: limit + 1])
    items = messages_seen(rows[:limit])
    return MessagesPage(items, items[-1].seq if len(rows) > limit else None)


def message_author(*, game_id: str, viewer: Player, message_id: str) -> Player:
    """Who wrote a message of that game. Raises not_found, also when `viewer` may not read it."""
    game = game_visible(game_id=game_id, viewer=viewer)
    message = _messages_at(game).filter(pk=message_id).select_related("author").first()
    if message is None or not has_sat(game=game, viewer=viewer):
        raise not_found()
    return message.author


def messages_seen(rows: Sequence[Message]) -> tuple[SeenMessage, ...]:
    """Messages as the table sees them."""
    people = players_by_id(row.author_id for row in rows)
    return tuple(
        SeenMessage(
            id=row.id,
            seq=row.seq,
            at=row.at,
            seat=row.seat,
            player=people[row.author_id],
            text=row.text if row.hidden_at is None else None,
        )
        for row in rows
    )


def _game_of(game_id: str, viewer: Player) -> Game:
    game = game_visible(game_id=game_id, viewer=viewer)
    if not has_sat(game=game, viewer=viewer):
        raise Refusal(ErrorCode.NOT_SEATED, "What is said at a table is for those who sit or sat there.")
    return game


def _messages_at(game: Game) -> QuerySet[Message, Message]:
    return Message.objects.filter(game=game)
