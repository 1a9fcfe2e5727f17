"""Moves, and leaving a running game."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.services.moves import move_submit
from games.services.turns import seat_resign
from games.wire.games import game_json
from games.wire.requests import NothingBody, move_parse
from players.rest.access import actor
from players.rest.views import ApiView, body, body_data


class MovesView(ApiView):
    """The moves of a game."""

    def post(self, request: Request, game_id: str) -> Response:
        player = actor(request, "play")
        asked = move_parse(body_data(request))
        game = move_submit(game_id=game_id, actor=player, move=asked.move, version=asked.version)
        return Response(game_json(game), status=201)


class ResignView(ApiView):
    """Leaving a running game."""

    def post(self, request: Request, game_id: str) -> Response:
        player = actor(request, "play")
        body(request, NothingBody)
        return Response(game_json(seat_resign(game_id=game_id, actor=player)), status=201)
