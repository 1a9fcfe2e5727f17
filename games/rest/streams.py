"""The log of a game as it is and as it grows: pages of it, pages that are waited for, and a stream."""

from functools import partial
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from pydantic import BeforeValidator, Field
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import LAST_SEQ
from games.rest.documents import EventPage
from games.selectors.events import events_list
from games.selectors.following import expect_reached, game_followed
from games.streams.errands import AwaitEvents, FollowGame, FollowPlayer
from games.streams.frames import LAST_EVENT_ID, STYLE, event_frame, frame, talk_frame
from games.wire.events import event_json
from games.wire.requests import seq_parse
from players.access import bearer_of, follower, known_bearer, token_of, token_sent, viewer_of
from players.bodies import json_bytes
from players.edge.waiting import EVENT_STREAM, waiting
from players.errors import ErrorCode, Json, Refusal
from players.models import Player
from players.notices.selectors import feed_end, notices_after
from players.notices.wire import notice_json
from players.rest.access import actor, viewer
from players.rest.problems import problem_response, refusal_of
from players.rest.query import Flag, Number, Query, parse_query, plain_number
from players.rest.schema import TOKEN_WELCOME, answers, parameters
from players.rest.views import ApiView

LONGEST_WAIT = 25
NOTICES_AT_ONCE = 100


Seq = Annotated[int, Field(ge=0, le=LAST_SEQ), BeforeValidator(plain_number)]


class EventsQuery(Query):
    """Which events of a game."""

    after: Seq | None = Field(None, description="Only events with a larger `seq`.")
    limit: Number = Field(100, ge=1, le=100, description="How many events a page has at most.")
    cursor: str | None = Field(None, description="`next` of the page before; the same as `after`.")
    wait: Number = Field(
        0,
        ge=0,
        le=LONGEST_WAIT,
        description="If there is no such event yet, answer when there is, or after so many seconds.",
    )


class StreamQuery(Query):
    """From where to follow a game."""

    after: Number = Field(
        0, ge=0, le=LAST_SEQ, description="Only events with a larger `seq`. `Last-Event-ID` takes its place."
    )
    messages: Flag = Field(
        False,
        description="While you sit there, tell by `message_written`, without an `id`, of messages to fetch.",
    )


class OwnStreamQuery(Query):
    """From where to follow what is addressed to me."""

    after: Seq | None = Field(
        None,
        description="Only notices with a larger `seq`; else those that come from now on.",
    )


# What one event of a stream is: tools know no other way to say it than as the schema of the whole.
SERVER_SENT = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "event": {"type": "string"},
        "data": {"type": "string", "contentMediaType": "application/json"},
        "retry": {"type": "integer"},
    },
}
RESUMING = OpenApiParameter(
    LAST_EVENT_ID,
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The `seq` of the last event that came. A browser's `EventSource` sends it by itself.",
)


class EventsView(ApiView):
    """The log of a game."""

    @extend_schema(
        operation_id="list_events",
        summary="The log as you may see it",
        tags=["games"],
        auth=TOKEN_WELCOME,
        parameters=parameters(EventsQuery),
        responses=answers(
            {200: EventPage},
            ErrorCode.NOT_FOUND,
            ErrorCode.MISSING_SCOPE,
            ErrorCode.UNKNOWN_FIELD,
            ErrorCode.BAD_CURSOR,
            ErrorCode.INVALID_VALUE,
            ErrorCode.TOO_MANY_STREAMS,
        ),
    )
    def get(self, request: Request, game_id: str) -> HttpResponseBase:
        """With `wait`, the answer comes when there is something to say. It is the one that would come without then."""
        player = viewer(request)
        asked = parse_query(EventsQuery, request)
        after = after_asked(asked.after, asked.cursor)
        page = _page(game_id, player, after, asked.limit)
        # Who asks for the head alone waits for nothing.
        if page["items"] or not asked.wait or request.method == "HEAD":
            return Response(page)
        followed = game_followed(game_id=game_id, viewer=player)
        if followed.is_over:
            return Response(page)
        plain = request._request
        answer = partial(_page_answer, token_sent(plain), game_id, after, asked.limit)
        errand = AwaitEvents(
            followed.game_id, followed.version, after, asked.wait, token_of(known_bearer(plain)), answer
        )
        return waiting(plain, errand, "application/json")


