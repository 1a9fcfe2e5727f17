"""The shell of each page: the same for everybody but for the language. What is in it, its module asks the API for."""

from typing import Final, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views import View
from django.views.decorators.cache import cache_control
from django.views.decorators.csp import csp_override
from django.views.decorators.csrf import csrf_exempt

from nessos_service.browsers import TABLE_PAGE
from players.edge.paths import is_api
from players.rest.problems import not_found

TITLES: Final[dict[str, Promise]] = {
    "start": _("Play"),
    "lobby": _("Lobby"),
    "game": _("Game"),
    "replay": _("Replay"),
    "learn": _("Learn"),
    "settings": _("Settings"),
    "tokens": _("Tokens"),
    "login": _("Sign in"),
}


# Nothing is changed here, whoever asks: other methods are refused as such.
@method_decorator(csrf_exempt, name="dispatch")
@method_decorator(csp_override(TABLE_PAGE), name="dispatch")
@method_decorator(cache_control(private=True, no_cache=True), name="dispatch")
class PageView(View):
    """One page. Whether its game exists is for the API to say, to whoever may know."""

    page = ""

    def get(self, request: HttpRequest, **address: object) -> HttpResponse:
        game = cast("str", address.get("game_id", ""))
        shown = {"page": self.page, "title": TITLES[self.page], "game": game, "script": f"web/js/pages/{self.page}.js"}
        return render(request, "web/page.html", shown)


def page_not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """`handler404`: a page with a way back for people, and a problem document for programs."""
    # Programs that take anything are served as programs.
    if is_api(request) or "text/html" not in request.headers.get("Accept", ""):
        return not_found(request, exception)
    return _no_such_page(request)


@csp_override(TABLE_PAGE)
@cache_control(private=True, no_cache=True)
def _no_such_page(request: HttpRequest) -> HttpResponse:
    shown = {"page": "missing", "title": _("Nothing here"), "script": "web/js/pages/missing.js"}
    return render(request, "web/page.html", shown, status=404)
