"""What can be done: a parse, a call and a presentation each. Whatever is refused is told in the payload."""

from typing import Any, Final

import graphene
from graphene import Int

from games.graphql.account_mutations import AccountMutations
from games.graphql.arguments import asked, game_id_field, input_of, plain
from games.graphql.bots import BotMutations
from games.graphql.conduct_mutations import ConductMutations
from games.graphql.context import context_of
from games.graphql.fields import act, perhaps, shown
from games.graphql.game import Game
from games.graphql.refusals import error_list, refusable
from games.graphql.rows import row_of
from games.graphql.scalars import MoveKind
from games.graphql.talk import TalkMutations
from games.graphql.webhook_mutations import WebhookMutations
from games.selectors.games import game_get
from games.services.lobby import bot_seat, bot_unseat, game_open, game_start, seat_leave, seat_take
from games.services.moves import move_submit
from games.services.rematch import game_rematch
from games.services.turns import seat_resign
from games.wire.games import SeenGame
from games.wire.requests import (
    BotSeatBody,
    BotUnseatBody,
    GameOpenBody,
    NothingBody,
    RematchBody,
    SeatTakeBody,
    move_parse,
)
from players.edge.limits import invite_guess
from players.errors import ErrorCode, Refusal
from players.models import Player

CreateGameInput: Final = input_of(GameOpenBody, "CreateGameInput", "How the game is to be. Everything has a default.")
TakeSeatInput: Final = input_of(SeatTakeBody, "TakeSeatInput", "Where to sit down.", of_game=True)
RematchInput: Final = input_of(RematchBody, "RematchInput", "Which game to play again.", of_game=True)
GameInput: Final = input_of(NothingBody, "GameInput", "Which game.", of_game=True)
SeatBotInput: Final = input_of(BotSeatBody, "SeatBotInput", "Which bot to seat.", of_game=True)
UnseatBotInput: Final = input_of(BotUnseatBody, "UnseatBotInput", "Which bot to unseat.", of_game=True)


class MakeMoveInput(graphene.InputObjectType):
    """A move: `offer` needs `card`, `claim` and `to`; `accept` and `refuse` take none of them."""

    game_id = game_id_field()
    version = graphene.InputField(Int, required=True, description="The version of the game you looked at.")
    kind = graphene.InputField(MoveKind, required=True, description="What to do.")
    card = graphene.InputField(Int, description="A card of your hand: 0 is Charon, 1 to 10 a Creature.")
    claim = graphene.InputField(Int, description="Its value; for Charon any number from 0 to 10.")
    to = graphene.InputField(Int, description="The seat before which you put it.")


class GamePayload(graphene.ObjectType):
    """What became of something done to a game."""

    class Meta:
        default_resolver = shown

    game = perhaps(Game, "The game as you see it now; null when refused, or when you do not see it any more.")
    errors = error_list()


