"""An act of a moderator, in three steps: asked, shown beforehand, done. Once, however often it is sent."""

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from games.admin.access import acts_here, refused, staff_of
from games.admin.deed import Deed, Target
from games.admin.deeds import DEEDS
from games.admin.forms import given, hidden
from players.answers import Answer, KeyedRequest, answer_awaited, answer_keep
from players.conduct.audit import Act
from players.errors import ERROR_KINDS, Refusal
from players.staff.looks import look_note
from players.transactions import joined_transaction, one_transaction

if TYPE_CHECKING:
    from games.admin.site import DeskSite

LONGEST_KEY: Final = 64


def offered(request: HttpRequest, on: str, target: str, *, of_case: str = "") -> list[tuple[str, Deed]]:
    """What may be done with something, and where."""
    mine = acts_here(request)
    return [(_address(deed, target, of_case), deed) for deed in DEEDS.values() if deed.on == on and deed.act in mine]


def act(site: "DeskSite", request: HttpRequest, act: str, target: str) -> HttpResponse:
    """GET asks, POST shows beforehand what would be done, and POST with `step=confirm` does it."""
    deed = DEEDS.get(act)
    if deed is None or deed.act not in acts_here(request):
        known = deed is not None
        why = _("Your role does not allow this.") if known else _("There is no such thing here.")
        return refused(site, request, why, status=403 if known else 404)
    try:
        aim = deed.find(staff_of(request), target, request.GET.get("case", "") or request.POST.get("case", ""))
    except Http404:
        return refused(site, request, _("There is no such thing here."), status=404)
    match request.method:
        case "GET" | "HEAD":
            if deed.is_quick:
                return HttpResponseNotAllowed(["POST"])
            _look(request, aim)
            return _asked(site, request, deed, aim, deed.form(initial=dict(aim.initial)))
        case "POST":
            return _sent(site, request, deed, aim)
        case _:
            return HttpResponseNotAllowed(["GET", "POST"])


def _sent(site: "DeskSite", request: HttpRequest, deed: Deed, aim: Target) -> HttpResponse:
    form = deed.form(request.POST)
    if not form.is_valid():
        return _asked(site, request, deed, aim, form)
    try:
        if not deed.is_quick and request.POST.get("step") != "confirm":
            _look(request, aim)
            return _shown(site, request, deed, aim, form)
        undo = _done_once(request, deed, aim, form)
    except Refusal as refusal:
        form.add_error(None, _in_words(refusal))
        return _asked(site, request, deed, aim, form, status=ERROR_KINDS[refusal.code].status)
    said = _("Done: %(what)s") % {"what": deed.title}
    if undo:
        link = format_html('{} <a href="{}">{}</a>', said, undo, _("Take it back"))
        messages.success(request, link)
    else:
        messages.success(request, said)
    then = deed.then(aim)
    if then:
        messages.info(request, then)
    return HttpResponseRedirect(aim.back)


def _look(request: HttpRequest, aim: Target) -> None:
    """Whoever is asked and shown what would follow sees something of a person or a game already."""
    looked_at = Act.LOOK_GAME if aim.game else Act.LOOK_CASE
    look_note(actor=staff_of(request), act=looked_at, player=aim.person, game_ref=aim.game, case=aim.case)


def _asked(
    site: "DeskSite", request: HttpRequest, deed: Deed, aim: Target, form: forms.Form, *, status: int = 200
) -> HttpResponse:
    shown = {"title": deed.title, "deed": deed, "aim": aim, "form": form}
    return render(request, "desk/act.html", {**site.each_context(request), **shown}, status=status)


def _shown(site: "DeskSite", request: HttpRequest, deed: Deed, aim: Target, form: forms.Form) -> HttpResponse:
    """What would follow; and a key of its own, so that sending it twice does it once."""
    lines = deed.preview(staff_of(request), aim, form.cleaned_data)
    shown = {
        "title": deed.title,
        "deed": deed,
        "aim": aim,
        "given": given(form),
        "hidden": hidden(form),
        "lines": lines,
        "key": secrets.token_urlsafe(24),
    }
    return render(request, "desk/preview.html", {**site.each_context(request), **shown})


def _done_once(request: HttpRequest, deed: Deed, aim: Target, form: forms.Form) -> str:
    """Do it, and keep that it was done in the same transaction; where it is taken back. Raises Refusal."""
    staff = staff_of(request)
    key = request.POST.get("key", "")[:LONGEST_KEY]
    if deed.is_quick or not key:
        return deed.run(staff, aim, form.cleaned_data)
    body = urlencode(sorted(hidden(form))).encode()
    asked = KeyedRequest(owner=f"desk:{staff.pk}", key=key, secret="", address=request.path, body=body)
    if deed.is_many:
        return _done_by_itself(asked, lambda: deed.run(staff, aim, form.cleaned_data))
    with joined_transaction():
        known = answer_awaited(asked)
        if known is not None:
            return known.body.decode()
        undo = deed.run(staff, aim, form.cleaned_data)
        answer_keep(asked, Answer(200, {}, undo.encode()))
    return undo


def _done_by_itself(asked: KeyedRequest, run: Callable[[], str]) -> str:
    """What is several transactions: of two at once its service refuses the second, and a later one gets the answer."""
    with one_transaction():
        known = answer_awaited(asked)
    if known is not None:
        return known.body.decode()
    undo = run()
    with one_transaction():
        answer_keep(asked, Answer(200, {}, undo.encode()))
    return undo


def _in_words(refusal: Refusal) -> str:
    more = ", ".join(str(value) for value in refusal.extra.values())
    return f"{refusal.detail} ({more})" if more else str(refusal.detail)


def _address(deed: Deed, target: str, of_case: str) -> str:
    address = reverse("admin:act", args=[deed.act.value, target])
    return f"{address}?{urlencode({'case': of_case})}" if of_case else address
