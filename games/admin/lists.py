"""Lists of what there is, to be searched and filtered. Nothing in them can be changed, and no secret is selected."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path, reverse
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.access import acts_here, refused, staff_of
from games.engine.types import Status
from games.models import Game
from players.conduct.audit import Act
from players.conduct.models import AuditEntry, Case, CaseOrigin, Report, ReportKind, Sanction, SanctionKind
from players.models import Player
from players.names import LONGEST, name_key
from players.staff.looks import look_note

if TYPE_CHECKING:
    _Paginator = Paginator[Any]
    _ModelAdmin = admin.ModelAdmin[Any]
else:
    # Django's own are no generics.
    _Paginator, _ModelAdmin = Paginator, admin.ModelAdmin

MOST_COUNTED: Final = 2_000


class BoundedPaginator(_Paginator):
    """Counts no further than it shows: a list of millions costs what one of some thousands does."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[:MOST_COUNTED].count())


class Choice(admin.SimpleListFilter):
    """A filter by one of some words, none of which is looked up."""

    words: ClassVar[tuple[tuple[str, Any], ...]] = ()

    def lookups(self, request: HttpRequest, model_admin: Any) -> tuple[tuple[str, Any], ...]:
        return self.words

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        known = {word for word, _ in self.words}
        return queryset.filter(**{self.parameter_name or "": self.value()}) if self.value() in known else queryset


def choice(column: str, label: Any, words: Any) -> type[Choice]:
    """A filter on `column`."""
    shown = {"title": label, "parameter_name": column, "words": tuple(words)}
    return cast("type[Choice]", type(f"By{column}", (Choice,), shown))


class ByState(admin.SimpleListFilter):
    """Open or closed, by whether a column is empty."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> tuple[tuple[str, Any], ...]:
        return (("open", _("open")), ("closed", _("closed")))

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() in ("open", "closed"):
            return queryset.filter(closed_at__isnull=self.value() == "open")
        return queryset


class ReadOnly(_ModelAdmin):
    """A list, and nothing else: no form, no action, no history. Each look at it is written down."""

    paginator = BoundedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50
    list_max_show_all = 50
    list_display_links = None
    actions = None
    sortable_by = ()
    preserve_filters = False
    change_list_template = "desk/list.html"
    needs: ClassVar[frozenset[Act]] = frozenset()
    noted: ClassVar[Act] = Act.LOOK_QUEUE

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}_changelist"
        view: Callable[..., Any] = self.admin_site.admin_view(self._guarded())
        return [path("", view, name=name)]

    def _guarded(self) -> Callable[..., HttpResponseBase]:
        def page(request: HttpRequest) -> HttpResponseBase:
            if not self.has_view_permission(request):
                return refused(self.admin_site, request, str(_("Your role does not open this page.")), status=403)  # type: ignore[arg-type]
            if request.method not in ("GET", "HEAD"):
                return HttpResponseNotAllowed(["GET", "HEAD"])
            look_note(actor=staff_of(request), act=self.noted, asked=request.GET.urlencode())
            return self.changelist_view(request)

        page.needs = self.needs  # type: ignore[attr-defined]
        return page

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Of people, what they are called alone."""
        related = [name for name in self.list_select_related or () if name != "appeal"]  # type: ignore[union-attr]
        unseen = [f"{name}__{column}" for name in related if name != "case" for column in ("password", "email")]
        return super().get_queryset(request).select_related(*self.list_select_related or ()).defer(*unseen)  # type: ignore[misc]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """The filters, and no condition of one's own: `?password__startswith=…` would tell it letter by letter."""
        return lookup in {shown.parameter_name for shown in self.list_filter}  # type: ignore[union-attr]

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(acts_here(request) & self.needs)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def link(name: str, target: object, text: object) -> SafeString:
    """A link to a page of the desk."""
    return format_html('<a href="{}">{}</a>', reverse(f"admin:{name}", args=[target]), text)


def person_link(player: Player | None) -> SafeString | str:
    return "–" if player is None else link("person", player.pk, player.name)


class PeopleAdmin(ReadOnly):
    needs = frozenset({Act.LOOK_CASE, Act.ROLES_CHANGE})
    noted = Act.LOOK_CASE
    list_display = ("who", "kind", "is_active", "suspended_until", "games_played", "created_at")
    list_filter = (choice("kind", _("kind"), Player.Kind.choices),)
    search_fields = ("name",)
    search_help_text = _("The beginning of a name, as it is written, or a whole name in any spelling.")
    ordering = ("-created_at", "-id")

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        """A name leads to the file, or, where that is closed, to the roles, which people alone have."""
        first = "who" if Act.LOOK_CASE in acts_here(request) else "whose_roles"
        return (first, *self.list_display[1:])

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        shown = ("name", "kind", "is_guest", "is_active", "suspended_until", "games_played", "created_at")
        return Player.objects.only("pk", *shown).order_by(*self.ordering)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip()[:LONGEST]
        if not term or "\x00" in term:
            return queryset, False
        return queryset.filter(name__startswith=term) | queryset.filter(name_key=name_key(term)), False

    @admin.display(description=_("name"))
    def who(self, player: Player) -> SafeString | str:
        return person_link(player)

    @admin.display(description=_("name"))
    def whose_roles(self, player: Player) -> SafeString | str:
        if player.is_bot or player.is_guest:
            return player.name
        address = reverse("admin:act", args=[Act.ROLES_CHANGE.value, player.pk])
        return format_html('<a href="{}">{}</a>', address, player.name)


