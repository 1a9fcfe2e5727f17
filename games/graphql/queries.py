"""What can be asked: a parse, a call and a presentation each."""

from functools import partial
from typing import Any

import graphene
from graphene import ID, String

from games.graphql.accounts import Me, Profile
from games.graphql.advice import Analysis, BotLevel, Hint, Temperament
from games.graphql.arguments import GamesAsked, MessagesAsked, PageAsked, asked, page_arguments, page_asked
from games.graphql.conduct import Report, ReportConnection
from games.graphql.context import context_of
from games.graphql.fields import listed, perhaps, some
from games.graphql.game import Game, GameConnection, GameRecord
from games.graphql.pages import page_of, page_of_keyset
from games.graphql.rows import Siblings, row_of
from games.graphql.rulebook import RuleBook
from games.graphql.talk import MessageConnection
from games.graphql.webhooks import Webhook, WebhookConnection
from games.levels import levels_list, temperaments_list
from games.selectors.events import record_get
from games.selectors.games import GameFilter, game_get, games_list
from games.selectors.hints import hint_get
from games.selectors.messages import messages_list
from games.services.analysis import analysis_ask
from games.wire.analysis import analysis_json
from games.wire.events import record_json
from games.wire.hints import hint_json
from games.wire.levels import level_json, temperament_json
from games.wire.messages import message_json
from games.wire.requests import InviteBody
from games.wire.rules import rule_book_json
from players.conduct.reports import report_get, reports_of
from players.conduct.wire import report_json
from players.edge.limits import analysis_spend, hint_spend, invite_guess
from players.errors import ErrorCode, Refusal
from players.languages import spoken_to
from players.selectors import player_get
from players.webhooks.selectors import webhook_get, webhooks_of
from players.webhooks.wire import webhook_json
from players.wire import account_json, profile_json


