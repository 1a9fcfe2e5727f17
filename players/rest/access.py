"""What a token may do. The first line of a view asks here who is acting."""

from rest_framework.request import Request

from players.access import Bearer, Scope, actor_of, expect_bearer, viewer_of
from players.models import Player, Token

__all__ = ["Scope", "actor", "bearer", "viewer"]


def actor(request: Request, scope: Scope, *, even_suspended: bool = False) -> Player:
    """The player who asks. Raises Refusal: not_authenticated; missing_scope; suspended, for the scope play."""
    return actor_of(_bearer(request), scope, even_suspended=even_suspended)


def viewer(request: Request) -> Player | None:
    """The player who looks on, or None without a token. Raises Refusal: missing_scope."""
    return viewer_of(_bearer(request))


def bearer(request: Request) -> Bearer:
    """The player and the token, whatever it may do. Raises Refusal: not_authenticated."""
    return expect_bearer(_bearer(request))


def _bearer(request: Request) -> Bearer | None:
    player, token = request.user, request.auth
    return (player, token) if isinstance(player, Player) and isinstance(token, Token) else None
