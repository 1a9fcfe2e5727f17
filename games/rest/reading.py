"""What can be read: games, their events and records, the turns that wait, the levels of bots, the way in."""

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine.setup import RULES_VERSION
from games.engine.types import FEWEST_PLAYERS, MOST_PLAYERS
from games.levels import levels_list, temperaments_list
from games.rest.documents import (
    ClockShown,
    GamePage,
    GameShown,
    LevelPage,
    RecordShown,
    RootShown,
    RoundPage,
    RuleBookShown,
)
from games.rest.streams import LONGEST_WAIT
from games.selectors.clock import clock_get
from games.selectors.events import record_get
from games.selectors.games import game_get, turns_list
from games.selectors.rounds import rounds_list
from games.streams.frames import HEARTBEAT_SECONDS
from games.wire.clock import clock_json
from games.wire.events import record_json
from games.wire.games import game_json, summary_json
from games.wire.levels import level_json, temperament_json
from games.wire.requests import LONGEST_INVITE, LONGEST_TURN, SHORTEST_TURN
from games.wire.rounds import round_json
from games.wire.rules import rule_book_json
from players.bodies import LARGEST
from players.edge.idempotency import LONGEST_KEY
from players.edge.limits import invite_guess, limits_published
from players.errors import ErrorCode
from players.rest.access import actor, viewer
from players.rest.query import PageQuery, Query, parse_query
from players.rest.schema import TOKEN_WELCOME, answers, parameters
from players.rest.views import ApiView, unless_known
from players.wire import DEEPEST


class GameQuery(Query):
    """How to look at one game."""

    invite: str | None = Field(
        None, max_length=LONGEST_INVITE, description="The invitation, to look at a private game with."
    )


class RootView(ApiView):
    """The way in."""

    everybody_alike = True

    @extend_schema(
        operation_id="get_root",
        summary="The way in",
        tags=["service"],
        auth=TOKEN_WELCOME,
        responses=answers({200: RootShown}),
    )
    def get(self, request: Request) -> Response:
        parse_query(Query, request)
        return Response(
            {
                "service": "nessos",
                "version": settings.SPECTACULAR_SETTINGS["VERSION"],
                "rules_version": RULES_VERSION,
                "limits": {
                    "players": {"fewest": FEWEST_PLAYERS, "most": MOST_PLAYERS},
                    "turn": {
                        "shortest_seconds": int(SHORTEST_TURN.total_seconds()),
                        "longest_seconds": int(LONGEST_TURN.total_seconds()),
                    },
                    "away_days_a_year": settings.AWAY_DAYS_A_YEAR,
                    "guest_kept_days": settings.GUEST_KEPT.days,
                    "open_game_kept_days": settings.OPEN_GAME_KEPT.days,
                    "body_bytes": LARGEST,
                    "json_depth": DEEPEST,
                    "idempotency": {
                        "key_characters": LONGEST_KEY,
                        "kept_seconds": int(settings.IDEMPOTENCY_KEPT.total_seconds()),
                    },
                    "rates": limits_published(),
                    "streams": {
                        **settings.STREAM_LIMITS,
                        "longest_wait_seconds": LONGEST_WAIT,
                        "heartbeat_seconds": HEARTBEAT_SECONDS,
                    },
                    "graphql_cost_of_a_call": settings.GRAPHQL_COST_OF_A_CALL,
                },
                "links": {
                    name: reverse(name)
                    for name in (
                        "games",
                        "bots",
                        "rules",
                        "session",
                        "turns",
                        "problems",
                        "openapi",
                        "docs",
                        "graphql",
                        "graphiql",
                    )
                },
            }
        )


class RulesView(ApiView):
    """The tables of the rules."""

    everybody_alike = True

    @extend_schema(
        operation_id="get_rules",
        summary="The tables that the rules play by",
        tags=["service"],
        auth=TOKEN_WELCOME,
        responses=answers({200: RuleBookShown}),
    )
    def get(self, request: Request) -> Response:
        """Decks and thresholds by number of players, what ends a game, what cards are called: all that a page about the
        rules can be made from. The rules themselves are in docs/rules.md."""
        parse_query(Query, request)
        return Response(rule_book_json())


