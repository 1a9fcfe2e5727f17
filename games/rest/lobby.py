"""Games opened, seats taken and left, bots seated, the start."""

from typing import Annotated, Literal

from django.urls import reverse
from pydantic import BeforeValidator, Field
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine.types import Status
from games.selectors.games import GameFilter, games_list
from games.services.lobby import bot_seat, bot_unseat, game_open, game_start, seat_leave, seat_take
from games.wire.games import SeenGame, game_json, summary_json
from games.wire.requests import BotSeatBody, GameOpenBody, NothingBody, SeatTakeBody
from players.rest.access import actor, viewer
from players.rest.query import PageQuery, parse_query
from players.rest.views import ApiView, body


def _split(value: object) -> object:
    return value.split(",") if isinstance(value, str) else value


class GamesQuery(PageQuery):
    """Which games."""

    status: Annotated[tuple[Status, ...], BeforeValidator(_split)] = Field(
        (), description="One status, or several with commas between them."
    )
    player: str | None = Field(None, max_length=64, description="Games in which this player sits or sat.")
    joinable: bool | None = Field(None, description="Open public games with a seat for you; or, false, the others.")
    order: Literal["newest", "oldest"] = "newest"


class GamesView(ApiView):
    """The lobby and the archive."""

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
        return Response({"items": [summary_json(game) for game in page.items], "next": page.next})

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
            entropy=asked.entropy,
        )
        return _made(game)


class SeatsView(ApiView):
    """The seats of a game."""

    def post(self, request: Request, game_id: str) -> Response:
        player = actor(request, "play")
        asked = body(request, SeatTakeBody)
        game = seat_take(game_id=game_id, actor=player, invite=asked.invite, entropy=asked.entropy)
        return Response(game_json(game), status=201)


class OwnSeatView(ApiView):
    """My seat."""

    def delete(self, request: Request, game_id: str) -> Response:
        seat_leave(game_id=game_id, actor=actor(request, "play"))
        return Response(status=204)


class GameBotsView(ApiView):
    """The bots of a game."""

    def post(self, request: Request, game_id: str) -> Response:
        player = actor(request, "play")
        asked = body(request, BotSeatBody)
        return Response(game_json(bot_seat(game_id=game_id, actor=player, level=asked.level)), status=201)


class GameBotView(ApiView):
    """The bot at one seat."""

    def delete(self, request: Request, game_id: str, seat: int) -> Response:
        bot_unseat(game_id=game_id, actor=actor(request, "play"), seat=seat)
        return Response(status=204)


class StartView(ApiView):
    """The start."""

    def post(self, request: Request, game_id: str) -> Response:
        player = actor(request, "play")
        body(request, NothingBody)
        return Response(game_json(game_start(game_id=game_id, actor=player)), status=201)


def _made(game: SeenGame) -> Response:
    address = reverse("game", kwargs={"game_id": game.header.id})
    return Response(game_json(game), status=201, headers={"Location": address})
