"""What a token may do. The first line of a view asks here who is acting."""

from typing import Literal

from rest_framework.request import Request

from players.errors import ErrorCode, Refusal
from players.models import Player, Token

type Scope = Literal["play", "read"]


def actor(request: Request, scope: Scope, *, even_suspended: bool = False) -> Player:
    """The player who asks. Raises Refusal: not_authenticated; missing_scope; suspended, for the scope play."""
    player, token = bearer(request)
    if scope not in token.scopes:
        raise Refusal(ErrorCode.MISSING_SCOPE, extra={"scope": scope})
    if scope == "play" and not even_suspended and player.suspended_at(token.checked_at):
        raise Refusal(ErrorCode.SUSPENDED)
    return player


def viewer(request: Request) -> Player | None:
    """The player who looks on, or None without a token. Raises Refusal: missing_scope."""
    return None if request.auth is None else actor(request, "read")


def bearer(request: Request) -> tuple[Player, Token]:
    """The player and the token, whatever it may do. Raises Refusal: not_authenticated."""
    player, token = request.user, request.auth
    if not isinstance(player, Player) or not isinstance(token, Token):
        raise Refusal(ErrorCode.NOT_AUTHENTICATED)
    return player, token
