"""The site: which pages there are. Nothing of Django's own that writes is among them."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.contrib.admin import AdminSite
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver, include, path, reverse
from django.utils.csp import CSP
from django.utils.functional import Promise
from django.utils.translation import activate
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csp import csp_override
from django.views.decorators.csrf import csrf_protect

from games.admin import acting, dashboard, entry, export, glass, lists, pages, tables
from games.admin.access import Page, acts_here, is_verified
from players.conduct.audit import Act

POLICY: Final[dict[str, Any]] = {
    "default-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
    "form-action": [CSP.SELF],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF],
    "connect-src": [CSP.NONE],
}
"""Files of ours, and nothing inline."""


class DeskSite(AdminSite):
    """Django's admin as a desk."""

    site_title = _("Nessos, moderators")
    site_header = _("Nessos · desk")
    index_title = _("Queue")
    site_url = "/"
    enable_nav_sidebar = False
    final_catch_all_view = False

    def has_permission(self, request: HttpRequest) -> bool:
        """Both factors, and a role."""
        return is_verified(request) and bool(acts_here(request))

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        may = self.has_permission(request)
        links = self._links(request) if may else []
        return {
            # The first page of theirs: operators have no queue.
            "desk_home": links[0][0] if links else reverse("admin:index"),
            "site_title": self.site_title,
            "site_header": self.site_header,
            "site_url": self.site_url,
            "has_permission": may,
            "available_apps": [],
            "is_popup": False,
            "is_nav_sidebar_enabled": False,
            "log_entries": (),
            "desk_links": links,
            # Names are links for those whom the pages behind them are open to.
            "sees_people": may and Act.LOOK_CASE in acts_here(request),
        }

    def _links(self, request: HttpRequest) -> list[tuple[str, str | Promise]]:
        """What stands at the top: the pages that are theirs."""
        mine = acts_here(request)
        return [(reverse(f"admin:{name}"), text) for name, text, acts in _TOP if mine & acts]

    def get_urls(self) -> list[URLPattern | URLResolver]:
        def page(address: str, view: Page, name: str) -> URLPattern:
            return path(address, self._desk_view(view), name=name)

        def door(address: str, view: Page, name: str) -> URLPattern:
            return path(address, self._protected(view), name=name)

        urls: list[URLPattern | URLResolver] = [
            door("login", entry.log_in, "login"),
            door("second", entry.second, "second"),
            door("enrol", entry.enrol, "enrol"),
            door("logout", entry.log_out, "logout"),
            page("", pages.queue, "index"),
            page("dashboard", dashboard.dashboard, "dashboard"),
            page("cases/<str:case_id>", pages.case, "case"),
            page("people/<int:player_id>", pages.person, "person"),
            page("games/<str:game_id>", tables.game, "game"),
            page("games/<str:game_id>/table", tables.table, "table"),
            page("glass", glass.waiting, "glass"),
            page("glass/<str:game_id>/table", glass.table, "glass_table"),
            page("audit.csv", export.as_csv, "audit_csv"),
            page("audit.jsonl", export.as_jsonl, "audit_jsonl"),
            page("acts/<str:act>/<str:target>", acting.act, "act"),
        ]
        for model, model_admin in self._registry.items():
            urls.append(path(f"lists/{model._meta.model_name}/", include(model_admin.urls)))
        return urls

    def _desk_view(self, view: Page) -> Page:
        """For staff with both factors; the others log in first."""

        def bound(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            return view(self, request, *args, **kwargs)

        bound.needs = getattr(view, "needs", frozenset())  # type: ignore[attr-defined]
        viewed: Page = self.admin_view(bound)
        return viewed

    def _protected(self, view: Page) -> Page:
        def bound(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            return view(self, request, *args, **kwargs)

        return csp_override(POLICY)(never_cache(csrf_protect(_in_english(bound))))

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Any:
        """Each page has the policy of the desk."""
        wrapped = csp_override(POLICY)(super().admin_view(_in_english(view), cacheable))
        wrapped.needs = getattr(view, "needs", frozenset())  # type: ignore[attr-defined]
        return wrapped


def _in_english(view: Callable[..., Any]) -> Callable[..., Any]:
    """The desk has one language so far: half of a page in another one, which Django brings, helps nobody."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        # To the end of the request: lists are rendered after their view.
        activate("en")
        return view(request, *args, **kwargs)

    return page


_TOP: Final[tuple[tuple[str, Promise, frozenset[Act]], ...]] = (
    ("index", _("Queue"), frozenset({Act.LOOK_QUEUE})),
    ("glass", _("Glass"), frozenset({Act.GLASS_ANSWER})),
    ("players_player_changelist", _("People"), frozenset({Act.LOOK_CASE, Act.ROLES_CHANGE})),
    ("games_game_changelist", _("Games"), frozenset({Act.LOOK_GAME, Act.GAME_VOID})),
    ("players_case_changelist", _("Cases"), frozenset({Act.LOOK_QUEUE})),
    ("players_report_changelist", _("Reports"), frozenset({Act.LOOK_QUEUE})),
    ("players_sanction_changelist", _("Sanctions"), frozenset({Act.LOOK_CASE})),
    ("dashboard", _("Dashboard"), frozenset({Act.LOOK_DASHBOARD})),
    ("players_auditentry_changelist", _("Audit log"), frozenset({Act.LOOK_AUDIT})),
)

site = DeskSite(name="admin")
lists.register(site)