class Query(graphene.ObjectType):
    """What can be asked. A refusal is an error whose `extensions.code` is an `ErrorCode`, and its field is null."""

    game = perhaps(
        Game,
        "A game as you may see it. Refusals: `not_found`, also for a game that you may not see.",
        args={
            "id": graphene.Argument(ID, required=True, description="Which game."),
            "invite": graphene.Argument(String, description="The invitation, to look at a private game with."),
        },
    )
    games = perhaps(
        GameConnection,
        "The lobby and the archive: the games that you may see. Refusals: `invalid_value`, `bad_cursor`.",
        args=page_arguments(GamesAsked),
    )
    record = perhaps(
        GameRecord,
        "Everything about a game that is over. Refusals: `not_found`, `game_not_over`.",
        args={"id": graphene.Argument(ID, required=True, description="Which game.")},
    )
    me = perhaps(Me, "Your page. Needs the scope `read`. Refusals: `not_authenticated`, `missing_scope`.")
    player = perhaps(
        Profile,
        "The page of a player or a bot. Refusals: `not_found`.",
        args={"name": graphene.Argument(String, required=True, description="Their name; its case does not matter.")},
    )
    webhooks = perhaps(
        WebhookConnection,
        "Your webhooks, the newest first. Scope `read`. Refusals: `bad_cursor`.",
        args=page_arguments(PageAsked),
    )
    webhook = perhaps(
        Webhook,
        "A webhook of yours. Scope `read`. Refusals: `not_found`.",
        args={"id": graphene.Argument(ID, required=True, description="Which webhook.")},
    )
    messages = perhaps(
        MessageConnection,
        "What was said at a table, the oldest first, for those who sit or sat there; without those of players whom you "
        "mute. The cursor of a message is its `seq` as text. Scope `read`. Refusals: `not_found`, `not_seated`, "
        "`bad_cursor`.",
        args={
            "id": graphene.Argument(ID, required=True, description="Which game."),
            **page_arguments(MessagesAsked),
        },
    )
    reports = perhaps(
        ReportConnection,
        "What you reported, the newest first. Scope `read`. Refusals: `bad_cursor`.",
        args=page_arguments(PageAsked),
    )
    report = perhaps(
        Report,
        "A report of yours. Scope `read`. Refusals: `not_found`.",
        args={"id": graphene.Argument(ID, required=True, description="Which report.")},
    )
    rules = some(RuleBook, "The tables that the rules play by: all that a page about the rules can be made from.")
    bots = listed(BotLevel, "The levels of bots, the weakest first.")
    temperaments = listed(Temperament, "The temperaments of bots: any level may carry one.")
    hint = perhaps(
        Hint,
        "What the best bot would do in your place, at your turn in a game that is not rated. Scope `read`. Refusals: "
        "`not_found`, `not_seated`, `game_not_started` or `game_over`, `no_hints_in_rated_games`, `not_your_turn`.",
        args={"id": graphene.Argument(ID, required=True, description="Which game.")},
    )
    analysis = perhaps(
        Analysis,
        "Each decision of a game that is over, judged by what was knowable then. Whoever asks first has it worked out: "
        "come again until its `state` is `done`. Refusals: `not_found`, `game_not_over`.",
        args={"id": graphene.Argument(ID, required=True, description="Which game.")},
    )

    @staticmethod
    def resolve_game(root: object, info: Any, id: str, invite: str | None = None) -> Any:  # noqa: A002
        viewer = context_of(info).viewer
        wanted = asked(InviteBody, {"invite": invite})
        with invite_guess(context_of(info).request, wanted.invite):
            return row_of(game_get(game_id=id, viewer=viewer, invite=wanted.invite), viewer)

    @staticmethod
    def resolve_games(root: object, info: Any, **arguments: Any) -> Any:
        viewer = context_of(info).viewer
        wanted = page_asked(GamesAsked, arguments)
        page = games_list(
            wanted=GameFilter(statuses=wanted.status, player=wanted.player, joinable=wanted.joinable),
            order=wanted.order,
            viewer=viewer,
            limit=wanted.first,
            cursor=wanted.after,
        )
        return page_of_keyset(page, Siblings(viewer=viewer, summaries=page.items).rows, after=wanted.after)

    @staticmethod
    def resolve_record(root: object, info: Any, id: str) -> Any:  # noqa: A002
        record = record_get(game_id=id, viewer=context_of(info).viewer)
        return {**record_json(record), "game": row_of(record.game, None)}

    @staticmethod
    def resolve_me(root: object, info: Any) -> Any:
        return account_json(context_of(info).actor("read"))

    @staticmethod
    def resolve_player(root: object, info: Any, name: str) -> Any:
        _ = context_of(info).viewer
        if "\0" in name:
            raise Refusal(ErrorCode.NOT_FOUND)
        return profile_json(player_get(name))

    @staticmethod
    def resolve_webhooks(root: object, info: Any, **arguments: Any) -> Any:
        player = context_of(info).actor("read")
        wanted = page_asked(PageAsked, arguments)
        page = webhooks_of(player=player, limit=wanted.first, cursor=wanted.after)
        return page_of_keyset(page, [webhook_json(webhook) for webhook in page.items], after=wanted.after)

    @staticmethod
    def resolve_webhook(root: object, info: Any, id: str) -> Any:  # noqa: A002
        player = context_of(info).actor("read")
        return webhook_json(webhook_get(player=player, webhook_id=id))

    @staticmethod
    def resolve_messages(root: object, info: Any, id: str, **arguments: Any) -> Any:  # noqa: A002
        player = context_of(info).actor("read")
        wanted = page_asked(MessagesAsked, arguments)
        page = messages_list(game_id=id, viewer=player, after=wanted.after_seq, limit=wanted.first)
        messages = [message_json(message) for message in page.items]
        cursors = [str(message.seq) for message in page.items]
        return page_of(messages, cursors, follows=page.next is not None, goes_on=wanted.after_seq > 0)

    @staticmethod
    def resolve_reports(root: object, info: Any, **arguments: Any) -> Any:
        player = context_of(info).actor("read")
        wanted = page_asked(PageAsked, arguments)
        page = reports_of(author=player, limit=wanted.first, cursor=wanted.after)
        return page_of_keyset(page, [report_json(report) for report in page.items], after=wanted.after)

    @staticmethod
    def resolve_report(root: object, info: Any, id: str) -> Any:  # noqa: A002
        return report_json(report_get(author=context_of(info).actor("read"), report_id=id))

    @staticmethod
    def resolve_hint(root: object, info: Any, id: str) -> Any:  # noqa: A002
        request = context_of(info).request
        player = context_of(info).actor("read")
        hint_spend(request)
        with spoken_to(player, request):
            return hint_json(hint_get(game_id=id, player=player))

    @staticmethod
    def resolve_analysis(root: object, info: Any, id: str) -> Any:  # noqa: A002
        begin = partial(analysis_spend, context_of(info).request)
        return analysis_json(analysis_ask(game_id=id, viewer=context_of(info).viewer, before_work=begin))

    @staticmethod
    def resolve_temperaments(root: object, info: Any) -> Any:
        return [temperament_json(temperament) for temperament in temperaments_list()]

    @staticmethod
    def resolve_rules(root: object, info: Any) -> Any:
        return rule_book_json()

    @staticmethod
    def resolve_bots(root: object, info: Any) -> Any:
        return [level_json(level) for level in levels_list()]
