"""What is said at a table."""

from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.documents import MessagePage, MessageShown
from games.rest.streams import Seq, after_asked
from games.selectors.messages import messages_list
from games.services.messages import message_write
from games.wire.messages import MessageBody, message_json
from players.edge.limits import message_spend
from players.errors import ErrorCode
from players.rest.access import actor
from players.rest.query import Number, Query, parse_query
from players.rest.schema import answers, parameters
from players.rest.views import ApiView, body


class MessagesQuery(Query):
    """Which messages of a game."""

    after: Seq | None = Field(None, description="Only messages with a larger `seq`.")
    limit: Number = Field(100, ge=1, le=100, description="How many messages a page has at most.")
    cursor: str | None = Field(None, description="`next` of the page before; the same as `after`.")


class MessagesView(ApiView):
    """The talk at a table."""

    @extend_schema(
        operation_id="list_messages",
        summary="What was said at the table",
        tags=["games"],
        parameters=parameters(MessagesQuery),
        responses=answers(
            {200: MessagePage},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.NOT_FOUND,
            ErrorCode.NOT_SEATED,
            ErrorCode.BAD_CURSOR,
            ErrorCode.INVALID_VALUE,
        ),
    )
    def get(self, request: Request, game_id: str) -> Response:
        """For those who sit or sat there, the oldest first. Those of players whom you mute are left out. Scope
        `read`."""
        player = actor(request, "read")
        asked = parse_query(MessagesQuery, request)
        after = after_asked(asked.after, asked.cursor)
        page = messages_list(game_id=game_id, viewer=player, after=after, limit=asked.limit)
        return Response(
            {
                "items": [message_json(message) for message in page.items],
                "next": None if page.next is None else str(page.next),
            }
        )

    @extend_schema(
        operation_id="write_message",
        summary="Say something at the table",
        tags=["games"],
        request=MessageBody,
        responses=answers(
            {201: MessageShown},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.SUSPENDED,
            ErrorCode.NOT_FOUND,
            ErrorCode.NOT_SEATED,
            ErrorCode.GAME_OVER,
            ErrorCode.MUTED,
            reads_body=True,
        ),
    )
    def post(self, request: Request, game_id: str) -> Response:
        """For those who sit there, before and during the game, and for a week after its end. Scope `play`."""
        player = actor(request, "play")
        wanted = body(request, MessageBody)
        message_spend(request._request)
        return Response(message_json(message_write(game_id=game_id, actor=player, text=wanted.text)), status=201)