class BotsView(ApiView):
    """The levels of bots, the weakest first, and their temperaments."""

    everybody_alike = True

    @extend_schema(
        operation_id="list_bots",
        summary="The levels and temperaments of bots",
        tags=["games"],
        auth=TOKEN_WELCOME,
        responses=answers({200: LevelPage}),
    )
    def get(self, request: Request) -> Response:
        parse_query(Query, request)
        return Response(
            {
                "items": [level_json(level) for level in levels_list()],
                "next": None,
                "temperaments": [temperament_json(temperament) for temperament in temperaments_list()],
            }
        )


class GameView(ApiView):
    """One game."""

    @extend_schema(
        operation_id="get_game",
        summary="A game as you may see it",
        tags=["games"],
        auth=TOKEN_WELCOME,
        parameters=parameters(GameQuery),
        responses=answers(
            {200: GameShown, 304: None},
            ErrorCode.NOT_FOUND,
            ErrorCode.MISSING_SCOPE,
            ErrorCode.UNKNOWN_FIELD,
            ErrorCode.INVALID_VALUE,
        ),
    )
    def get(self, request: Request, game_id: str) -> Response:
        player = viewer(request)
        asked = parse_query(GameQuery, request)
        with invite_guess(request._request, asked.invite):
            game = game_json(game_get(game_id=game_id, viewer=player, invite=asked.invite))
        return unless_known(request, game)


class RoundsView(ApiView):
    """The rounds of a game."""

    @extend_schema(
        operation_id="list_rounds",
        summary="All rounds, with their offers and outcomes",
        tags=["games"],
        auth=TOKEN_WELCOME,
        parameters=parameters(GameQuery),
        responses=answers(
            {200: RoundPage},
            ErrorCode.NOT_FOUND,
            ErrorCode.MISSING_SCOPE,
            ErrorCode.UNKNOWN_FIELD,
            ErrorCode.INVALID_VALUE,
        ),
    )
    def get(self, request: Request, game_id: str) -> Response:
        """A card shows once its lot is revealed, or if you put it in. All rounds come on one page."""
        player = viewer(request)
        asked = parse_query(GameQuery, request)
        with invite_guess(request._request, asked.invite):
            rounds = rounds_list(game_id=game_id, viewer=player, invite=asked.invite)
        return Response({"items": [round_json(seen) for seen in rounds], "next": None})


class ClockView(ApiView):
    """The clock of a game."""

    @extend_schema(
        operation_id="get_clock",
        summary="Why the turn runs out when it does",
        tags=["games"],
        auth=TOKEN_WELCOME,
        parameters=parameters(GameQuery),
        responses=answers(
            {200: ClockShown},
            ErrorCode.NOT_FOUND,
            ErrorCode.MISSING_SCOPE,
            ErrorCode.UNKNOWN_FIELD,
            ErrorCode.INVALID_VALUE,
        ),
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Start, time allowed, and what was given beyond it: one list that adds up to the deadline, to the second."""
        player = viewer(request)
        asked = parse_query(GameQuery, request)
        with invite_guess(request._request, asked.invite):
            clock = clock_get(game_id=game_id, viewer=player, invite=asked.invite)
        return Response(clock_json(clock))


class RecordView(ApiView):
    """The whole of a game that is over."""

    @extend_schema(
        operation_id="get_record",
        summary="A game that is over, opened",
        tags=["games"],
        auth=TOKEN_WELCOME,
        responses=answers({200: RecordShown}, ErrorCode.NOT_FOUND, ErrorCode.MISSING_SCOPE, ErrorCode.GAME_NOT_OVER),
    )
    def get(self, request: Request, game_id: str) -> Response:
        player = viewer(request)
        parse_query(Query, request)
        return Response(record_json(record_get(game_id=game_id, viewer=player)))


class TurnsView(ApiView):
    """The games that wait for me."""

    @extend_schema(
        operation_id="list_my_turns",
        summary="The games that wait for me, earliest deadline first",
        tags=["games"],
        parameters=parameters(PageQuery),
        responses=answers(
            {200: GamePage, 304: None},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.UNKNOWN_FIELD,
            ErrorCode.BAD_CURSOR,
            ErrorCode.INVALID_VALUE,
        ),
    )
    def get(self, request: Request) -> Response:
        player = actor(request, "read")
        asked = parse_query(PageQuery, request)
        page = turns_list(player=player, limit=asked.limit, cursor=asked.cursor)
        return unless_known(request, {"items": [summary_json(game) for game in page.items], "next": page.next})
