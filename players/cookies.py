"""The session of a browser: a cookie that no script can read, with the text of a token in it.

It is a token like any other, so that whatever ends tokens ends sessions. What it may do on other origins: nothing. It
is never sent along by other sites (`SameSite=Strict`), belongs to this host alone (`__Host-`, in production), counts
for nothing when a token comes in the header, and changes nothing unless the page can also send what only a page of ours
can read.

Beside it, from the first log-in on, a cookie by which moderators may see that accounts are used from one browser. It is
random, says nothing of the browser, and opens nothing: see players.conduct.traces.
"""

from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware

from players.bodies import raw_body
from players.errors import ErrorCode, Refusal
from players.secrets import device_shaped

COOKIE_SAMESITE: Final = "Strict"


def session_text(request: HttpRequest) -> str | None:
    """The text of the token in the cookie; None without a cookie."""
    return request.COOKIES.get(settings.BROWSER_COOKIE) or None


def session_set(response: HttpResponseBase, text: str) -> None:
    """Have the browser keep the token, and send it with every call from now on."""
    _cookie_set(response, settings.BROWSER_COOKIE, text, settings.BROWSER_SESSION_LIVES)


def session_unset(response: HttpResponseBase) -> None:
    """Have the browser forget it."""
    response.delete_cookie(settings.BROWSER_COOKIE, path="/", samesite=COOKIE_SAMESITE)


def device_text(request: HttpRequest) -> str:
    """What the browser is known by; empty when it is not known."""
    text = request.COOKIES.get(settings.DEVICE_COOKIE, "")
    return text if device_shaped(text) else ""


def device_set(response: HttpResponseBase, text: str) -> None:
    """Have the browser be known by `text` for as long as traces are kept from now on: later it would match none."""
    if settings.TRACE_KEPT:
        _cookie_set(response, settings.DEVICE_COOKIE, text, settings.TRACE_KEPT)


def _cookie_set(response: HttpResponseBase, name: str, text: str, lives: timedelta) -> None:
    """One that no script reads, and that no other site has sent along."""
    response.set_cookie(
        name,
        text,
        max_age=lives,
        path="/",
        secure=settings.BROWSER_COOKIE_SECURE,
        httponly=True,
        samesite=COOKIE_SAMESITE,
    )


def _no_view(request: HttpRequest) -> HttpResponse:
    """Stands for the view, which Django asks whether it is exempt: none is."""
    return HttpResponse()


class _Check(CsrfViewMiddleware):
    """Django's check of header, cookie and origin. A refusal is said by us."""

    def _reject(self, request: HttpRequest, reason: str) -> Any:
        return reason


def csrf_expect(request: HttpRequest) -> None:
    """Whether a page of ours asks. Raises Refusal: csrf_failed; too_large, malformed, for what cannot be read."""
    if request.method == "POST":
        # Django looks into forms too: no more of one is read than of any other body.
        raw_body(request)
    check = _Check(_no_view)
    check.process_request(request)
    if check.process_view(request, _no_view, (), {}) is not None:
        raise Refusal(ErrorCode.CSRF_FAILED)
