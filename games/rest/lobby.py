"""Games opened, seats taken and left, bots seated, the start."""

from typing import Annotated, Literal

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from pydantic import BeforeValidator, Field
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine.types import Status
from games.rest.documents import GamePage, GameShown
from games.selectors.games import GameFilter, games_list
from games.services.lobby import bot_seat, bot_unseat, game_open, game_start, seat_leave, seat_take
from games.services.rematch import game_rematch
from games.wire.games import SeenGame, game_json, summary_json
from games.wire.requests import LONGEST_PLAYER_NAME, BotSeatBody, GameOpenBody, NothingBody, RematchBody, SeatTakeBody
from players.edge.limits import invite_guess
from players.errors import ErrorCode
from players.rest.access import actor, viewer
from players.rest.query import Flag, PageQuery, Query, parse_query
from players.rest.schema import TOKEN_WELCOME, answers, parameters
from players.rest.views import ApiView, body, unless_known


def _split(value: object) -> object:
    return value.split(",") if isinstance(value, str) else value


class GamesQuery(PageQuery):
    """Which games."""

    status: Annotated[tuple[Status, ...], BeforeValidator(_split)] = Field(
        (), description="One status, or several with commas between them."
    )
    player: str | None = Field(
        None, max_length=LONGEST_PLAYER_NAME, description="Games in which this player sits or sat."
    )
    joinable: Flag | None = Field(None, description="Open public games with a seat for you; or, false, the others.")
    order: Literal["newest", "oldest"] = "newest"


class GamesView(ApiView):
    """The lobby and the archive."""

    @extend_schema(
        operation_id="list_games",
        summary="The lobby and the archive",
        tags=["games"],
        auth=TOKEN_WELCOME,
        parameters=parameters(GamesQuery),
        responses=answers(
            {200: GamePage, 304: None},
            ErrorCode.UNKNOWN_FIELD,
            ErrorCode.BAD_CURSOR,
            ErrorCode.INVALID_VALUE,
            ErrorCode.MISSING_SCOPE,
        ),
    )
    def get(self, request: Request) -> Response:
        player = viewer(request)
        asked = parse_query(GamesQuery, request)
        page = games_list(
            wanted=GameFilter(statuses=asked.status, player=asked.player, joinable=asked.joinable),
            order=asked.order,
            viewer=player,
            limit=asked.limit,
            cursor=asked.cursor,
        )
        return unless_known(request, {"items": [summary_json(game) for game in page.items], "next": page.next})

    @extend_schema(
        operation_id="open_game",
        summary="Open a game",
        tags=["games"],
        request=GameOpenBody,
        responses=answers(
            {201: GameShown},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.SUSPENDED,
            ErrorCode.BOTS_NOT_ALLOWED,
            ErrorCode.WARNING_UNACKNOWLEDGED,
            reads_body=True,
        ),
    )
    def post(self, request: Request) -> Response:
        player = actor(request, "play")
        asked = body(request, GameOpenBody)
        game = game_open(
            creator=player,
            players=asked.players,
            turn=asked.turn,
            visibility=asked.visibility,
            rated=asked.rated,
            name=asked.name,
            bots=asked.bots,
            allow_bots=asked.allow_bots,
            entropy=asked.entropy,
        )
        return _made(game)


class SeatsView(ApiView):
    """The seats of a game."""

    @extend_schema(
        operation_id="take_seat",
        summary="Take a seat",
        tags=["games"],
        request=SeatTakeBody,
        responses=answers(
            {201: GameShown},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.SUSPENDED,
            ErrorCode.ACCOUNT_NEEDED,
            ErrorCode.NOT_FOUND,
            ErrorCode.BOTS_NOT_ALLOWED,
            ErrorCode.ALREADY_SEATED,
            ErrorCode.GAME_FULL,
            ErrorCode.GAME_OVER,
            ErrorCode.WARNING_UNACKNOWLEDGED,
            ErrorCode.BLOCKED,
            reads_body=True,
        ),
    )
    def post(self, request: Request, game_id: str) -> Response:
        player = actor(request, "play")
        asked = body(request, SeatTakeBody)
        with invite_guess(request._request, asked.invite):
            game = seat_take(game_id=game_id, actor=player, invite=asked.invite, entropy=asked.entropy)
        return Response(game_json(game), status=201)


