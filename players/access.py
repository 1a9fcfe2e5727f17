"""Who is asking, and what their token lets them do. One gate for REST and GraphQL."""

from typing import Final, Literal

from django.http import HttpRequest

from players.conduct.models import FOR_EVER
from players.cookies import csrf_expect, session_text
from players.errors import ErrorCode, Refusal
from players.models import Player, Token
from players.selectors import player_by_token
from players.services import token_note_use
from players.wire import time_json

type Scope = Literal["play", "read"]
type Bearer = tuple[Player, Token]

_FOUND: Final = "nessos.bearer"
_SAFE: Final = ("GET", "HEAD", "OPTIONS", "TRACE")


def asking(request: HttpRequest) -> Bearer | None:
    """Whose token comes with the request; None without one. Looked up once, however often it is asked.

    A browser adds its cookie by itself, whoever has it send the request: with the cookie, what is not safe must show
    that a page of ours asks. Raises Refusal: not_authenticated, csrf_failed.
    """
    if _FOUND not in request.META:
        try:
            request.META[_FOUND] = _found(request)
        except Refusal as refusal:
            request.META[_FOUND] = refusal
    found: Bearer | Refusal | None = request.META[_FOUND]
    if isinstance(found, Refusal):
        raise found
    return found


def known_bearer(request: HttpRequest) -> Bearer | None:
    """What `asking` found, if it was asked."""
    found: Bearer | Refusal | None = request.META.get(_FOUND)
    return None if isinstance(found, Refusal) else found


def _found(request: HttpRequest) -> Bearer | None:
    text = token_sent(request)
    if text is not None and "HTTP_AUTHORIZATION" not in request.META and request.method not in _SAFE:
        csrf_expect(request)
    return bearer_of(text)


def token_sent(request: HttpRequest) -> str | None:
    """The text of the token that comes with the request: in its header, or else in its cookie; None without both."""
    authorization = request.META.get("HTTP_AUTHORIZATION")
    return session_text(request) if authorization is None else _plain_token(authorization)


def bearer_of(text: str | None) -> Bearer | None:
    """Whose token this is the text of; None without one.

    A bad token is refused even where none is needed: its owner wants to know. Raises Refusal: not_authenticated.
    """
    if text is None:
        return None
    found = player_by_token(text)
    if found is None:
        raise Refusal(ErrorCode.NOT_AUTHENTICATED, "The token is wrong, expired or revoked.")
    _, token = found
    if token.use_unnoted:
        token_note_use(token=token)
    return found


def _plain_token(authorization: str) -> str:
    """The token in a header `Authorization`; empty when it holds something else."""
    scheme, _, plain = authorization.partition(" ")
    return plain.strip() if scheme.lower() == "bearer" else ""


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
        raise Refusal(ErrorCode.SUSPENDED, extra={"until": _end_of(player)})
    return player


def _end_of(player: Player) -> str | None:
    """Until when they are suspended; nothing for a ban, which has no end."""
    until = player.suspended_until
    return None if until is None or until >= FOR_EVER else time_json(until)


def viewer_of(bearer: Bearer | None) -> Player | None:
    """The player who looks on, or None without a token. Raises Refusal: missing_scope."""
    return None if bearer is None else actor_of(bearer, "read")


def follower(bearer: Bearer | None) -> str | None:
    """The id of the token with which somebody follows what goes on; None without a token.

    A stream does not outlive its player's right to play, so it does not begin without it either. Raises Refusal:
    suspended.
    """
    if bearer is not None and bearer[0].suspended_at(bearer[1].checked_at):
        raise Refusal(ErrorCode.SUSPENDED)
    return token_of(bearer)


def token_of(bearer: Bearer | None) -> str | None:
    """The id of the token; None without one."""
    return None if bearer is None else bearer[1].pk
