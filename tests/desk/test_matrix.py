"""Each role at each page and each act of the desk: found by going through the addresses, so that none is forgotten."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.admin.deeds import DEEDS
from players.conduct.audit import Act
from players.conduct.models import AuditEntry
from players.conduct.roles import ACTS_OF, Role
from tests.desk.staging import World, logged_in, staff, world
from tests.games.playing import people

pytestmark = pytest.mark.django_db

DOORS = {"login", "second", "enrol", "logout"}
TARGETS = {"case": "case", "person": "hero", "sanction": "sanction", "game": "game", "message": "message"}


def pages() -> Iterator[tuple[str, str, frozenset[Act]]]:
    """Every page of the desk: its name, its address, and one of which acts opens it."""
    desk = next(
        entry
        for entry in get_resolver().url_patterns
        if isinstance(entry, URLResolver) and str(entry.pattern) == "desk/"
    )
    yield from _within(desk.url_patterns, "/desk/")


def _within(entries: list[Any], before: str) -> Iterator[tuple[str, str, frozenset[Act]]]:
    for entry in entries:
        address = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _within(entry.url_patterns, address)
        else:
            assert isinstance(entry, URLPattern)
            yield str(entry.name), address, getattr(entry.callback, "needs", frozenset())


def addresses(there: World) -> dict[str, tuple[str, frozenset[Act]]]:
    """Each page of this world, and each act, by name."""
    targets = {
        "<str:case_id>": there.case,
        "<int:player_id>": str(there.heroes[0].pk),
        "<str:game_id>": there.game,
    }
    found = {}
    for name, address, needed in pages():
        if name in DOORS or name == "act":
            continue
        for mark, value in targets.items():
            address = address.replace(mark, value)
        assert "<" not in address, address
        assert needed, f"{name} is open to everybody"
        found[name] = (address, needed)
    return found


def deeds(there: World) -> dict[str, tuple[str, Act]]:
    target = {
        "case": there.case,
        "person": str(there.heroes[0].pk),
        "sanction": there.sanction,
        "game": there.game,
        "message": there.message,
        "glass": str(there.glass),
        "seat": f"{there.game}.{there.heroes[0].pk}",
    }
    return {name: (f"/desk/acts/{name}/{target[deed.on]}", deed.act) for name, deed in DEEDS.items()}


@pytest.mark.parametrize("role", list(Role), ids=str)
def test_a_role_opens_its_pages_and_no_others(role: Role) -> None:
    there = world()
    _, client = staff(f"staff-{len(role)}", role)
    found = addresses(there)
    assert len(found) >= 15
    for name, (address, needed) in found.items():
        status = client.get(address).status_code
        if name == "glass_table":
            # Nothing is open to anybody but who asked.
            assert status == 403, (role, name, status)
            continue
        assert status == (200 if needed & ACTS_OF[role] else 403), (role, name, status)


@pytest.mark.parametrize("role", list(Role), ids=str)
def test_a_role_offers_its_acts_and_no_others(role: Role) -> None:
    there = world()
    _, client = staff(f"staff-{len(role)}", role)
    for name, (address, act) in deeds(there).items():
        expected = 200 if act in ACTS_OF[role] else 403
        status = client.get(address).status_code
        assert status == (405 if expected == 200 and DEEDS[name].is_quick else expected), (role, name, status)
        if expected == 403:
            before = AuditEntry.objects.count()
            assert client.post(address, {"reason": "x", "step": "confirm"}).status_code == 403, (role, name)
            assert AuditEntry.objects.count() == before


def test_every_act_of_the_table_has_a_place_at_the_desk() -> None:
    """What somebody may do can be done here; looks and exports are pages."""
    of_pages = {act for _, _, needed in pages() for act in needed}
    missing = frozenset().union(*ACTS_OF.values()) - {deed.act for deed in DEEDS.values()} - of_pages
    assert missing == set()


def nobody() -> Client:
    return Client()


def a_player() -> Client:
    client = Client()
    client.force_login(people("passer-by")[0])
    return client


def half_in() -> Client:
    """Staff with the right password, and no second factor."""
    player, _ = staff("halfway", Role.SENIOR)
    client = Client()
    client.force_login(player)
    return client


def no_role() -> Client:
    """Staff without a role."""
    (player,) = people("roleless")
    player.is_staff = True
    player.save(update_fields=["is_staff"])
    return logged_in(player)


@pytest.mark.parametrize("who", [nobody, a_player, half_in, no_role], ids=lambda who: who.__name__)
def test_nobody_else_gets_in(who: Any) -> None:
    there = world()
    client = who()
    before = AuditEntry.objects.count()
    for address in (*(address for address, _ in addresses(there).values()), *(a for a, _ in deeds(there).values())):
        for answer in (client.get(address), client.post(address, {"step": "confirm"})):
            assert answer.status_code == 302, address
            assert answer["Location"].startswith("/desk/login?next=")
    assert AuditEntry.objects.count() == before


def test_who_loses_a_role_is_out_at_once() -> None:
    from players.staff.making import staff_make

    player, client = staff("brief", Role.MODERATOR)
    assert client.get("/desk/").status_code == 200
    staff_make(player=player, roles=())
    assert client.get("/desk/").status_code == 302


def test_each_look_is_written_down() -> None:
    """Every page that shows something leaves an entry of who looked."""
    there = world()
    player, client = staff("watcher", Role.SENIOR)
    for name, (address, _) in addresses(there).items():
        if name == "glass_table":
            continue
        before = AuditEntry.objects.filter(actor=player).count()
        answer = client.get(address)
        b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert AuditEntry.objects.filter(actor=player).count() == before + 1, name


def test_a_page_is_kept_by_nobody_and_runs_nothing_inline() -> None:
    there = world()
    _, client = staff("careful", Role.SENIOR)
    for address, _ in addresses(there).values():
        answer = client.get(address)
        policy = answer["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "no-store" in answer["Cache-Control"], address
        assert "private" in answer["Cache-Control"], address