class Mutation(AccountMutations, BotMutations, ConductMutations, TalkMutations, WebhookMutations, graphene.ObjectType):
    """What can be done: one mutation a request. `errors` of the payload says why something was refused."""

    create_game = act(
        GamePayload,
        CreateGameInput,
        "Open a game and take seat 0. Scope `play`. Refusals: `invalid_value`, `bots_not_allowed`, "
        "`warning_unacknowledged`.",
        optional=True,
    )
    take_seat = act(
        GamePayload,
        TakeSeatInput,
        "Take the lowest free seat; the last one starts the game. Refusals: `not_found`, `account_needed` (a guest, "
        "and a rated game), `bots_not_allowed`, `already_seated`, `game_over`, `game_full` (a game that has started is "
        "full), `warning_unacknowledged`, `blocked`.",
    )
    leave_seat = act(
        GamePayload,
        GameInput,
        "Get up before the start. When the creator leaves, the game is cancelled. Refusals: `not_found`, "
        "`not_seated`, `game_started`, `game_over`.",
    )
    seat_bot = act(
        GamePayload,
        SeatBotInput,
        "Seat a bot in your game. Refusals: `invalid_value`, `not_found`, `not_creator`, `game_started`, `game_over`.",
    )
    unseat_bot = act(
        GamePayload,
        UnseatBotInput,
        "Take a bot from its seat. Refusals: `not_found`, `not_creator`, `game_started`, `game_over`.",
    )
    start_game = act(
        GamePayload,
        GameInput,
        "Start your game with the seats that are taken. Refusals: `not_found`, `not_creator`, `not_enough_players`, "
        "`game_started`, `game_over`.",
    )
    make_move = act(
        GamePayload,
        MakeMoveInput,
        "Make a move. Refusals, in this order: `not_found`, `not_seated`, `game_not_started` or `game_over`, "
        "`stale_version` (with the game, the events missed, and `stillLegal`), `not_your_turn`, `illegal_move` "
        "(with `reason`).",
    )
    resign = act(
        GamePayload,
        GameInput,
        "Leave a running game: the seat passes to a bot at once and for good. Refusals: `not_found`, `not_seated`, "
        "`game_not_started`, `game_over`.",
    )
    rematch = act(
        GamePayload,
        RematchInput,
        "Play the same game again: the new one, with you at the seat that you had. The first who asks opens it; the "
        "seats of the others are kept for a day. Refusals: `not_found`, `not_seated`, `game_not_over`, `game_full`, "
        "`game_over`, `warning_unacknowledged`, `blocked`.",
    )

    @staticmethod
    @refusable
    def resolve_create_game(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play")
        wanted = asked(GameOpenBody, input)
        game = game_open(
            creator=player,
            players=wanted.players,
            turn=wanted.turn,
            visibility=wanted.visibility,
            rated=wanted.rated,
            name=wanted.name,
            bots=wanted.bots,
            allow_bots=wanted.allow_bots,
            entropy=wanted.entropy,
        )
        return _game(game, player)

    @staticmethod
    @refusable
    def resolve_take_seat(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play")
        game_id, rest = _of_game(input)
        wanted = asked(SeatTakeBody, rest)
        with invite_guess(context_of(info).request, wanted.invite):
            game = seat_take(game_id=game_id, actor=player, invite=wanted.invite, entropy=wanted.entropy)
        return _game(game, player)

    @staticmethod
    @refusable
    def resolve_leave_seat(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play")
        game_id, _ = _of_game(input)
        seat_leave(game_id=game_id, actor=player)
        return _still_seen(game_id, player)

    @staticmethod
    @refusable
    def resolve_seat_bot(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play")
        game_id, rest = _of_game(input)
        wanted = asked(BotSeatBody, rest)
        game = bot_seat(game_id=game_id, actor=player, level=wanted.level, temperament=wanted.temperament)
        return _game(game, player)

    @staticmethod
    @refusable
    def resolve_unseat_bot(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play")
        game_id, rest = _of_game(input)
        wanted = asked(BotUnseatBody, rest)
        return _game(bot_unseat(game_id=game_id, actor=player, seat=wanted.seat), player)

    @staticmethod
    @refusable
    def resolve_start_game(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play")
        game_id, _ = _of_game(input)
        return _game(game_start(game_id=game_id, actor=player), player)

    @staticmethod
    @refusable
    def resolve_make_move(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play")
        game_id, rest = _of_game(input)
        # A client that always sends all variables sends null for those that a move does not take.
        wanted = move_parse({name: plain(value) for name, value in rest.items() if value is not None})
        return _game(move_submit(game_id=game_id, actor=player, move=wanted.move, version=wanted.version), player)

    @staticmethod
    @refusable
    def resolve_resign(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play")
        game_id, _ = _of_game(input)
        return _game(seat_resign(game_id=game_id, actor=player), player)

    @staticmethod
    @refusable
    def resolve_rematch(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play")
        game_id, rest = _of_game(input)
        game, _ = game_rematch(game_id=game_id, actor=player, entropy=asked(RematchBody, rest).entropy)
        return _game(game, player)


def _of_game(given: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The game that an input is about, and the rest of it."""
    rest = dict(given)
    return rest.pop("game_id"), rest


def _game(game: SeenGame, viewer: Player) -> dict[str, Any]:
    return {"game": row_of(game, viewer)}


def _still_seen(game_id: str, viewer: Player) -> dict[str, Any]:
    """The game, if who left it may still see it: a private one is closed to them."""
    try:
        return _game(game_get(game_id=game_id, viewer=viewer), viewer)
    except Refusal as refusal:
        if refusal.code is not ErrorCode.NOT_FOUND:
            raise
        return {"game": None}
