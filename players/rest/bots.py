"""The calls about the bots that a player answers for."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from players.bots import bot_register, bot_retire, bot_token_renew, bot_tokens_revoke, bots_of
from players.edge.limits import register_spend
from players.errors import ErrorCode
from players.rest.access import actor
from players.rest.documents import BotMade, BotPage, TokenMade
from players.rest.query import PageQuery, Query, parse_query
from players.rest.schema import answers, parameters
from players.rest.views import ApiView, body
from players.wire import BotRequest, Nothing, profile_json, token_json


class OwnBotsView(ApiView):
    @extend_schema(
        operation_id="create_bot",
        summary="Make an account for a bot of mine",
        tags=["bots"],
        request=BotRequest,
        responses=answers(
            {201: BotMade},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.SUSPENDED,
            ErrorCode.BOTS_NOT_ALLOWED,
            ErrorCode.INVALID_NAME,
            ErrorCode.NAME_TAKEN,
            ErrorCode.TOO_MANY_BOTS,
            reads_body=True,
        ),
    )
    def post(self, request: Request) -> Response:
        """It plays by its token, which is shown only now, in games with `allow_bots`. You answer for it: while you may
        not play, neither may it. Ten at a time. Scope `play`."""
        owner = actor(request, "play")
        wanted = body(request, BotRequest)
        register_spend(request._request)
        bot, token = bot_register(owner=owner, name=wanted.name, description=wanted.description or "")
        location = {"Location": reverse("player", args=[bot.name])}
        return Response({"player": profile_json(bot), "token": token}, 201, headers=location)

    @extend_schema(
        operation_id="list_my_bots",
        summary="The bots that I answer for",
        tags=["bots"],
        parameters=parameters(PageQuery),
        responses=answers({200: BotPage}, ErrorCode.MISSING_SCOPE, ErrorCode.BAD_CURSOR, ErrorCode.INVALID_VALUE),
    )
    def get(self, request: Request) -> Response:
        """Without those retired, the newest first. Scope `read`."""
        owner = actor(request, "read")
        query = parse_query(PageQuery, request)
        page = bots_of(owner=owner, limit=query.limit, cursor=query.cursor)
        return Response({"items": [profile_json(bot) for bot in page.items], "next": page.next})


class OwnBotView(ApiView):
    @extend_schema(
        operation_id="retire_bot",
        summary="Retire a bot of mine",
        tags=["bots"],
        responses=answers({204: None}, ErrorCode.MISSING_SCOPE, ErrorCode.NOT_FOUND),
    )
    def delete(self, request: Request, name: str) -> Response:
        """For good: its tokens end, its turns run out, and its name stays taken. Scope `play`."""
        owner = actor(request, "play", even_suspended=True)
        parse_query(Query, request)
        bot_retire(owner=owner, name=name)
        return Response(status=204)


class OwnBotTokenView(ApiView):
    @extend_schema(
        operation_id="renew_bot_token",
        summary="A new token for a bot of mine",
        tags=["bots"],
        request=Nothing,
        responses=answers(
            {201: TokenMade}, ErrorCode.MISSING_SCOPE, ErrorCode.SUSPENDED, ErrorCode.NOT_FOUND, reads_body=True
        ),
    )
    def post(self, request: Request, name: str) -> Response:
        """All others of it end at once. Scope `play`."""
        owner = actor(request, "play")
        body(request, Nothing)
        _, token, plain = bot_token_renew(owner=owner, name=name)
        return Response({**token_json(token), "token": plain}, 201)

    @extend_schema(
        operation_id="revoke_bot_token",
        summary="End all tokens of a bot of mine",
        tags=["bots"],
        responses=answers({204: None}, ErrorCode.MISSING_SCOPE, ErrorCode.NOT_FOUND),
    )
    def delete(self, request: Request, name: str) -> Response:
        """It cannot play until it gets a new one. Scope `play`."""
        owner = actor(request, "play", even_suspended=True)
        parse_query(Query, request)
        bot_tokens_revoke(owner=owner, name=name)
        return Response(status=204)
