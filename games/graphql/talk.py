"""What is said at a table: its types, and how to say something."""

from typing import Any, Final

import graphene
from graphene import ID, Boolean, Int, String
from graphene.relay import Connection

from games.graphql.arguments import asked, input_of
from games.graphql.context import context_of
from games.graphql.fields import act, listed, perhaps, shown, some
from games.graphql.refusals import error_list, refusable
from games.graphql.scalars import DateTime
from games.graphql.table import Player
from games.services.messages import message_write
from games.wire.messages import MessageBody, message_json
from players.edge.limits import message_spend

WriteMessageInput: Final = input_of(MessageBody, "WriteMessageInput", "What to say at which table.", of_game=True)


class Message(graphene.ObjectType):
    """What somebody said at a table."""

    class Meta:
        default_resolver = shown

    id = some(ID, "What a report names it by.")
    seq = some(Int, "Messages of a game run 1, 2, 3…; gaps are messages of those whom you mute.")
    at = some(DateTime, "When.")
    seat = some(Int, "Where its author sat.")
    player = some(Player, "Who wrote it.")
    text = perhaps(String, "Plain text; null when a moderator has hidden it.")
    hidden = some(Boolean, "Whether a moderator has hidden it.")


class MessageConnection(Connection):
    """A page of messages."""

    class Meta:
        node = Message

    nodes = listed(Message, "The messages, without their cursors.")


class MessagePayload(graphene.ObjectType):
    """What became of what was said."""

    class Meta:
        default_resolver = shown

    message = perhaps(Message, "The message; null when refused.")
    errors = error_list()


class TalkMutations:
    """A part of `Mutation`."""

    write_message = act(
        MessagePayload,
        WriteMessageInput,
        "Say something at a table: before and during the game, and for a week after its end. Scope `play`. Refusals: "
        "`not_found`, `not_seated`, `game_over`, `muted` (with `until`), `rate_limited`.",
    )

    @staticmethod
    @refusable
    def resolve_write_message(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play")
        rest = dict(input)
        game_id = rest.pop("game_id")
        wanted = asked(MessageBody, rest)
        message_spend(context_of(info).request)
        return {"message": message_json(message_write(game_id=game_id, actor=player, text=wanted.text))}