class OwnSeatView(ApiView):
    """My seat."""

    @extend_schema(
        operation_id="leave_seat",
        summary="Leave your seat before the start",
        tags=["games"],
        responses=answers(
            {204: None},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.SUSPENDED,
            ErrorCode.NOT_FOUND,
            ErrorCode.NOT_SEATED,
            ErrorCode.GAME_STARTED,
            ErrorCode.GAME_OVER,
        ),
    )
    def delete(self, request: Request, game_id: str) -> Response:
        player = actor(request, "play")
        parse_query(Query, request)
        seat_leave(game_id=game_id, actor=player)
        return Response(status=204)


class GameBotsView(ApiView):
    """The bots of a game."""

    @extend_schema(
        operation_id="seat_bot",
        summary="Seat a bot",
        tags=["games"],
        request=BotSeatBody,
        responses=answers(
            {201: GameShown},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.SUSPENDED,
            ErrorCode.NOT_FOUND,
            ErrorCode.NOT_CREATOR,
            ErrorCode.GAME_STARTED,
            ErrorCode.GAME_OVER,
            reads_body=True,
        ),
    )
    def post(self, request: Request, game_id: str) -> Response:
        player = actor(request, "play")
        asked = body(request, BotSeatBody)
        game = bot_seat(game_id=game_id, actor=player, level=asked.level, temperament=asked.temperament)
        return Response(game_json(game), status=201)


class GameBotView(ApiView):
    """The bot at one seat."""

    @extend_schema(
        operation_id="unseat_bot",
        summary="Unseat a bot",
        tags=["games"],
        responses=answers(
            {204: None},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.SUSPENDED,
            ErrorCode.NOT_FOUND,
            ErrorCode.NOT_CREATOR,
            ErrorCode.GAME_STARTED,
            ErrorCode.GAME_OVER,
        ),
    )
    def delete(self, request: Request, game_id: str, seat: int) -> Response:
        player = actor(request, "play")
        parse_query(Query, request)
        bot_unseat(game_id=game_id, actor=player, seat=seat)
        return Response(status=204)


class StartView(ApiView):
    """The start."""

    @extend_schema(
        operation_id="start_game",
        summary="Start with the seats that are taken",
        tags=["games"],
        request=NothingBody,
        responses=answers(
            {201: GameShown},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.SUSPENDED,
            ErrorCode.NOT_FOUND,
            ErrorCode.NOT_CREATOR,
            ErrorCode.NOT_ENOUGH_PLAYERS,
            ErrorCode.GAME_STARTED,
            ErrorCode.GAME_OVER,
            reads_body=True,
        ),
    )
    def post(self, request: Request, game_id: str) -> Response:
        player = actor(request, "play")
        body(request, NothingBody)
        return Response(game_json(game_start(game_id=game_id, actor=player)), status=201)


class RematchView(ApiView):
    """The same once more."""

    @extend_schema(
        operation_id="rematch",
        summary="Play the same game again",
        tags=["games"],
        request=RematchBody,
        responses=answers(
            {200: GameShown, 201: GameShown},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.SUSPENDED,
            ErrorCode.NOT_FOUND,
            ErrorCode.NOT_SEATED,
            ErrorCode.GAME_NOT_OVER,
            ErrorCode.GAME_FULL,
            ErrorCode.GAME_OVER,
            ErrorCode.WARNING_UNACKNOWLEDGED,
            ErrorCode.BLOCKED,
            reads_body=True,
        ),
    )
    def post(self, request: Request, game_id: str) -> Response:
        """For those who sat there at the end. The first who asks opens it, with the same settings, and bots where bots
        sat; for the others their seats are kept for a day, and they take them by asking too (then 200)."""
        player = actor(request, "play")
        asked = body(request, RematchBody)
        game, is_new = game_rematch(game_id=game_id, actor=player, entropy=asked.entropy)
        return _made(game) if is_new else Response(game_json(game))


def _made(game: SeenGame) -> Response:
    address = reverse("game", kwargs={"game_id": game.header.id})
    return Response(game_json(game), status=201, headers={"Location": address})
