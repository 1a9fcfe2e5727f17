"""Sessions of browsers: a token that a page may use and never see."""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, check_password
from django.db.models.functions import Now

from players.conduct.traces import trace_note
from players.errors import ErrorCode, Refusal
from players.models import Player, Token
from players.origins import Origin
from players.secrets import token_digest, token_shaped
from players.selectors import player_by_token
from players.services import ALL_SCOPES, still_has_password, token_issue
from players.transactions import one_transaction

TOKEN_LABEL: Final = "browser"  # noqa: S105 - what the token is called


def session_begin(*, name: str, password: str, before: str | None, origin: Origin | None = None) -> tuple[Player, str]:
    """Log in; return the player and the text of the session's token. `before` is the text of the session until now.

    Raises Refusal: bad_credentials, in the same time whether it is the name or the password.
    """
    player = Player.objects.named(name)
    right = check_password(password, player.password if player else UNUSABLE_PASSWORD_PREFIX)
    with one_transaction():
        if not right or player is None or not still_has_password(player):
            raise Refusal(ErrorCode.BAD_CREDENTIALS)
        _end(before)
        issued = _issued(player, lives=settings.BROWSER_SESSION_LIVES)
    trace_note(player=player, origin=origin)
    return player, issued


def session_exchange(*, text: str, before: str | None, origin: Origin | None = None) -> tuple[Player, str]:
    """Begin a session in exchange for a token, which ends; return the player and the text of the session's token.

    It lives no longer than the token that was given would have. Raises Refusal: not_authenticated; forbidden, for a
    bot; missing_scope, for a session may do everything.
    """
    found = player_by_token(text)
    if found is None:
        raise _no_such_token()
    player, given = found
    if player.is_bot:
        raise Refusal(ErrorCode.FORBIDDEN, "A bot plays by its token, and is logged in nowhere.")
    for scope in ALL_SCOPES:
        if scope not in given.scopes:
            raise Refusal(ErrorCode.MISSING_SCOPE, extra={"scope": scope})
    lives = settings.BROWSER_SESSION_LIVES
    if given.expires_at is not None:
        lives = min(lives, given.expires_at - given.checked_at)
    with one_transaction():
        # Whoever changes the password ends all tokens under this lock: the new one is among them, or comes too late.
        open_account = Player.objects.select_for_update(no_key=True).filter(pk=player.pk, is_active=True)
        given_now = Token.objects.filter(pk=given.pk, revoked_at=None)
        if open_account.first() is None or not given_now.update(revoked_at=Now()):
            raise _no_such_token()
        _end(before)
        issued = _issued(player, lives=lives)
    trace_note(player=player, origin=origin)
    return player, issued


def session_end(*, text: str) -> None:
    """End a session. Safe to call twice."""
    with one_transaction():
        _end(text)


def _issued(player: Player, *, lives: timedelta) -> str:
    _, text = token_issue(player, label=TOKEN_LABEL, scopes=ALL_SCOPES, expires_in=lives)
    return text


def _end(text: str | None) -> None:
    if text is not None and token_shaped(text):
        Token.objects.filter(digest=token_digest(text), revoked_at=None).update(revoked_at=Now())


def _no_such_token() -> Refusal:
    return Refusal(ErrorCode.NOT_AUTHENTICATED, "The token is wrong, expired or revoked.", field="token")
