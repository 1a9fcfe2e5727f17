"""How staff get in: a name and a password, then the code of their application; at first it is set up."""

import io
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

import segno
from django import forms
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django_otp import login as factor_login

from games.admin.access import SINCE, acts_forget, acts_here, staff_of
from players.conduct.roles import standing_of
from players.edge.limits import log_in_guess
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.names import LONGEST
from players.staff.factor import (
    has_second_factor,
    second_factor_begin,
    second_factor_check,
    second_factor_confirm,
    setup_code_check,
    staff_by_password,
)

if TYPE_CHECKING:
    from games.admin.site import DeskSite

SET_UP: Final = "nessos.desk.set-up"
"""In the session of whoever knew the code with which one may set up: of which application."""
HALFWAY: Final = 10 * 60
"""Seconds in which the second factor must follow the first."""
WRONG: Final = _("This is not right, or it may not be used here.")
SUSPENDED: Final = _("Your account is suspended: the desk is closed to it.")
TOO_MANY: Final = _("Too many attempts. Wait some minutes.")


class PasswordForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=4 * LONGEST, widget=forms.TextInput({"autofocus": True}))
    password = forms.CharField(label=_("Password"), max_length=4_096, strip=False, widget=forms.PasswordInput())


class SetUpForm(forms.Form):
    code = forms.CharField(
        label=_("Set-up code"), max_length=40, widget=forms.TextInput({"autofocus": True, "autocomplete": "off"})
    )


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        widget=forms.TextInput({"autofocus": True, "autocomplete": "one-time-code"}),
    )


def log_in(site: "DeskSite", request: HttpRequest) -> HttpResponse:
    """The first factor. Whoever has both already goes on."""
    if acts_here(request):
        return HttpResponseRedirect(_next(request))
    form = PasswordForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        name, password = form.cleaned_data["name"], form.cleaned_data["password"]
        try:
            with log_in_guess(request, name):
                player = staff_by_password(name=name, password=password)
        except Refusal as refusal:
            _say(form, refusal)
        else:
            login(request, player)
            request.session.set_expiry(HALFWAY)
            return HttpResponseRedirect(f"{reverse('admin:second')}?next={_next(request)}")
    return _page(site, request, "desk/login.html", {"title": _("Log in"), "form": form, "next": _next(request)})


def _halfway(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For those who have the first factor and not yet the second."""

    @wraps(view)
    def checked(site: "DeskSite", request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated or not request.user.is_staff:
            return HttpResponseRedirect(reverse("admin:login"))
        if acts_here(request):
            return HttpResponseRedirect(_next(request))
        return view(site, request)

    return checked


@_halfway
def second(site: "DeskSite", request: HttpRequest) -> HttpResponse:
    """The second factor."""
    player = staff_of(request)
    if not has_second_factor(player=player):
        return HttpResponseRedirect(f"{reverse('admin:enrol')}?next={_next(request)}")
    form, device = _code_given(request, CodeForm, lambda code: second_factor_check(player=player, code=code))
    if device is not None:
        _verified(request, device)
        return HttpResponseRedirect(_first(site, request))
    return _page(site, request, "desk/second.html", {"title": _("Code"), "form": form, "next": _next(request)})


@_halfway
def enrol(site: "DeskSite", request: HttpRequest) -> HttpResponse:
    """Set the application up: a picture to scan, and a code to show that it works.

    A password alone does not come so far: what whoever made them staff has told them is asked for first.
    """
    player = staff_of(request)
    if has_second_factor(player=player):
        return HttpResponseRedirect(f"{reverse('admin:second')}?next={_next(request)}")
    begun = second_factor_begin(player=player)
    if request.session.get(SET_UP) != begun.pk:
        return _admit(site, request, player)
    form, confirmed = _code_given(request, CodeForm, lambda code: second_factor_confirm(player=player, code=code))
    if confirmed is not None:
        device, codes = confirmed
        _verified(request, device)
        title = _("Codes for when your application is lost")
        return _page(site, request, "desk/codes.html", {"title": title, "codes": codes, "next": _first(site, request)})
    secret = begun.config_url.partition("secret=")[2].partition("&")[0]
    shown = {
        "title": _("Set up your second factor"),
        "form": form,
        "next": _next(request),
        "picture": _picture(begun.config_url),
        "secret": " ".join(secret[place : place + 4] for place in range(0, len(secret), 4)),
    }
    return _page(site, request, "desk/enrol.html", shown)


def _admit(site: "DeskSite", request: HttpRequest, player: Player) -> HttpResponse:
    """Ask for the code with which one may set up."""
    form, begun = _code_given(request, SetUpForm, lambda code: setup_code_check(player=player, code=code))
    if begun is not None:
        request.session[SET_UP] = begun.pk
        return HttpResponseRedirect(f"{reverse('admin:enrol')}?next={_next(request)}")
    shown = {"title": _("Set up your second factor"), "form": form, "next": _next(request)}
    return _page(site, request, "desk/admit.html", shown)


def log_out(site: "DeskSite", request: HttpRequest) -> HttpResponse:
    """The session ends. By POST alone."""
    if request.method != "POST":
        return HttpResponse(status=405, headers={"Allow": "POST"})
    logout(request)
    return HttpResponseRedirect(reverse("admin:login"))


def _code_given[Found](
    request: HttpRequest, form_class: type[forms.Form], check: Callable[[str], Found]
) -> tuple[forms.Form, Found | None]:
    """The form, and what `check` found by the code that was sent in it; None when none was sent, or a wrong one."""
    form = form_class(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            with log_in_guess(request, staff_of(request).name):
                return form, check(form.cleaned_data["code"])
        except Refusal as refusal:
            _say(form, refusal)
    return form, None


def _verified(request: HttpRequest, device: Any) -> None:
    request.session.cycle_key()
    factor_login(request, device)
    request.session[SINCE] = standing_of(staff_of(request)).since
    acts_forget(request)
    # From now on the session lives as the settings say.
    request.session.set_expiry(None)


def _picture(address: str) -> SafeString:
    """A QR code as SVG, drawn from what we know alone."""
    drawn = io.BytesIO()
    segno.make(address, error="m").save(drawn, kind="svg", scale=4, xmldecl=False, svgns=False, light="#fff")
    return mark_safe(drawn.getvalue().decode())  # noqa: S308 # nosec B308 B703 - nothing of it is anybody's text


def _say(form: forms.Form, refusal: Refusal) -> None:
    told = {ErrorCode.RATE_LIMITED: TOO_MANY, ErrorCode.SUSPENDED: SUSPENDED}
    form.add_error(None, str(told.get(refusal.code, WRONG)))


def _next(request: HttpRequest) -> str:
    """Where they wanted to go, if it is a page of the desk."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    home = reverse("admin:index")
    allowed = url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) and wanted.startswith(home)
    return wanted if allowed else home


def _first(site: "DeskSite", request: HttpRequest) -> str:
    """Where they wanted to go, or the first page of theirs: operators have no queue."""
    wanted = _next(request)
    return site.each_context(request)["desk_home"] if wanted == reverse("admin:index") else wanted


def _page(site: "DeskSite", request: HttpRequest, template: str, shown: dict[str, Any]) -> HttpResponse:
    return render(request, template, {**site.each_context(request), **shown})
