"""Third-party clients in browsers: which origins may call the API, and which headers they see.

Whoever calls from elsewhere shows a token in a header, so any page may call: credentials are never allowed, and the
cookie of our own pages (players.cookies) plays no part in what a page of another origin gets.
"""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from players.edge.paths import is_api

METHODS: Final = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
SENT: Final = (
    "Accept, Accept-Language, Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Request-ID"
)
SEEN: Final = (
    "Allow, ETag, Idempotency-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, "
    "X-Request-ID"
)
REMEMBERED_SECONDS: Final = 7200


class CorsMiddleware:
    """Answers what a browser asks before a call, and lets the page read the answer to the call, refusals too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_api(request):
            return self._get_response(request)
        response = HttpResponse(status=204) if _is_preflight(request) else self._get_response(request)
        allowed = _allowed(request.headers.get("Origin"))
        if allowed is not None:
            response["Access-Control-Allow-Origin"] = allowed
            if _is_preflight(request):
                response["Access-Control-Allow-Methods"] = METHODS
                response["Access-Control-Allow-Headers"] = SENT
                response["Access-Control-Max-Age"] = str(REMEMBERED_SECONDS)
            else:
                response["Access-Control-Expose-Headers"] = SEEN
        if "*" not in settings.CORS_ALLOWED_ORIGINS:
            patch_vary_headers(response, ["Origin"])
        return response


def _is_preflight(request: HttpRequest) -> bool:
    return (
        request.method == "OPTIONS"
        and "Origin" in request.headers
        and "Access-Control-Request-Method" in request.headers
    )


def _allowed(origin: str | None) -> str | None:
    """What `Access-Control-Allow-Origin` says to this origin; None when it is not allowed, or is none."""
    if origin is None:
        return None
    if "*" in settings.CORS_ALLOWED_ORIGINS:
        return "*"
    return origin if origin in settings.CORS_ALLOWED_ORIGINS else None
