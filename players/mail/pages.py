"""Pages that links in mails lead to, for whoever has the link. Looking does nothing; the button does."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.csp import CSP
from django.utils.decorators import method_decorator
from django.utils.translation import override
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csp import csp_override
from django.views.decorators.csrf import csrf_exempt

from players.mail.addresses import address_confirm, confirmation_look
from players.mail.links import unsubscription_of
from players.mail.subscriptions import unsubscribe
from players.mail.texts import kind_text
from players.models import Player

# No script, no style, no picture: one button.
_POLICY: Final[dict[str, Any]] = {
    "default-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}


# Nothing is to be forged here: whoever has the signed link may press the button, and no cookie plays a part.
@method_decorator((csrf_exempt, never_cache, csp_override(_POLICY)), name="dispatch")
class LinkedPage(View):
    """A page that a mail links to. Mail programs and scanners that follow links only look at it."""

    http_method_names = ("get", "head", "post", "options")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """The address holds the link's secret: it is told to nobody, our own pages among them."""
        response = super().dispatch(request, *args, **kwargs)
        response["Referrer-Policy"] = "no-referrer"
        return response


class ConfirmPage(LinkedPage):
    def get(self, request: HttpRequest) -> HttpResponse:
        """Asks whether the address is right."""
        found = confirmation_look(token=_token(request))
        if found is None:
            return render(request, "mail/page_void.html", status=404)
        with override(found.player.language):
            return render(request, "mail/page_confirm.html", {"asked": found})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Confirms the address, once."""
        found = address_confirm(token=_token(request))
        if found is None:
            return render(request, "mail/page_void.html", status=404)
        with override(found.player.language):
            return render(request, "mail/page_confirm.html", {"asked": found, "is_done": True})


class UnsubscribePage(LinkedPage):
    def get(self, request: HttpRequest) -> HttpResponse:
        """Asks whether mails of these kinds are to end."""
        return self._page(request, is_done=False)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Ends them. Mail programs post here by themselves when their user says so (RFC 8058)."""
        return self._page(request, is_done=True)

    def _page(self, request: HttpRequest, *, is_done: bool) -> HttpResponse:
        asked = unsubscription_of(_token(request))
        player = None if asked is None else Player.objects.filter(pk=asked[0], is_active=True).first()
        if asked is None or player is None:
            return render(request, "mail/page_void.html", status=404)
        if is_done:
            unsubscribe(player=player, kinds=asked[1])
        with override(player.language):
            kinds = [kind_text(kind) for kind in asked[1]]
            return render(request, "mail/page_unsubscribe.html", {"kinds": kinds, "player": player, "is_done": is_done})


def _token(request: HttpRequest) -> str:
    return request.GET.get("token", "").replace("\0", "")
