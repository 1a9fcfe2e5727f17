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

from nessos_service.browsers import TABLE_PAGE

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


@method_decorator(csp_override(TABLE_PAGE), name="dispatch")
@method_decorator(cache_control(private=True, no_cache=True), name="dispatch")
class PageView(View):
    """One page. Whether its game exists is for the API to say, to whoever may know."""

    page = ""

    def get(self, request: HttpRequest, **address: object) -> HttpResponse:
        game = cast("str", address.get("game_id", ""))
        shown = {"page": self.page, "title": TITLES[self.page], "game": game, "script": f"web/js/pages/{self.page}.js"}
        return render(request, "web/page.html", shown)
