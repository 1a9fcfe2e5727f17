"""Reads of accounts and tokens."""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import BooleanField, ExpressionWrapper, Q
from django.db.models.functions import Now

from players.cards import PlayerCard
from players.errors import ErrorCode, Refusal
from players.models import Player, Token
from players.pages import Page, keyset_page
from players.secrets import token_digest, token_shaped

__all__ = ["PlayerCard", "player_by_token", "player_get", "players_by_id", "tokens_at_work", "tokens_of"]

USE_NOTED_EVERY = timedelta(minutes=1)


def player_by_token(plain: str) -> tuple[Player, Token] | None:
    """Whose token this is, if it works now, by the database's clock. One statement, nothing remembered.

    The token comes with `checked_at` (that clock) and `use_unnoted` (`last_used_at` is older than a minute).
    """
    if not token_shaped(plain):
        return None
    unnoted = Q(last_used_at=None) | Q(last_used_at__lt=Now() - USE_NOTED_EVERY)
    token = (
        Token.objects.select_related("player")
        .filter(Q(expires_at=None) | Q(expires_at__gt=Now()))
        .filter(digest=token_digest(plain), revoked_at=None, player__is_active=True)
        .annotate(now=Now(), unnoted=ExpressionWrapper(unnoted, output_field=BooleanField()))
        .first()
    )
    if token is None:
        return None
    token.checked_at, token.use_unnoted = token.now, token.unnoted
    return token.player, token


def player_get(name: str) -> Player:
    """The player of that name, whatever its case. Raises Refusal: not_found, also for one who was taken away."""
    player = Player.objects.named(name)
    if player is None or not player.is_active:
        raise Refusal(ErrorCode.NOT_FOUND, "There is no player of this name.")
    return player


def players_by_id(ids: Iterable[int]) -> dict[int, PlayerCard]:
    """What is shown of these players, in one statement. Unknown ids are left out."""
    rows = Player.objects.filter(pk__in=set(ids)).values_list("pk", "name", "kind", "level")
    return {pk: PlayerCard(id=pk, name=name, kind=kind, level=level) for pk, name, kind, level in rows}


def tokens_of(*, player: Player, limit: int, cursor: str | None) -> Page[Token]:
    """The player's tokens that are not revoked, the newest first. Raises Refusal: bad_cursor."""
    return keyset_page(Token.objects.filter(player=player, revoked_at=None), limit=limit, cursor=cursor)


def tokens_at_work(ids: Iterable[str]) -> set[str]:
    """Which of these tokens still work for somebody who is not suspended, by the database's clock."""
    working = Token.objects.filter(pk__in=set(ids), revoked_at=None, player__is_active=True)
    working = working.filter(Q(expires_at=None) | Q(expires_at__gt=Now()))
    working = working.filter(Q(player__suspended_until=None) | Q(player__suspended_until__lte=Now()))
    return set(working.values_list("pk", flat=True))
