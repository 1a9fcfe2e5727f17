"""The queue, and what there is about a case and a person."""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.admin.access import acts_here, needs, staff_of
from games.admin.acting import offered
from games.admin.words import seat_in_words
from games.selectors.desk import games_of_person, messages_of_person
from games.selectors.signals import signals_of_case
from games.store import now
from players.conduct.audit import Act
from players.conduct.files import (
    appeals_waiting,
    case_get,
    notes_of_case,
    person_file,
    person_get,
    queue_list,
    reports_of_case,
)
from players.conduct.traces import accounts_sharing
from players.models import Player
from players.staff.looks import look_note

if TYPE_CHECKING:
    from games.admin.site import DeskSite


@needs(Act.LOOK_QUEUE)
def queue(site: "DeskSite", request: HttpRequest) -> HttpResponse:
    """Open cases, the heaviest and the oldest first, and appeals that wait."""
    look_note(actor=staff_of(request), act=Act.LOOK_QUEUE)
    shown = {
        "title": site.index_title,
        "cases": queue_list(),
        "appeals": appeals_waiting(),
        "moment": now(),
        "acts": {act.value for act in acts_here(request)},
    }
    return render(request, "desk/queue.html", {**site.each_context(request), **shown})


@needs(Act.LOOK_CASE)
def case(site: "DeskSite", request: HttpRequest, case_id: str) -> HttpResponse:
    """A case: what was reported, what was done, and whom it is about."""
    found = case_get(case_id)
    if found is None:
        raise Http404
    look_note(actor=staff_of(request), act=Act.LOOK_CASE, case=found, player=found.subject)
    reports = reports_of_case(found)
    about = {} if found.subject is None else _about(request, found.subject, of_case=found.pk)
    shown = {
        "title": found.pk if found.subject is None else found.subject.name,
        "case": found,
        "reports": reports,
        "signals": signals_of_case(case=found),
        "notes": notes_of_case(found),
        "case_acts": offered(request, "case", found.pk),
        "moment": now(),
        **about,
    }
    return render(request, "desk/case.html", {**site.each_context(request), **shown})


@needs(Act.LOOK_CASE)
def person(site: "DeskSite", request: HttpRequest, player_id: int) -> HttpResponse:
    """All that is known of somebody."""
    found = person_get(player_id)
    if found is None:
        raise Http404
    look_note(actor=staff_of(request), act=Act.LOOK_CASE, player=found)
    shown = {"title": found.name, "moment": now(), **_about(request, found)}
    return render(request, "desk/person.html", {**site.each_context(request), **shown})


def _about(request: HttpRequest, found: Player, *, of_case: str = "") -> dict[str, Any]:
    games, punctuality = games_of_person(found)
    return {
        "file": person_file(found),
        "person": found,
        "games": [(seat_in_words(game.seat), game) for game in games],
        "punctuality": punctuality,
        "sharing": accounts_sharing(found),
        "traces_kept": settings.TRACE_KEPT.days,
        "messages_said": messages_of_person(found),
        "person_acts": () if found.is_played_by_level else offered(request, "person", str(found.pk), of_case=of_case),
        "lift_acts": {act.value for act in acts_here(request)},
        "of_case": of_case,
    }
