"""Who is asking: the bearer of a token."""

from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from players.access import Bearer, asking


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer nss_…`."""

    def authenticate(self, request: Request) -> Bearer | None:
        return asking(request._request)

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"
