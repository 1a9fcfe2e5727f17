"""Accounts of bots that play over the API: made by a player, who answers for them."""

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError
from django.db.models.functions import Now

from players.conduct.renames import name_expect_free
from players.errors import ErrorCode, Refusal
from players.models import Player, Token
from players.names import name_choose, name_key
from players.pages import Page, keyset_page
from players.services import ALL_SCOPES, token_issue
from players.transactions import one_transaction

MOST_BOTS = 10


def bot_register(*, owner: Player, name: str, description: str = "") -> tuple[Player, str]:
    """Make a bot that `owner` answers for; return it with the plain text of its token. Nobody can log in to it.

    Raises Refusal: bots_not_allowed (a bot makes none), account_needed (nor does a guest), invalid_name, too_many_bots,
    name_taken.
    """
    if owner.is_bot:
        raise Refusal(ErrorCode.BOTS_NOT_ALLOWED)
    if owner.is_guest:
        raise Refusal(ErrorCode.ACCOUNT_NEEDED)
    chosen = name_choose(name)
    bot = Player(
        name=chosen,
        name_key=name_key(chosen),
        kind=Player.Kind.BOT,
        owner=owner,
        description=description,
        password=make_password(None),
    )
    try:
        with one_transaction():
            # Bots are counted under the lock of their owner.
            Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
            if Player.objects.filter(owner=owner, is_active=True).count() >= MOST_BOTS:
                raise Refusal(ErrorCode.TOO_MANY_BOTS)
            name_expect_free(bot.name)
            bot.save(force_insert=True)
            bot.refresh_from_db()
            _, plain = token_issue(bot, label="bot", scopes=ALL_SCOPES, expires_in=None)
    except IntegrityError:
        raise Refusal(ErrorCode.NAME_TAKEN, field="name") from None
    return bot, plain


def bots_of(*, owner: Player, limit: int, cursor: str | None) -> Page[Player]:
    """The bots that `owner` answers for, without those retired, the newest first. Raises Refusal: bad_cursor."""
    bots = Player.objects.select_related("owner").filter(owner=owner, is_active=True)
    return keyset_page(bots, limit=limit, cursor=cursor)


def bot_token_renew(*, owner: Player, name: str) -> tuple[Player, Token, str]:
    """End all tokens of a bot and make a new one; return it with its plain text. Raises Refusal: not_found."""
    with one_transaction():
        bot = _bot_locked(owner, name)
        _tokens_revoke(bot)
        token, plain = token_issue(bot, label="bot", scopes=ALL_SCOPES, expires_in=None)
    return bot, token, plain


def bot_tokens_revoke(*, owner: Player, name: str) -> Player:
    """End all tokens of a bot at once. Raises Refusal: not_found."""
    with one_transaction():
        bot = _bot_locked(owner, name)
        _tokens_revoke(bot)
    return bot


def bot_retire(*, owner: Player, name: str) -> Player:
    """Close the account of a bot for good; its name stays taken. Its turns run out. Raises Refusal: not_found."""
    with one_transaction():
        bot = _bot_locked(owner, name)
        _tokens_revoke(bot)
        Player.objects.filter(pk=bot.pk).update(is_active=False)
    return bot


def _bot_locked(owner: Player, name: str) -> Player:
    found = Player.objects.named(name)
    if found is None or found.owner_id != owner.pk:
        raise Refusal(ErrorCode.NOT_FOUND)
    bots = Player.objects.select_for_update(no_key=True)
    bot = bots.filter(pk=found.pk, owner=owner, is_active=True).first()
    if bot is None:
        raise Refusal(ErrorCode.NOT_FOUND)
    return bot


def _tokens_revoke(bot: Player) -> None:
    Token.objects.filter(player=bot, revoked_at=None).update(revoked_at=Now())
