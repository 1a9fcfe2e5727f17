"""How the desk and the service keep up."""

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.admin.access import needs, staff_of
from games.admin.charts import bars, by_day
from games.selectors.desk import work_figures
from players.backlog import deliveries_readings
from players.conduct.audit import Act
from players.conduct.files import case_figures, sign_ups_by_day
from players.staff.looks import look_note

if TYPE_CHECKING:
    from games.admin.site import DeskSite

DAYS = 30


@needs(Act.LOOK_DASHBOARD)
def dashboard(site: "DeskSite", request: HttpRequest) -> HttpResponse:
    """Figures, and two charts of the last thirty days."""
    look_note(actor=staff_of(request), act=Act.LOOK_DASHBOARD)
    cases, work, signed_up = case_figures(), work_figures(), sign_ups_by_day()
    today = work.moment.date()
    late = {channel: seconds for reading in deliveries_readings() for (channel,), seconds in reading.values.items()}
    charts = (
        (_("Sign-ups"), by_day(signed_up, last=today, days=DAYS)),
        (_("Cases opened"), by_day(cases.opened_by_day, last=today, days=DAYS)),
    )
    shown = {
        "title": _("Dashboard"),
        "cases": cases,
        "work": work,
        "moment": work.moment,
        "stuck": sum(work.stuck.values()),
        "late": {channel: round(seconds / 60) for channel, seconds in late.items()},
        "is_late": any(seconds > 120 for seconds in late.values()),
        "charts": [(name, bars(values, title=name), values) for name, values in charts],
    }
    return render(request, "desk/dashboard.html", {**site.each_context(request), **shown})
