"""What bots say of a game: hints while it goes on, and its analysis when it is over."""

from functools import partial

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.advice_documents import AnalysisShown, HintShown
from games.selectors.hints import hint_get
from games.services.analysis import analysis_ask
from games.wire.analysis import AnalysisState, analysis_json
from games.wire.hints import hint_json
from players.edge.limits import analysis_spend, hint_spend
from players.errors import ErrorCode
from players.languages import spoken_to
from players.rest.access import actor, viewer
from players.rest.query import Query, parse_query
from players.rest.schema import TOKEN_WELCOME, answers
from players.rest.views import ApiView

COME_AGAIN = 1
"""Seconds after which to look again how far an analysis is."""


class HintView(ApiView):
    """What the best bot would do in my place."""

    @extend_schema(
        operation_id="get_hint",
        summary="What the best bot would do in your place",
        tags=["games"],
        responses=answers(
            {200: HintShown},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.NOT_FOUND,
            ErrorCode.NOT_SEATED,
            ErrorCode.NO_HINTS_IN_RATED_GAMES,
            ErrorCode.GAME_NOT_STARTED,
            ErrorCode.GAME_OVER,
            ErrorCode.NOT_YOUR_TURN,
            ErrorCode.UNAVAILABLE,
        ),
    )
    def get(self, request: Request, game_id: str) -> Response:
        """For one's own turn in a game that is not rated, from what one sees and nothing else. `words` are in the
        language of `Accept-Language`, or else your own."""
        player = actor(request, "read")
        parse_query(Query, request)
        hint_spend(request._request)
        with spoken_to(player, request._request):
            return Response(hint_json(hint_get(game_id=game_id, player=player)))


class AnalysisView(ApiView):
    """The analysis of a game that is over."""

    @extend_schema(
        operation_id="get_analysis",
        summary="Each decision of a game that is over, judged by what was knowable then",
        tags=["games"],
        auth=TOKEN_WELCOME,
        responses=answers(
            {200: AnalysisShown, 202: AnalysisShown},
            ErrorCode.NOT_FOUND,
            ErrorCode.MISSING_SCOPE,
            ErrorCode.GAME_NOT_OVER,
        ),
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Whoever asks first has it worked out. 202 with what is done so far until all is done: come again."""
        player = viewer(request)
        parse_query(Query, request)
        analysis = analysis_ask(game_id=game_id, viewer=player, before_work=partial(analysis_spend, request._request))
        if analysis.state is AnalysisState.DONE:
            return Response(analysis_json(analysis))
        return Response(analysis_json(analysis), status=202, headers={"Retry-After": str(COME_AGAIN)})
