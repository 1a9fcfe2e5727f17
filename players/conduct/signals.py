"""Cases that the service itself opens, because of how two played. A signal opens a case; it never decides one."""

from players.conduct.audit import Act, audit_write
from players.conduct.models import Case, CaseOrigin
from players.models import Player


def case_by_signal(*, subject: Player, weight: int) -> Case:
    """The open case about a player, made if there is none, and heavier by `weight`.

    Must run in the transaction of the signal that refers to it.
    """
    # Two who open one at once, and a report that comes in, wait for each other here.
    Player.objects.select_for_update(no_key=True).get(pk=subject.pk)
    case = Case.objects.select_for_update(no_key=True).filter(subject=subject, closed_at=None).first()
    if case is None:
        case = Case.objects.create(subject=subject, origin=CaseOrigin.SIGNAL)
    Case.objects.filter(pk=case.pk).update(weight=case.weight + weight)
    audit_write(
        actor=None,
        act=Act.CASE_OPEN,
        player=subject,
        case=case,
        after={"origin": CaseOrigin.SIGNAL.value, "weight": weight},
    )
    case.refresh_from_db()
    return case
