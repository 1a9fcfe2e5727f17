"""What can be followed. A stream of answers, each of which is the operation executed over one thing that happened."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import graphene
from django.db import OperationalError
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from graphene import ID, String
from graphql import ExecutionContext, GraphQLObjectType
from graphql.execution.collect_fields import collect_fields
from graphql.execution.values import get_argument_values

from games.graphql.arguments import EventsAsked, asked
from games.graphql.context import Context
from games.graphql.fields import some
from games.graphql.game import Event, Game
from games.graphql.rows import row_of
from games.selectors.following import expect_reached, game_followed
from games.selectors.games import game_get, turns_waiting
from games.streams.errands import FollowGame, FollowPlayer
from games.streams.frames import LAST_EVENT_ID, frame
from games.wire.events import SeenEvent, event_json
from games.wire.games import Cards
from games.wire.requests import seq_parse
from players.access import follower
from players.edge.waiting import EVENT_STREAM, waiting
from players.errors import ERROR_KINDS, ErrorCode, Refusal
from players.failures import refusal_of
from players.models import Player
from players.notices.selectors import feed_end

COMPLETE: Final = b"event: complete\ndata:\n\n"
_FAILURES: Final = {code for code, kind in ERROR_KINDS.items() if kind.status >= 500}

type Execute = Callable[[dict[str, Any]], dict[str, Any]]
"""The operation over one thing that happened: what is to be sent."""


class Subscription(graphene.ObjectType):
    """What can be followed, with `Accept: text/event-stream`: graphql-sse, in its distinct connections mode."""

    game_events = some(
        Event,
        "The events of a game as you may see them, as they come. Complete when the game is over. Refusals: "
        "`not_found`, `bad_cursor`, `missing_scope`, `suspended`.",
        args={
            "game_id": graphene.Argument(ID, required=True, description="Which game."),
            "after": graphene.Argument(
                String, description="Only events after this one: its `seq` as text. `Last-Event-ID` takes its place."
            ),
        },
    )
    my_turns = some(
        Game,
        "Each game that waits for you: first those that do already, then each one when your turn comes, and again when "
        "it changes meanwhile. Refusals: `not_authenticated`, `missing_scope`, `suspended`.",
    )

    @staticmethod
    def resolve_game_events(happened: dict[str, Any], info: Any, **arguments: Any) -> Any:
        return happened["game_events"]

    @staticmethod
    def resolve_my_turns(happened: dict[str, Any], info: Any) -> Any:
        return happened["my_turns"]


def subscribed(field: str, arguments: dict[str, Any], context: Context, execute: Execute) -> HttpResponseBase:
    """The stream of a subscription. Raises Refusal, before anything is sent."""
    match field:
        case "gameEvents":
            return _game_events(context, execute, **arguments)
        case _:
            return _my_turns(context, execute)


def asked_for(context: ExecutionContext, root: GraphQLObjectType) -> tuple[str, dict[str, Any]]:
    """The one field of a subscription, and its arguments. Raises Refusal: invalid_query, when it is skipped."""
    fields = collect_fields(
        context.schema, context.fragments, context.variable_values, root, context.operation.selection_set
    )
    for nodes in fields.values():
        field = root.fields.get(nodes[0].name.value)
        if field is not None:
            return nodes[0].name.value, get_argument_values(field, nodes[0], context.variable_values)
    raise Refusal(ErrorCode.INVALID_QUERY, "A subscription has one field.")


def _game_events(context: Context, execute: Execute, game_id: str, after: str | None = None) -> HttpResponseBase:
    viewer, token = context.viewer, follower(context.bearer)
    given = context.request.headers.get(LAST_EVENT_ID)
    wanted = asked(EventsAsked, {"after": after}).after_seq
    position = seq_parse(given, field=LAST_EVENT_ID) if given else wanted
    followed = game_followed(game_id=game_id, viewer=viewer)
    expect_reached(position, followed.version, field=LAST_EVENT_ID if given else "after")
    if followed.is_over and position == followed.version:
        return HttpResponse(COMPLETE, content_type=EVENT_STREAM)

    def write(event: SeenEvent, players: Cards) -> bytes:
        return frame("next", execute({"game_events": event_json(event, players)}), event.seq)

    return waiting(context.request, FollowGame(followed, position, token, write, farewell=COMPLETE))


def _my_turns(context: Context, execute: Execute) -> HttpResponseBase:
    player, token = context.actor("read"), follower(context.bearer)
    turns = _Turns(player, execute)
    errand = FollowPlayer(player.pk, feed_end(player=player), 0, token, turns.read, lambda: turns.told)
    return waiting(context.request, errand)


class _Turns:
    """The turns of a player that were not told yet. There is no log of them: what waits is what is.

    `told` are those that were, each with the version that was told.
    """

    def __init__(self, player: Player, execute: Execute) -> None:
        self._player = player
        self._execute = execute
        self.told: dict[str, int] = {}

    def read(self, after: int) -> Sequence[tuple[int, bytes]]:
        """Raises OperationalError when the database goes away: then nothing counts as told."""
        now = turns_waiting(player=self._player)
        told = {game_id: version for game_id, version in now.items() if self.told.get(game_id) == version}
        texts = []
        for game_id in now:
            if game_id not in told and (answer := self._answer(game_id)) is not None:
                told[game_id], text = answer
                texts.append(text)
        self.told = told
        return [(after + place, text) for place, text in enumerate(texts, start=1)]

    def _answer(self, game_id: str) -> tuple[int, bytes] | None:
        """What is to be told of a game, and its version; None when that failed, to be tried at the next read."""
        try:
            game = game_get(game_id=game_id, viewer=self._player)
            body = self._execute({"my_turns": row_of(game, self._player)})
        except Exception as failure:
            codes = {refusal_of(failure).code}
        else:
            # A refusal is an answer; a failure of the service is none.
            codes = {ErrorCode(error["extensions"]["code"]) for error in body.get("errors", ())}
            if not codes & _FAILURES:
                return game.header.version, frame("next", body)
        if ErrorCode.UNAVAILABLE in codes:
            raise OperationalError
        return None
