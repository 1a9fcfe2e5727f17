"""Puts people, games and cases into the database of a running service, for looks at the desk: a command.

python -m tests.web.desk_stage [--payloads]

Prints one JSON object: who is of the staff, with the cookie of a session that is past both factors, and what there is.
A browser cannot be driven in a process that asks Django's models; so this is one of its own.
"""

import json
import os
import secrets
import sys
from typing import Any

import django

LATELY = (
    ("I know what you hold, and so do the others now.", "abuse"),
    ("They always take each other's lots, whatever is said.", "collusion"),
    ("Three days for every move, and then a single card.", "stalling"),
)


def staged(*, with_payloads: bool) -> dict[str, Any]:
    """What was made."""
    from django.conf import settings

    from players.conduct.roles import Role
    from players.conduct.traces import trace_note
    from players.origins import Origin
    from players.staff.factor import setup_code
    from players.staff.making import staff_make
    from tests.desk.staging import staff, world
    from tests.games.playing import people
    from tests.web.payloads import PAYLOADS

    mark = secrets.token_hex(3)
    there = world(PAYLOADS if with_payloads else tuple(text for text, _ in LATELY), mark=mark)
    if not with_payloads:
        _more_cases(mark)
    # The first and the second use one browser, and all three are at one address.
    for hero, device in zip(there.heroes, ("one", "one", "another"), strict=True):
        trace_note(player=hero, origin=Origin(f"address-{mark}", f"{device}-{mark}"))
    (new,) = people(f"new-{mark}")
    staff_make(player=new, roles=[Role.MODERATOR])
    logged_in = {}
    for role, name in ((Role.MODERATOR, "clio"), (Role.SENIOR, "themis"), (Role.OPERATOR, "argos")):
        player, client = staff(f"{name}-{mark}", role)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
        logged_in[role.value] = {"name": player.name, "cookie": cookie}
    return {
        "cookie": settings.SESSION_COOKIE_NAME,
        "staff": logged_in,
        "new": new.name,
        "setup": setup_code(player=new),
        "game": there.game,
        "case": there.case,
        "person": there.heroes[0].pk,
    }


def _more_cases(mark: str) -> None:
    """A queue that looks like one: other people, of other ages and weights."""
    from datetime import timedelta

    from django.db.models.functions import Now

    from players.conduct.models import Case, Report
    from players.models import Player
    from tests.games.playing import people

    crowd = people(*(f"{name}-{mark}" for name in ("orpheus", "medea", "jason", "circe", "argus")))
    for place, who in enumerate(crowd[:4]):
        case = Case.objects.create(
            subject=who,
            origin="signal" if place == 2 else "report",
            weight=9 - 2 * place,
            opened_at=Now() - timedelta(hours=7 * (place + 1)),
        )
        text, kind = LATELY[place % 3]
        if place != 2:
            for author in (crowd[4], crowd[(place + 1) % 4])[: 1 + place % 2]:
                about = f"player:{who.pk}"
                Report.objects.create(author=author, kind=kind, player=who, about=about, text=text, case=case)
    for place, who in enumerate(crowd):
        Player.objects.filter(pk=who.pk).update(created_at=Now() - timedelta(days=3 * place + 1))


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nessos_service.settings")
    django.setup()
    sys.stdout.write(json.dumps(staged(with_payloads="--payloads" in sys.argv)))


if __name__ == "__main__":
    main()
