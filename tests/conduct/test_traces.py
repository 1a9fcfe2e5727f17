"""From where accounts are signed in to: what is kept, what follows from it, and who sees it."""

import logging
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from games.management.commands.sweep import ERRANDS
from players.conduct.models import AuditEntry, Case, Trace, TraceKind
from players.conduct.roles import Role
from players.conduct.traces import (
    MOST_MARKS,
    MOST_SHARING,
    Likelihood,
    Sharing,
    accounts_sharing,
    mark_of,
    percent_of,
    trace_note,
    traces_expire,
)
from players.guests import guest_take_away
from players.models import Player
from players.origins import UNKNOWN, Origin
from tests.api.browser import Browser
from tests.api.caller import PASSWORD, Caller, refused, registered
from tests.desk.staging import staff
from tests.games.playing import people
from tests.games.test_races import at_once

pytestmark = pytest.mark.django_db

HOME, SCHOOL = "192.0.2.7", "198.51.100.9"
COOKIE = "nessos-device"


@pytest.fixture(autouse=True)
def _fast_hashes(settings: Any) -> None:
    """Argon2 is slow on purpose."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def seen(player: Player, address: str, device: str = "") -> None:
    trace_note(player=player, origin=Origin(address, device))


def told(player: Player) -> list[tuple[str, str]]:
    return [(found.account.name, str(found.likelihood)) for found in accounts_sharing(player)]


def kinds(name: str) -> list[str]:
    return sorted(Trace.objects.filter(player__name=name).values_list("kind", flat=True))


def at(address: str) -> Browser:
    """A browser that is somewhere."""
    browser = Browser()
    browser.client.defaults["REMOTE_ADDR"] = address
    return browser


def grown_old(**of: Any) -> None:
    Trace.objects.filter(**of).update(last_seen=Now() - timedelta(days=91))


def test_two_accounts_in_one_browser_are_likely_one_persons() -> None:
    for name in ("ann", "ann-too", "bob"):
        registered(name)
    Trace.objects.all().delete()
    browser = at(HOME)
    for name in ("ann", "ann-too"):
        browser.log_in(name=name, password=PASSWORD)
    at(SCHOOL).log_in(name="bob", password=PASSWORD)

    ann = Player.objects.get(name="ann")

    (found,) = accounts_sharing(ann)
    assert (found.account.name, found.percent, found.likelihood) == ("ann-too", 90, Likelihood.LIKELY)
    assert (found.on_device, found.at_address) == (2, 2)
    # And the browser alone says it too, wherever it is.
    Trace.objects.filter(kind=TraceKind.ADDRESS).delete()
    assert [(it.account.name, it.percent, str(it.likelihood)) for it in accounts_sharing(ann)] == [
        ("ann-too", 85, "likely")
    ]


def test_two_accounts_at_one_address_are_possibly_one_persons() -> None:
    ann, bob, cleo = people("ann", "bob", "cleo")
    seen(ann, HOME, "a" * 22)
    seen(bob, HOME, "b" * 22)
    seen(cleo, SCHOOL)

    assert (told(ann), told(bob), told(cleo)) == ([("bob", "possible")], [("ann", "possible")], [])
    assert accounts_sharing(ann)[0].percent == 40


def test_an_address_that_many_share_says_little_and_then_nothing() -> None:
    crowd = people(*(f"pupil-{number}" for number in range(MOST_MARKS + 2)))
    for pupil in crowd[: MOST_MARKS + 1]:
        seen(pupil, SCHOOL)

    found = accounts_sharing(crowd[0])

    assert len(found) == MOST_SHARING
    assert {(it.percent, it.likelihood, it.at_address) for it in found} == {(1, Likelihood.UNLIKELY, MOST_MARKS + 1)}
    # One more, and nobody is named for it; but a rarer address is, among any number of those.
    seen(crowd[-1], SCHOOL)
    assert accounts_sharing(crowd[0]) == ()
    for pupil in crowd[:2]:
        seen(pupil, HOME)
    assert told(crowd[0]) == [("pupil-1", "possible")]


@pytest.mark.parametrize(
    ("on_device", "at_address", "percent", "likelihood"),
    [
        *((2, 2, 90, "likely"), (2, 0, 85, "likely"), (3, 0, 60, "likely"), (4, 0, 49, "possible")),
        *((0, 2, 40, "possible"), (0, 3, 20, "unlikely"), (3, 3, 68, "likely"), (5, 5, 48, "possible")),
        *((50, 50, 13, "unlikely"), (0, 0, 0, "unlikely")),
    ],
)
def test_how_likely_it_is(on_device: int, at_address: int, percent: int, likelihood: str) -> None:
    found = Sharing(Player(), percent_of(on_device, at_address), on_device, at_address)
    assert (found.percent, str(found.likelihood)) == (percent, likelihood)


def test_several_addresses_of_a_household_are_one_piece_of_evidence() -> None:
    ann, bob = people("ann", "bob")
    for number in range(30):
        for player in (ann, bob):
            seen(player, f"192.0.2.{number}")

    assert accounts_sharing(ann)[0].percent == 40


def test_each_way_in_leaves_a_trace_and_is_the_same_over_graphql() -> None:
    def mutated(mutation: str) -> None:
        answer = browser.send("POST", "/graphql", {"query": f"mutation {{ {mutation} {{ token errors {{ code }} }} }}"})
        assert answer.json()["data"][mutation.partition("(")[0]]["token"], answer.content

    caller = Caller()
    assert caller.post("/players", {"name": "ann", "password": PASSWORD}).status_code == 201
    assert kinds("ann") == ["address"]
    guest = caller.post("/players/guest").json()["player"]["name"]
    assert kinds(guest) == ["address"]
    Trace.objects.all().delete()
    assert caller.post("/tokens", {"name": "ann", "password": PASSWORD}).status_code == 201
    assert kinds("ann") == ["address"]

    browser = Browser()
    browser.log_in(name="ann", password=PASSWORD)
    assert kinds("ann") == ["address", "device"]
    browser.client.cookies.pop("nessos")
    token = browser.post("/players", {"name": "bob", "password": PASSWORD}).json()["token"]
    assert kinds("bob") == ["address", "device"]
    browser.log_in(token=token)
    browser.client.cookies.pop("nessos")
    assert told(Player.objects.get(name="ann"))[0] == ("bob", "likely")
    Trace.objects.all().delete()
    mutated('register(input: {name: "cleo", password: "correct horse battery"})')
    mutated("registerGuest")
    mutated('createToken(input: {name: "ann", password: "correct horse battery"})')
    assert kinds("cleo") == kinds("ann") == ["address", "device"]
    assert Trace.objects.values("player").distinct().count() == 3


def test_the_cookie_is_of_pages_alone_and_no_script_reads_it(settings: Any) -> None:
    assert COOKIE not in Caller().post("/players", {"name": "ann", "password": PASSWORD}).cookies
    browser = Browser()
    browser.session()
    assert COOKIE not in browser.client.cookies
    browser.log_in(name="ann", password=PASSWORD)
    cookie = browser.client.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"]) == (True, "Strict", "/", "")
    assert cookie["max-age"] == 90 * 24 * 3600
    known_by = cookie.value
    # The same after a log-out, and drawn anew in place of what we cannot have made.
    browser.call("DELETE", "/session")
    browser.log_in(name="ann", password=PASSWORD)
    assert browser.client.cookies[COOKIE].value == known_by
    browser.client.cookies[COOKIE] = "x" * 4_000
    browser.log_in(name="ann", password=PASSWORD)
    assert len(browser.client.cookies[COOKIE].value) == 22
    assert browser.client.cookies[COOKIE].value != known_by
    settings.BROWSER_COOKIE_SECURE = True
    browser.log_in(name="ann", password=PASSWORD)
    assert browser.client.cookies[COOKIE]["secure"]


def test_a_retry_gets_the_session_again_and_no_other_cookie() -> None:
    registered("ann")
    browser = Browser()
    browser.session()
    sign, cookie = browser.csrf, browser.client.cookies["csrftoken"].value
    key = {"Idempotency-Key": "once"}
    first = browser.post("/session", {"name": "ann", "password": PASSWORD}, **key)
    assert kinds("ann") == ["address", "device"]
    browser.client.cookies.clear()
    browser.csrf, browser.client.cookies["csrftoken"] = sign, cookie

    again = browser.post("/session", {"name": "ann", "password": PASSWORD}, **key)

    assert again["Set-Cookie"] == first.cookies["nessos"].OutputString()
    assert kinds("ann") == ["address", "device"]


def test_who_is_refused_leaves_nothing() -> None:
    registered("ann")
    Trace.objects.all().delete()
    caller, browser = Caller(), Browser()
    browser.session()
    wrong = {"name": "ann", "password": "wrong horse battery"}
    assert refused(caller.post("/tokens", wrong))[1] == "bad_credentials"
    assert refused(caller.post("/players", {"name": "ann", "password": PASSWORD}))[1] == "name_taken"
    assert refused(caller.post("/players", {"name": "zoe", "password": "short"}))[1] == "weak_password"
    answer = browser.post("/session", wrong)
    assert refused(answer)[1] == "bad_credentials"
    assert COOKIE not in answer.cookies
    assert refused(browser.post("/session", {"token": "nss_x"}))[1] == "not_authenticated"
    browser.csrf = None
    assert refused(browser.post("/session", {"name": "ann", "password": PASSWORD}))[1] == "csrf_failed"
    assert not Trace.objects.exists()


def test_it_is_written_once_a_day_in_one_statement() -> None:
    (ann,) = people("ann")
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            seen(ann, HOME, "a" * 22)
        statements = [query["sql"] for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]
        assert len(statements) == 1
        assert Trace.objects.filter(player=ann).count() == 2
    rows = list(Trace.objects.order_by("pk").values())
    seen(ann, HOME, "a" * 22)
    assert list(Trace.objects.order_by("pk").values()) == rows
    Trace.objects.filter(kind=TraceKind.ADDRESS).update(last_seen=Now() - timedelta(hours=25))
    seen(ann, HOME, "a" * 22)
    moments = [row["last_seen"] for row in Trace.objects.order_by("pk").values()]
    assert moments[0] > rows[0]["last_seen"] - timedelta(minutes=1)
    assert moments[1] == rows[1]["last_seen"]


@pytest.mark.django_db(transaction=True)
def test_who_signs_in_many_times_at_once_is_noted_once(caplog: pytest.LogCaptureFixture) -> None:
    (ann,) = people("ann")

    assert at_once(*(partial(seen, ann, HOME, "a" * 22) for _ in range(8))) == ["done"] * 8

    assert kinds("ann") == ["address", "device"]
    assert not [record for record in caplog.records if record.name == "players.conduct.traces"]


@pytest.mark.parametrize("key", [{}, {"Idempotency-Key": "once"}], ids=["plain", "keyed"])
def test_a_sign_in_does_not_fail_for_it(key: dict[str, str], caplog: pytest.LogCaptureFixture) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE players_trace ADD CONSTRAINT never CHECK (id < 0) NOT VALID")
    with caplog.at_level(logging.WARNING, "players.conduct.traces"):
        for path in ("/players", "/tokens"):
            answer = Caller().post(path, {"name": "ann", "password": PASSWORD}, **key)
            assert answer.status_code == 201, answer.content
            assert Caller(answer.json()["token"]).get("/players/me").json()["name"] == "ann"
    said = [record.getMessage() for record in caplog.records if record.name == "players.conduct.traces"]
    assert said == ["not noted from where somebody signed in: IntegrityError"] * 2
    assert not Trace.objects.exists()


def test_nothing_is_stored_that_tells_an_address_or_a_browser(settings: Any) -> None:
    registered("ann")
    browser = at(HOME)
    browser.log_in(name="ann", password=PASSWORD)
    device = browser.client.cookies[COOKIE].value
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(t)::text FROM players_trace t")
        rows = " ".join(row for (row,) in cursor.fetchall())
    for raw in (HOME, device):
        for form in (raw, raw.encode().hex()):
            assert form not in rows
    assert repr(Origin(HOME, device)) == "Origin()"
    # Without the key of the house nobody can try all addresses; and the kinds are apart.
    mine = mark_of(TraceKind.ADDRESS, HOME)
    assert Trace.objects.filter(kind=TraceKind.ADDRESS, mark=mine).exists()
    assert mine != mark_of(TraceKind.DEVICE, HOME)
    settings.SECRET_KEY = "another"
    assert mark_of(TraceKind.ADDRESS, HOME) != mine


def test_what_is_old_says_nothing_and_is_removed() -> None:
    ann, bob, cleo = people("ann", "bob", "cleo")
    for player in (ann, bob, cleo):
        seen(player, HOME)
    grown_old(player=bob)
    assert told(ann) == [("cleo", "possible")]
    assert told(bob) == []

    assert traces_expire in ERRANDS
    assert (traces_expire(), traces_expire()) == (1, 0)

    assert set(Trace.objects.values_list("player__name", flat=True)) == {"ann", "cleo"}
    # Who was seen again is as new.
    grown_old(player=cleo)
    seen(cleo, HOME)
    assert traces_expire() == 0
    assert told(cleo) == [("ann", "possible")]


def test_who_keeps_nothing_writes_nothing_and_says_so(settings: Any) -> None:
    settings.TRACE_KEPT = timedelta(0)
    registered("ann")
    browser = Browser()
    browser.log_in(name="ann", password=PASSWORD)
    assert COOKIE not in browser.client.cookies
    assert not Trace.objects.exists()
    _, client = staff("curious", Role.MODERATOR)
    page = client.get(f"/desk/people/{Player.objects.get(name='ann').pk}").content.decode()
    assert "does not remember from where" in page


def test_nothing_is_left_of_a_guest_who_is_let_go() -> None:
    guest = Player.objects.get(name=Caller().post("/players/guest").json()["player"]["name"])
    assert kinds(guest.name) == ["address"]
    Player.objects.filter(pk=guest.pk).update(created_at=Now() - django_settings.GUEST_KEPT - timedelta(days=1))

    assert guest_take_away(player=guest.pk)

    assert kinds(guest.name) == []


def test_an_address_that_is_not_known_is_no_address() -> None:
    ann, bob = people("ann", "bob")
    for player in (ann, bob):
        seen(player, UNKNOWN)
    assert not Trace.objects.exists()


def test_bots_are_not_listed_with_their_owners() -> None:
    ann = registered("ann")
    made = ann.post("/players/me/bots", {"name": "tin-man"})
    assert made.status_code == 201
    assert ann.post("/players/me/bots/tin-man/token").status_code == 201
    owner, bot = Player.objects.get(name="ann"), Player.objects.get(name="tin-man")
    trace_note(player=bot, origin=Origin("127.0.0.1"))
    assert kinds("tin-man") == []
    # Not even if there were one.
    Trace.objects.create(player=bot, kind=TraceKind.ADDRESS, mark=mark_of(TraceKind.ADDRESS, "127.0.0.1"))
    assert kinds("ann") == ["address"]
    assert (accounts_sharing(owner), accounts_sharing(bot)) == ((), ())


def test_the_case_file_tells_it_as_a_likelihood_and_nothing_raw() -> None:
    ann, bob, cleo = people("ann", "bob", "cleo")
    Player.objects.filter(pk=bob.pk).update(name="<b>bob</b>")
    seen(ann, HOME, "a" * 22)
    seen(bob, HOME, "a" * 22)
    seen(cleo, HOME)
    case = Case.objects.create(subject=ann, origin="staff")
    judge, client = staff("fair", Role.MODERATOR)

    page = client.get(f"/desk/cases/{case.pk}").content.decode()

    assert "A likelihood, never a proof" in page
    assert "household" in page
    assert f'<a href="/desk/people/{bob.pk}">&lt;b&gt;bob&lt;/b&gt;</a>' in page
    assert "<b>bob" not in page
    assert "about 88 in 100" in page
    assert "a browser that no third account used" in page
    assert f'<a href="/desk/people/{cleo.pk}">cleo</a>' in page
    assert "about 20 in 100" in page
    assert "an address that 3 accounts used" in page
    for raw in (HOME, "a" * 22, *(bytes(mark).hex() for mark in Trace.objects.values_list("mark", flat=True))):
        assert raw not in page
    assert AuditEntry.objects.filter(actor=judge, act="look_case", case=case, player=ann).count() == 1
    alone = client.get(f"/desk/people/{judge.pk}").content.decode()
    assert "None known" in alone


@pytest.mark.parametrize("role", [Role.OPERATOR, None], ids=str)
def test_who_may_not_look_at_cases_does_not_see_it(role: Role | None) -> None:
    ann, bob = people("ann", "bob")
    for player in (ann, bob):
        seen(player, HOME)
    _, client = staff("passer", *([] if role is None else [role]))
    answer = client.get(f"/desk/people/{ann.pk}")
    assert answer.status_code in (302, 403)
    assert b"bob" not in answer.content


def test_a_case_file_costs_the_same_however_many_share() -> None:
    crowd = people(*(f"pupil-{number}" for number in range(30)))
    seen(crowd[0], HOME, "a" * 22)
    _, client = staff("frugal", Role.SENIOR)
    address = f"/desk/people/{crowd[0].pk}"
    costs = []
    for players in (crowd[:1], crowd):
        for player in players:
            for number in range(3):
                seen(player, f"192.0.2.{number}", str(number) * 22)
        with CaptureQueriesContext(connection) as queries:
            page = client.get(address).content.decode()
        costs.append(len(queries))
    assert page.count("in 100") == MOST_SHARING
    # One statement more: who they are.
    assert costs[1] <= costs[0] + 1
    with CaptureQueriesContext(connection) as queries:
        accounts_sharing(crowd[0])
    assert len(queries) == 2
    assert not any(word in query["sql"] for query in queries for word in ("password", '"email"', "digest"))
