"""Who may open which page of the desk. What they may do there, each service asks for itself."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, cast

from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from players.conduct.audit import Act
from players.conduct.roles import standing_of
from players.models import Player

if TYPE_CHECKING:
    from games.admin.site import DeskSite

type Page = Callable[..., HttpResponseBase]

_ACTS: Final = "nessos.desk.acts"
SINCE: Final = "nessos.desk.since"
"""In the session: since which entry of the audit log they have the roles with which they came in."""


def staff_of(request: HttpRequest) -> Player:
    """Who is logged in."""
    return cast("Player", request.user)


def acts_here(request: HttpRequest) -> frozenset[Act]:
    """What whoever is logged in with both factors may do; nothing without. Looked up once a request."""
    if _ACTS not in request.META:
        request.META[_ACTS] = _acts_now(request) if is_verified(request) else frozenset()
    found: frozenset[Act] = request.META[_ACTS]
    return found


def acts_forget(request: HttpRequest) -> None:
    """They have just come in: what was looked up before holds no more."""
    request.META.pop(_ACTS, None)


def _acts_now(request: HttpRequest) -> frozenset[Act]:
    """What their roles allow, if they have them since before this session: else it is over, and they log in anew."""
    standing = standing_of(staff_of(request))
    if standing.roles and request.session.get(SINCE) == standing.since:
        return standing.acts
    logout(request)
    return frozenset()


def is_verified(request: HttpRequest) -> bool:
    """Whether both factors were shown in this session."""
    user: Any = request.user
    return bool(user.is_authenticated and user.is_verified())


def needs(*acts: Act) -> Callable[[Page], Page]:
    """A page for those who may do one of these; the others get one that says so, and 403."""

    def guarded(view: Page) -> Page:
        @wraps(view)
        def page(site: "DeskSite", request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not acts_here(request) & set(acts):
                return refused(site, request, _("Your role does not open this page."), status=403)
            if request.method not in ("GET", "HEAD"):
                return HttpResponseNotAllowed(["GET", "HEAD"])
            try:
                return view(site, request, *args, **kwargs)
            except Http404:
                return refused(site, request, _("There is no such thing here."), status=404)

        page.needs = frozenset(acts)  # type: ignore[attr-defined]
        return page

    return guarded


def refused(site: "DeskSite", request: HttpRequest, why: str, *, status: int) -> HttpResponse:
    """A page that says why not."""
    shown = {**site.each_context(request), "title": _("This is not possible"), "why": why}
    return render(request, "desk/refused.html", shown, status=status)
