"""Each request has a name, which every line that is logged about it carries, and one line of its own."""

import logging
import re
import secrets
import time
from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from nessos_service.metrics import PATH, request_measured
from players.access import known_bearer
from players.edge.address import client_address
from players.tracing import FIELDS, request_id

HEADER: Final = "X-Request-ID"
LONGEST_PATH: Final = 300

_SANE: Final = re.compile(r"[A-Za-z0-9._-]{1,128}", re.ASCII)
# Asked every few seconds, by machines.
_QUIET: Final = ("/healthz", "/readyz", PATH)

logger = logging.getLogger("nessos.request")


class RequestLogMiddleware:
    """The outermost. No query string, no header and no body is logged: tokens and invitations travel in them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "")
        number = given if _SANE.fullmatch(given) else secrets.token_hex(8)
        before = request_id.set(number)
        began = time.perf_counter()
        try:
            response = self._get_response(request)
            response[HEADER] = number
            # Said here, with its id; Django would say it again, without.
            response._has_been_logged = True  # type: ignore[attr-defined]
            level = logging.DEBUG if request.path_info in _QUIET else logging.INFO
            seconds = time.perf_counter() - began
            request_measured(request, response, seconds)
            logger.log(level, "request", extra={FIELDS: _facts(request, response, seconds)})
            return response
        finally:
            request_id.reset(before)


def _facts(request: HttpRequest, response: HttpResponse, seconds: float) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "method": (request.method or "")[:20],
        "path": request.path_info[:LONGEST_PATH],
        "status": response.status_code,
        "ms": round(seconds * 1000, 1),
        "address": client_address(request),
    }
    bearer = known_bearer(request)
    if bearer is not None:
        player, token = bearer
        facts |= {"player": player.pk, "token": token.pk}
    return facts
