"""Moves, and leaving a running game."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.documents import GameShown, StaleProblem
from games.services.moves import move_submit
from games.services.turns import seat_resign
from games.wire.games import game_json
from games.wire.requests import MoveRequest, NothingBody, move_parse
from players.errors import ErrorCode
from players.rest.access import actor
from players.rest.problems import PROBLEM_TYPE
from players.rest.schema import answers
from players.rest.views import ApiView, body, body_data


class MovesView(ApiView):
    """The moves of a game."""

    @extend_schema(
        operation_id="make_move",
        summary="Make a move",
        tags=["games"],
        request=MoveRequest,
        responses=answers(
            {201: GameShown, (409, PROBLEM_TYPE): StaleProblem},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.SUSPENDED,
            ErrorCode.NOT_FOUND,
            ErrorCode.NOT_SEATED,
            ErrorCode.STALE_VERSION,
            ErrorCode.ILLEGAL_MOVE,
            reads_body=True,
        ),
    )
    def post(self, request: Request, game_id: str) -> Response:
        player = actor(request, "play")
        asked = move_parse(body_data(request))
        game = move_submit(game_id=game_id, actor=player, move=asked.move, version=asked.version)
        return Response(game_json(game), status=201)


class ResignView(ApiView):
    """Leaving a running game."""

    @extend_schema(
        operation_id="resign",
        summary="Leave a running game for good",
        tags=["games"],
        request=NothingBody,
        responses=answers(
            {201: GameShown},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.SUSPENDED,
            ErrorCode.NOT_FOUND,
            ErrorCode.NOT_SEATED,
            ErrorCode.GAME_NOT_STARTED,
            ErrorCode.GAME_OVER,
            reads_body=True,
        ),
    )
    def post(self, request: Request, game_id: str) -> Response:
        player = actor(request, "play")
        body(request, NothingBody)
        return Response(game_json(seat_resign(game_id=game_id, actor=player)), status=201)