class GamesAdmin(ReadOnly):
    needs = frozenset({Act.LOOK_GAME, Act.GAME_VOID})
    noted = Act.LOOK_GAME
    list_display = ("game", "name", "status", "visibility", "by", "players", "round", "deadline", "created_at")
    list_filter = (choice("status", _("status"), [(status.value, status.value) for status in Status]),)
    search_fields = ("id",)
    search_help_text = _("The id of a game.")
    ordering = ("-created_at", "-id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        shown = ("name", "status", "visibility", "players", "round", "deadline", "created_at", "creator__name")
        return Game.objects.select_related("creator").only("pk", *shown).order_by(*self.ordering)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip()
        return (queryset.filter(pk=term) if term and "\x00" not in term else queryset), False

    @admin.display(description=_("game"))
    def game(self, game: Game) -> SafeString:
        return link("game", game.pk, game.pk)

    @admin.display(description=_("opened by"))
    def by(self, game: Game) -> str:
        return game.creator.name


class CasesAdmin(ReadOnly):
    needs = frozenset({Act.LOOK_QUEUE})
    list_display = ("case", "about", "origin", "weight", "opened_at", "claimed_by", "closed_at", "outcome")
    list_filter = (ByState, choice("origin", _("origin"), CaseOrigin.choices))
    ordering = ("-opened_at", "-id")
    list_select_related = ("subject", "claimed_by")

    @admin.display(description=_("case"))
    def case(self, case: Case) -> SafeString:
        return link("case", case.pk, case.pk)

    @admin.display(description=_("about"))
    def about(self, case: Case) -> SafeString | str:
        return person_link(case.subject)


class ReportsAdmin(ReadOnly):
    needs = frozenset({Act.LOOK_QUEUE})
    list_display = ("kind", "about_whom", "by", "beginning", "created_at", "of_case", "closed_at")
    list_filter = (ByState, choice("kind", _("kind"), ReportKind.choices))
    ordering = ("-created_at", "-id")
    list_select_related = ("author", "player")

    @admin.display(description=_("about"))
    def about_whom(self, report: Report) -> SafeString | str:
        return person_link(report.player)

    @admin.display(description=_("by"))
    def by(self, report: Report) -> SafeString | str:
        return person_link(report.author)

    @admin.display(description=_("text"))
    def beginning(self, report: Report) -> str:
        return report.text[:80]

    @admin.display(description=_("case"))
    def of_case(self, report: Report) -> SafeString:
        return link("case", report.case_id, report.case_id)


class SanctionsAdmin(ReadOnly):
    needs = frozenset({Act.LOOK_CASE})
    noted = Act.LOOK_CASE
    list_display = ("kind", "whom", "ground", "decided_by", "created_at", "until", "lifted_at", "appealed")
    list_filter = (choice("kind", _("kind"), SanctionKind.choices),)
    ordering = ("-created_at", "-id")
    list_select_related = ("player", "decided_by", "appeal")

    @admin.display(description=_("player"))
    def whom(self, sanction: Sanction) -> SafeString | str:
        return person_link(sanction.player)

    @admin.display(description=_("appeal"))
    def appealed(self, sanction: Sanction) -> str:
        appeal = getattr(sanction, "appeal", None)
        if appeal is None:
            return "–"
        return str(_("waits")) if appeal.answered_at is None else str(_("answered"))


class AuditAdmin(ReadOnly):
    needs = frozenset({Act.LOOK_AUDIT})
    noted = Act.LOOK_AUDIT
    list_display = ("at", "actor", "act", "player", "game_ref", "case", "reason", "changed")
    list_filter = (choice("act", _("act"), [(act.value, act.value) for act in Act]),)
    search_fields = ("actor__name",)
    search_help_text = _("The name of who did it, or of whom it was done to, in any spelling; or the id of a game.")
    ordering = ("-at", "-id")
    list_select_related = ("actor", "player", "case")
    change_list_template = "desk/audit.html"

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        return audit_searched(queryset, search_term), False

    @admin.display(description=_("before → after"))
    def changed(self, entry: AuditEntry) -> str:
        return f"{told(entry.before)} → {told(entry.after)}" if entry.before or entry.after else "–"


def audit_searched(entries: QuerySet[AuditEntry], term: str) -> QuerySet[AuditEntry]:
    """The entries about a person or a game."""
    term = term.strip()[:LONGEST]
    if not term or "\x00" in term:
        return entries
    person = Player.objects.named(term)
    if person is None:
        return entries.filter(game_ref=term)
    return entries.filter(actor=person) | entries.filter(player=person)


def told(values: object) -> str:
    """What was or is, for people."""
    match values:
        case dict():
            return ", ".join(f"{key}: {told(value)}" for key, value in values.items()) or "–"
        case list():
            return ", ".join(told(value) for value in values) or "–"
        case None:
            return "–"
        case _:
            return str(values)


def register(site: admin.AdminSite) -> None:
    """What the desk lists."""
    lists: tuple[tuple[type[Model], type[ReadOnly]], ...] = (
        (Player, PeopleAdmin),
        (Game, GamesAdmin),
        (Case, CasesAdmin),
        (Report, ReportsAdmin),
        (Sanction, SanctionsAdmin),
        (AuditEntry, AuditAdmin),
    )
    for model, model_admin in lists:
        site.register(model, model_admin)
