"""The bots that a player answers for: their types, and what can be done with them."""

from typing import Any, Final

import graphene
from graphene import ID, String

from games.graphql.accounts import BotAccount, Token
from games.graphql.arguments import asked, input_of
from games.graphql.context import context_of
from games.graphql.fields import act, perhaps, shown
from games.graphql.refusals import error_list, refusable
from players.bots import bot_register, bot_retire, bot_token_renew, bot_tokens_revoke
from players.edge.limits import register_spend
from players.wire import BotRequest, profile_json, token_json

CreateBotInput: Final = input_of(BotRequest, "CreateBotInput", "The new bot.")


class BotInput(graphene.InputObjectType):
    """Which bot of yours."""

    name = graphene.InputField(String, required=True, description="Its name.")


class CreateBotPayload(graphene.ObjectType):
    """A new bot and its token."""

    class Meta:
        default_resolver = shown

    player = perhaps(BotAccount, "The bot; null when refused.")
    token = perhaps(String, "The text of its token. Shown only now: keep it.")
    errors = error_list()


class BotTokenPayload(graphene.ObjectType):
    """A new token of a bot."""

    class Meta:
        default_resolver = shown

    token = perhaps(String, "The text of the token. Shown only now: keep it. Null when refused.")
    entry = perhaps(Token, "The token as lists show it; null when refused.")
    errors = error_list()


class BotPayload(graphene.ObjectType):
    """What became of something done to a bot."""

    class Meta:
        default_resolver = shown

    name = perhaps(ID, "The name of the bot; null when refused.")
    errors = error_list()


class BotMutations:
    """A part of `Mutation`."""

    create_bot = act(
        CreateBotPayload,
        CreateBotInput,
        "Make an account for a bot that you answer for: it plays in games with `allowBots`. Scope `play`. Refusals: "
        "`bots_not_allowed`, `invalid_name`, `too_many_bots`, `name_taken`.",
    )
    renew_bot_token = act(
        BotTokenPayload, BotInput, "A new token for a bot; all others of it end. Scope `play`. Refusals: `not_found`."
    )
    revoke_bot_token = act(
        BotPayload, BotInput, "End all tokens of a bot at once. Scope `play`. Refusals: `not_found`."
    )
    retire_bot = act(
        BotPayload,
        BotInput,
        "Close the account of a bot for good: its turns run out, its name stays taken. Scope `play`. Refusals: "
        "`not_found`.",
    )

    @staticmethod
    @refusable
    def resolve_create_bot(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        owner = context_of(info).actor("play")
        wanted = asked(BotRequest, input)
        register_spend(context_of(info).request)
        bot, token = bot_register(owner=owner, name=wanted.name, description=wanted.description or "")
        return {"player": profile_json(bot), "token": token}

    @staticmethod
    @refusable
    def resolve_renew_bot_token(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        owner = context_of(info).actor("play")
        _, token, plain = bot_token_renew(owner=owner, name=input["name"])
        return {"token": plain, "entry": token_json(token)}

    @staticmethod
    @refusable
    def resolve_revoke_bot_token(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        owner = context_of(info).actor("play", even_suspended=True)
        return {"name": bot_tokens_revoke(owner=owner, name=input["name"]).name}

    @staticmethod
    @refusable
    def resolve_retire_bot(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        owner = context_of(info).actor("play", even_suspended=True)
        return {"name": bot_retire(owner=owner, name=input["name"]).name}
