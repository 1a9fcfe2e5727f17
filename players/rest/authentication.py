"""Who is asking: the bearer of a token."""

from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from players.errors import ErrorCode, Refusal
from players.models import Player, Token
from players.selectors import player_by_token
from players.services import token_note_use


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer nss_…`. A bad token is refused even where none is needed: its owner wants to know."""

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        header = request.META.get("HTTP_AUTHORIZATION")
        if header is None:
            return None
        scheme, _, plain = header.partition(" ")
        found = player_by_token(plain.strip()) if scheme.lower() == "bearer" else None
        if found is None:
            raise Refusal(ErrorCode.NOT_AUTHENTICATED, "The token is wrong, expired or revoked.")
        _, token = found
        if token.use_unnoted:
            token_note_use(token=token)
        return found

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"
