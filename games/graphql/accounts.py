"""The types of players' pages and tokens."""

from typing import Any

import graphene
from graphene import ID, Boolean, Float, Int, String
from graphene.relay import Connection

from games.graphql.arguments import PageAsked, page_arguments, page_asked
from games.graphql.conduct import OtherPlayerConnection, SanctionConnection
from games.graphql.context import context_of
from games.graphql.fields import listed, perhaps, shown, some
from games.graphql.game import GameConnection
from games.graphql.pages import page_of_keyset
from games.graphql.rows import Siblings
from games.graphql.scalars import DateTime, NoticeChannel, NoticeKind, NoticeTime, PlayerKind, TokenScope
from games.selectors.games import turns_list
from players.absence import days_of
from players.bots import bots_of
from players.conduct.circles import blocks_of, mutes_of
from players.conduct.sanctions import sanctions_of
from players.conduct.wire import block_json, mute_json, sanction_json
from players.models import AwayPeriod as Period
from players.notices.choices import choices_of
from players.notices.wire import choices_json
from players.selectors import away_list, tokens_of
from players.wire import away_json, profile_json, token_json


class Statistics(graphene.ObjectType):
    """Finished games, rated or not."""

    class Meta:
        default_resolver = shown

    games_played = some(Int, "How many games were played to the end.")
    games_won = some(Int, "How many of them were won.")


class Rating(graphene.ObjectType):
    """The rating after Weng and Lin: strength lies around `mu`, give or take `sigma`."""

    class Meta:
        default_resolver = shown

    ordinal = some(Float, "The rating to show: mu - 3 sigma, so that a newcomer starts at 0.")
    mu = some(Float, "Where the strength lies.")
    sigma = some(Float, "How sure that is.")
    games = some(Int, "How many games it rests on.")


class Profile(graphene.ObjectType):
    """A player's page, as everybody sees it."""

    class Meta:
        default_resolver = shown

    name = some(String, "Their name.")
    kind = some(PlayerKind, "Human or bot.")
    level = perhaps(String, "The level of a bot that the service plays itself.")
    temperament = perhaps(String, "Its temperament, if it has one.")
    owner = perhaps(String, "Who answers for a bot with an account of its own.")
    description = perhaps(String, "What such a bot is.")
    created_at = some(DateTime, "When the account was opened.")
    statistics = some(Statistics, "Games played and won.")
    rating = some(Rating, "The rating.")


class BotAccount(graphene.ObjectType):
    """A bot with an account of its own, as everybody sees it."""

    class Meta:
        default_resolver = shown

    name = some(String, "Its name.")
    kind = some(PlayerKind, "Bot.")
    owner = some(String, "Who answers for it.")
    description = some(String, "What it is.")
    created_at = some(DateTime, "When the account was opened.")
    statistics = some(Statistics, "Games played and won.")
    rating = some(Rating, "The rating, that of a newcomer: no game with bots is rated.")


class BotAccountConnection(Connection):
    """A page of bots."""

    class Meta:
        node = BotAccount

    nodes = listed(BotAccount, "The bots, without their cursors.")


class Token(graphene.ObjectType):
    """A token in a list. Its plain text is not kept."""

    class Meta:
        default_resolver = shown

    id = some(ID, "What to revoke it by.")
    label = some(String, "What its owner calls it.")
    scopes = listed(TokenScope, "What it may do.")
    created_at = some(DateTime, "When it was made.")
    expires_at = perhaps(DateTime, "When it ends; null: never.")
    last_used_at = perhaps(DateTime, "When it was last used, to the minute.")


class TokenConnection(Connection):
    """A page of tokens."""

    class Meta:
        node = Token

    nodes = listed(Token, "The tokens, without their cursors.")


class QuietHours(graphene.ObjectType):
    """A nightly window, in the player's time zone."""

    class Meta:
        default_resolver = shown

    from_ = some(String, "When it begins, such as `22:00`.", name="from")
    until = some(String, "When it ends; the next day if that is earlier.")


class AwayPeriod(graphene.ObjectType):
    """A time in which you are away: the clock of your turns stands still, in games with turns of a day and more."""

    class Meta:
        default_resolver = shown

    id = some(ID, "What to cancel it by.")
    from_ = some(DateTime, "When it begins.", name="from")
    until = some(DateTime, "When you are back.")
    days = some(Int, "How many away days it costs.")
    created_at = some(DateTime, "When it was made.")


class AwayPeriodConnection(Connection):
    """A page of away periods."""

    class Meta:
        node = AwayPeriod

    nodes = listed(AwayPeriod, "The periods, without their cursors.")


class Account(graphene.ObjectType):
    """An account that was just opened, as its owner sees it."""

    class Meta:
        default_resolver = shown

    name = some(String, "Your name.")
    kind = some(PlayerKind, "Human or bot.")
    level = perhaps(String, "The level of a bot that the service plays itself.")
    temperament = perhaps(String, "Its temperament, if it has one.")
    owner = perhaps(String, "Who answers for a bot with an account of its own.")
    description = perhaps(String, "What such a bot is.")
    created_at = some(DateTime, "When the account was opened.")
    statistics = some(Statistics, "Games played and won.")
    rating = some(Rating, "The rating.")
    guest = some(Boolean, "Whether this is a guest: without a password, and playing games that are not rated.")
    email = some(String, "Your address; empty if none.")
    email_confirmed = some(Boolean, "Whether mails go there.")
    language = some(String, "The language of mails and notices.")
    time_zone = some(String, "Where you live, as IANA calls it.")
    quiet_hours = perhaps(QuietHours, "When no deadline of yours falls.")
    suspended_until = perhaps(DateTime, "Until when you may not play.")


