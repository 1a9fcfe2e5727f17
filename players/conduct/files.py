"""What moderators read: the queue of cases, and what there is about a person. For staff alone."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from statistics import median
from typing import Final

from django.db.models import Count
from django.db.models.functions import Now, TruncDate

from players.conduct.models import Appeal, AuditEntry, Case, Report, Sanction
from players.models import Player

MOST_IN_QUEUE: Final = 100
MOST_IN_FILE: Final = 50
LATELY: Final = timedelta(days=30)


def without_secrets(*paths: str) -> tuple[str, ...]:
    """What is not selected of the people that rows name: nobody at the desk needs their addresses or passwords."""
    return tuple(f"{path}__{column}" for path in paths for column in ("password", "email"))


@dataclass(frozen=True, slots=True)
class QueuedCase:
    """An open case, how many reports it has and of which kinds, and what earlier cases about the subject came to."""

    case: Case
    reports: int
    kinds: tuple[str, ...]
    earlier: tuple[Case, ...]


def queue_list() -> list[QueuedCase]:
    """Open cases, the heaviest first and of these the oldest. A constant number of statements."""
    cases = list(
        Case.objects.filter(closed_at=None)
        .select_related("subject", "claimed_by")
        .defer(*without_secrets("subject", "claimed_by"))
        .order_by("-weight", "opened_at", "pk")[:MOST_IN_QUEUE]
    )
    kinds: dict[str, list[str]] = {}
    for case_id, kind in Report.objects.filter(case__in=cases).order_by("created_at").values_list("case", "kind"):
        kinds.setdefault(case_id, []).append(kind)
    subjects = {case.subject_id for case in cases if case.subject_id is not None}
    earlier: dict[int, list[Case]] = {}
    for old in Case.objects.filter(subject__in=subjects, closed_at__isnull=False).order_by("-opened_at"):
        if old.subject_id is not None:
            earlier.setdefault(old.subject_id, []).append(old)
    return [
        QueuedCase(
            case,
            len(kinds.get(case.pk, ())),
            tuple(dict.fromkeys(kinds.get(case.pk, ()))),
            tuple(earlier.get(case.subject_id or 0, ())),
        )
        for case in cases
    ]


def case_get(case_id: str) -> Case | None:
    """A case with the people it names."""
    if "\x00" in case_id:
        return None
    people = ("subject", "subject__owner", "claimed_by", "closed_by")
    return Case.objects.select_related(*people).defer(*without_secrets(*people)).filter(pk=case_id).first()


def reports_of_case(case: Case) -> list[Report]:
    """What was reported, the oldest first."""
    reports = Report.objects.filter(case=case).select_related("author", "player")
    reports = reports.defer(*without_secrets("author", "player"))
    return list(reports.order_by("created_at", "pk")[: 2 * MOST_IN_FILE])


def notes_of_case(case: Case) -> list[AuditEntry]:
    """What was done in a case, the last first; who only looked, the audit log tells."""
    entries = AuditEntry.objects.filter(case=case).exclude(act__startswith="look_")
    entries = entries.select_related("actor").defer(*without_secrets("actor"))
    return list(entries.order_by("-at", "-pk")[:MOST_IN_FILE])


@dataclass(frozen=True, slots=True)
class PersonFile:
    """What is known of somebody: the newest first, at most fifty of each."""

    person: Player
    sanctions: tuple[Sanction, ...]
    appeals: dict[str, Appeal]
    cases: tuple[Case, ...]
    made: tuple[Report, ...]
    received: tuple[Report, ...]
    bots: tuple[Player, ...]
    is_suspended: bool


def person_get(player_id: int) -> Player | None:
    """Somebody, without what only they know."""
    shown = Player.objects.select_related("owner").defer("password", "email", *without_secrets("owner"))
    return shown.filter(pk=player_id).first()


def person_file(person: Player) -> PersonFile:
    """Their file, in seven statements."""
    sanctions = Sanction.objects.filter(player=person).select_related("decided_by", "lifted_by")
    sanctions = sanctions.defer(*without_secrets("decided_by", "lifted_by"))
    newest = tuple(sanctions.order_by("-created_at", "-pk")[:MOST_IN_FILE])
    appeals = Appeal.objects.filter(sanction__in=newest).select_related("answered_by")
    appeals = appeals.defer(*without_secrets("answered_by"))
    reports = Report.objects.select_related("author", "player", "case").order_by("-created_at", "-pk")
    reports = reports.defer(*without_secrets("author", "player"))
    return PersonFile(
        person,
        newest,
        {appeal.sanction_id: appeal for appeal in appeals},
        tuple(Case.objects.filter(subject=person).order_by("-opened_at")[:MOST_IN_FILE]),
        tuple(reports.filter(author=person)[:MOST_IN_FILE]),
        tuple(reports.filter(player=person)[:MOST_IN_FILE]),
        tuple(Player.objects.defer("password", "email").filter(owner=person)[:MOST_IN_FILE]),
        Player.objects.filter(pk=person.pk, suspended_until__gt=Now()).exists(),
    )


def appeals_waiting() -> list[Appeal]:
    """Appeals that wait for an answer, the oldest first."""
    waiting = Appeal.objects.filter(answered_at=None).select_related("sanction__player", "sanction__decided_by")
    waiting = waiting.defer(*without_secrets("sanction__player", "sanction__decided_by"))
    return list(waiting.order_by("created_at", "pk")[:MOST_IN_QUEUE])


@dataclass(frozen=True, slots=True)
class CaseFigures:
    """How the desk keeps up: `median_hours` from the opening to the answer, of cases closed within thirty days."""

    open: int
    unclaimed: int
    oldest: datetime | None
    appeals: int
    closed: int
    median_hours: float | None
    opened_by_day: dict[date, int]


def case_figures() -> CaseFigures:
    """The figures of the dashboard, in four statements."""
    waiting = list(Case.objects.filter(closed_at=None).values_list("opened_at", "claimed_by")[:10_000])
    closed = Case.objects.filter(closed_at__gt=Now() - LATELY).values_list("opened_at", "closed_at")[:10_000]
    hours = [(end - begin).total_seconds() / 3600 for begin, end in closed if end is not None]
    opened = Case.objects.filter(opened_at__gt=Now() - LATELY).annotate(day=TruncDate("opened_at")).order_by()
    return CaseFigures(
        open=len(waiting),
        unclaimed=sum(by is None for _, by in waiting),
        oldest=min((at for at, _ in waiting), default=None),
        appeals=Appeal.objects.filter(answered_at=None).count(),
        closed=len(hours),
        median_hours=median(hours) if hours else None,
        opened_by_day=dict(opened.values_list("day").annotate(Count("pk"))),
    )


def sign_ups_by_day() -> dict[date, int]:
    """How many people signed up on each of the last thirty days, guests among them; days without are left out."""
    lately = Player.objects.filter(created_at__gt=Now() - LATELY, kind=Player.Kind.HUMAN)
    return dict(lately.annotate(day=TruncDate("created_at")).order_by().values_list("day").annotate(Count("pk")))


def sanction_get(sanction_id: str) -> Sanction | None:
    """A sanction with whom it is about and who decided it."""
    sanctions = Sanction.objects.select_related("player__owner", "case", "decided_by")
    return sanctions.filter(pk=sanction_id).first()
