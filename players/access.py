"""Who is asking, and what their token lets them do. One gate for REST and GraphQL."""

from typing import Literal

from players.errors import ErrorCode, Refusal
from players.models import Player, Token
from players.selectors import player_by_token
from players.services import token_note_use

type Scope = Literal["play", "read"]
type Bearer = tuple[Player, Token]


def bearer_of(authorization: str | None) -> Bearer | None:
    """Whose token the header `Authorization` holds; None without the header.

    A bad token is refused even where none is needed: its owner wants to know. Raises Refusal: not_authenticated.
    """
    if authorization is None:
        return None
    scheme, _, plain = authorization.partition(" ")
    found = player_by_token(plain.strip()) if scheme.lower() == "bearer" else None
    if found is None:
        raise Refusal(ErrorCode.NOT_AUTHENTICATED, "The token is wrong, expired or revoked.")
    _, token = found
    if token.use_unnoted:
        token_note_use(token=token)
    return found


def expect_bearer(bearer: Bearer | None) -> Bearer:
    """The player and the token, whatever it may do. Raises Refusal: not_authenticated."""
    if bearer is None:
        raise Refusal(ErrorCode.NOT_AUTHENTICATED)
    return bearer


def actor_of(bearer: Bearer | None, scope: Scope, *, even_suspended: bool = False) -> Player:
    """The player who acts. Raises Refusal: not_authenticated; missing_scope; suspended, for the scope play."""
    player, token = expect_bearer(bearer)
    if scope not in token.scopes:
        raise Refusal(ErrorCode.MISSING_SCOPE, extra={"scope": scope})
    if scope == "play" and not even_suspended and player.suspended_at(token.checked_at):
        raise Refusal(ErrorCode.SUSPENDED)
    return player


def viewer_of(bearer: Bearer | None) -> Player | None:
    """The player who looks on, or None without a token. Raises Refusal: missing_scope."""
    return None if bearer is None else actor_of(bearer, "read")