class NoticeChoice(graphene.ObjectType):
    """When you are told of one kind of notice on one channel."""

    class Meta:
        default_resolver = shown

    kind = some(NoticeKind, "What it is about.")
    channel = some(NoticeChannel, "Where it comes.")
    when = some(NoticeTime, "When it comes; `digest` only for mails of `your_turn`.")
    hours = perhaps(Int, "Hours between two digests; null for the others.")


class Me(graphene.ObjectType):
    """A player's page, as they see it themselves."""

    class Meta:
        default_resolver = shown

    name = some(String, "Your name.")
    kind = some(PlayerKind, "Human or bot.")
    level = perhaps(String, "The level of a bot that the service plays itself.")
    temperament = perhaps(String, "Its temperament, if it has one.")
    owner = perhaps(String, "Who answers for a bot with an account of its own.")
    description = perhaps(String, "What such a bot is.")
    created_at = some(DateTime, "When the account was opened.")
    statistics = some(Statistics, "Games played and won.")
    rating = some(Rating, "The rating.")
    guest = some(Boolean, "Whether this is a guest: without a password, and playing games that are not rated.")
    email = some(String, "Your address; empty if none.")
    email_confirmed = some(Boolean, "Whether mails go there.")
    language = some(String, "The language of mails and notices.")
    time_zone = some(String, "Where you live, as IANA calls it.")
    quiet_hours = perhaps(QuietHours, "When no deadline of yours falls.")
    suspended_until = perhaps(DateTime, "Until when you may not play.")
    turns = some(
        GameConnection, "The games that wait for you, earliest deadline first.", args=page_arguments(PageAsked)
    )
    tokens = some(
        TokenConnection, "Your tokens that are not revoked, the newest first.", args=page_arguments(PageAsked)
    )
    away = some(
        AwayPeriodConnection,
        "When you are away, past times too, the last made first.",
        args=page_arguments(PageAsked),
    )

    own_bots = some(
        BotAccountConnection,
        "The bots that you answer for, without those retired, the newest first.",
        args=page_arguments(PageAsked),
    )
    mutes = some(OtherPlayerConnection, "Whom you mute, the last one first.", args=page_arguments(PageAsked))
    blocks = some(OtherPlayerConnection, "Whom you block, the last one first.", args=page_arguments(PageAsked))
    sanctions = some(
        SanctionConnection, "What moderators imposed on you, the newest first.", args=page_arguments(PageAsked)
    )
    notices = listed(NoticeChoice, "What you want to be told: every kind on every channel.")

    @staticmethod
    def resolve_mutes(me: object, info: Any, **arguments: Any) -> Any:
        player = context_of(info).actor("read")
        wanted = page_asked(PageAsked, arguments)
        page = mutes_of(player=player, limit=wanted.first, cursor=wanted.after)
        return page_of_keyset(page, [mute_json(mute) for mute in page.items], after=wanted.after)

    @staticmethod
    def resolve_blocks(me: object, info: Any, **arguments: Any) -> Any:
        player = context_of(info).actor("read")
        wanted = page_asked(PageAsked, arguments)
        page = blocks_of(player=player, limit=wanted.first, cursor=wanted.after)
        return page_of_keyset(page, [block_json(block) for block in page.items], after=wanted.after)

    @staticmethod
    def resolve_sanctions(me: object, info: Any, **arguments: Any) -> Any:
        player = context_of(info).actor("read")
        wanted = page_asked(PageAsked, arguments)
        page = sanctions_of(player=player, limit=wanted.first, cursor=wanted.after)
        return page_of_keyset(page, [sanction_json(sanction) for sanction in page.items], after=wanted.after)

    @staticmethod
    def resolve_own_bots(me: object, info: Any, **arguments: Any) -> Any:
        player = context_of(info).actor("read")
        wanted = page_asked(PageAsked, arguments)
        page = bots_of(owner=player, limit=wanted.first, cursor=wanted.after)
        return page_of_keyset(page, [profile_json(bot) for bot in page.items], after=wanted.after)

    @staticmethod
    def resolve_notices(me: object, info: Any) -> Any:
        return choices_json(choices_of(player=context_of(info).actor("read")))

    @staticmethod
    def resolve_turns(me: object, info: Any, **arguments: Any) -> Any:
        player = context_of(info).actor("read")
        wanted = page_asked(PageAsked, arguments)
        page = turns_list(player=player, limit=wanted.first, cursor=wanted.after)
        return page_of_keyset(page, Siblings(viewer=player, summaries=page.items).rows, after=wanted.after)

    @staticmethod
    def resolve_tokens(me: object, info: Any, **arguments: Any) -> Any:
        player = context_of(info).actor("read")
        wanted = page_asked(PageAsked, arguments)
        page = tokens_of(player=player, limit=wanted.first, cursor=wanted.after)
        return page_of_keyset(page, [token_json(token) for token in page.items], after=wanted.after)

    @staticmethod
    def resolve_away(me: object, info: Any, **arguments: Any) -> Any:
        player = context_of(info).actor("read")
        wanted = page_asked(PageAsked, arguments)
        page = away_list(player=player, limit=wanted.first, cursor=wanted.after)
        return page_of_keyset(page, [away_of(period) for period in page.items], after=wanted.after)


def away_of(period: Period) -> dict[str, Any]:
    """An away period as `AwayPeriod` shows it."""
    return {**away_json(period, days_of(period).total())}