class GameStreamView(ApiView):
    """The log of a game, as it grows."""

    @extend_schema(
        operation_id="stream_game",
        summary="The log as you may see it, as it grows: server-sent events",
        tags=["games"],
        auth=TOKEN_WELCOME,
        parameters=[
            *parameters(StreamQuery),
            RESUMING,
        ],
        responses=answers(
            {
                (200, EVENT_STREAM): OpenApiResponse(
                    SERVER_SENT, "`id` is the `seq`, `event` the kind, `data` the event. A comment every 15 s."
                ),
                204: OpenApiResponse(description="The game is over, and you have all of it: do not come again."),
            },
            ErrorCode.NOT_FOUND,
            ErrorCode.MISSING_SCOPE,
            ErrorCode.SUSPENDED,
            ErrorCode.UNKNOWN_FIELD,
            ErrorCode.BAD_CURSOR,
            ErrorCode.INVALID_VALUE,
            ErrorCode.TOO_MANY_STREAMS,
        ),
    )
    def get(self, request: Request, game_id: str) -> HttpResponseBase:
        """It ends with the game, when you lose your seat, or when your token is revoked. Come again with
        `Last-Event-ID`, and nothing is missed."""
        player = viewer(request)
        asked = parse_query(StreamQuery, request)
        plain = request._request
        after, given = last_seen(plain, asked.after)
        token = follower(known_bearer(plain))
        followed = game_followed(game_id=game_id, viewer=player)
        expect_reached(after, followed.version, field=given)
        if followed.is_over and after == followed.version:
            return Response(status=204)
        if plain.method == "HEAD":
            return HttpResponse(content_type=EVENT_STREAM)
        talk = talk_frame if asked.messages else None
        return waiting(plain, FollowGame(followed, after, token, event_frame, STYLE, talk=talk))


class PlayerStreamView(ApiView):
    """What is addressed to me, as it comes."""

    @extend_schema(
        operation_id="stream_me",
        summary="What is addressed to me, as it comes: server-sent events",
        tags=["players"],
        parameters=[*parameters(OwnStreamQuery), RESUMING],
        responses=answers(
            {
                (200, EVENT_STREAM): OpenApiResponse(
                    SERVER_SENT, "`id` is the `seq`, `event` the kind, `data` the notice. A comment every 15 s."
                )
            },
            ErrorCode.MISSING_SCOPE,
            ErrorCode.SUSPENDED,
            ErrorCode.UNKNOWN_FIELD,
            ErrorCode.BAD_CURSOR,
            ErrorCode.INVALID_VALUE,
            ErrorCode.TOO_MANY_STREAMS,
        ),
    )
    def get(self, request: Request) -> HttpResponseBase:
        """All of your notices: turns and reminders of them, games that start and end, seats that are lost, webhooks
        that are switched off; in an order of their own: `seq` runs 1, 2, 3… for each player. It goes on until your
        token is revoked."""
        player = actor(request, "read")
        asked = parse_query(OwnStreamQuery, request)
        plain = request._request
        end = feed_end(player=player)
        after, given = last_seen(plain, end if asked.after is None else asked.after)
        token = follower(known_bearer(plain))
        expect_reached(after, end, field=given)
        if plain.method == "HEAD":
            return HttpResponse(content_type=EVENT_STREAM)
        return waiting(plain, FollowPlayer(player.pk, end, after, token, partial(_notices, player)))


def _notices(player: Player, after: int) -> list[tuple[int, bytes]]:
    found = notices_after(player=player, after=after, limit=NOTICES_AT_ONCE)
    return [(notice.seq, frame(notice.kind, notice_json(notice), notice.seq)) for notice in found]


def last_seen(request: HttpRequest, after: int) -> tuple[int, str]:
    """The number of the last event that the client had, and which field says so.

    A browser that comes again asks with the same address, and with the header. Raises bad_cursor.
    """
    given = request.headers.get(LAST_EVENT_ID)
    return (after, "after") if not given else (seq_parse(given, field=LAST_EVENT_ID), LAST_EVENT_ID)


def _page(game_id: str, viewer: Player | None, after: int, limit: int) -> dict[str, Json]:
    page = events_list(game_id=game_id, viewer=viewer, after=after, limit=limit)
    return {
        "items": [event_json(event, page.players) for event in page.items],
        "next": None if page.next is None else str(page.next),
    }


def _page_answer(text: str | None, game_id: str, after: int, limit: int) -> HttpResponse:
    """What the call says without `wait`, to whoever the token of this text belongs to by now."""
    try:
        page = _page(game_id, viewer_of(bearer_of(text)), after, limit)
    except Exception as failure:
        return problem_response(refusal_of(failure))
    return HttpResponse(json_bytes(page), content_type="application/json")


def after_asked(after: int | None, cursor: str | None) -> int:
    """The `seq` to go on from. A cursor of this list is the last `seq` of the page before."""
    if cursor is None:
        return after or 0
    if after is not None:
        raise Refusal(ErrorCode.BAD_CURSOR, field="cursor")
    return seq_parse(cursor, field="cursor")
