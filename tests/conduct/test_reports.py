"""Reports: about what their author may see, once a thing, in one case a player; and nobody learns who handled them."""

from typing import Any

import pytest
from django.db.models.functions import Now

from players.models import Case, Player, Report
from tests.api.caller import Caller, refused, registered
from tests.api.graphql.asking import ask
from tests.api.tables import Table, open_table
from tests.conduct.making import moderator

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return open_table("ann", "bob", "cleo")


def message_of(table: Table, seat: int) -> str:
    return str(table.seated[seat].post(f"{table.path}/messages", {"text": "Something rude."}).json()["id"])


def filed(caller: Caller, **report: Any) -> Any:
    answer = caller.post("/reports", {"text": "It is bad.", **report})
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_a_report_is_seen_by_its_author_with_what_came_of_it(table: Table) -> None:
    ann = table.seated[0]
    answer = ann.post("/reports", {"kind": "abuse", "player": "BOB", "text": "He shouts.\nAll the time."})
    report = answer.json()

    assert answer.status_code == 201
    assert answer["Location"] == f"/api/v1/reports/{report['id']}"
    assert report == {
        "id": report["id"],
        "kind": "abuse",
        "player": "bob",
        "game": None,
        "message": None,
        "text": "He shouts.\nAll the time.",
        "created_at": report["created_at"],
        "state": "open",
        "outcome": None,
        "closed_at": None,
    }
    assert ann.get(f"/reports/{report['id']}").json() == report
    assert ann.get("/reports").json() == {"items": [report], "next": None}

    case = Case.objects.filter(reports=report["id"])
    case.update(claimed_by=moderator(), claimed_at=Now())
    assert ann.get(f"/reports/{report['id']}").json()["state"] == "in_progress"
    case.update(closed_by=moderator(), closed_at=Now(), outcome="acted")
    closed = ann.get(f"/reports/{report['id']}")
    assert (closed.json()["state"], closed.json()["outcome"]) == ("closed", "acted")
    assert closed.json()["closed_at"] is not None
    assert b"warden" not in closed.content
    for other in (table.seated[1], table.seated[2]):
        assert refused(other.get(f"/reports/{report['id']}")) == (404, "not_found", None)
        assert other.get("/reports").json()["items"] == []


def test_a_report_of_a_message_is_about_who_wrote_it(table: Table) -> None:
    message = message_of(table, 1)

    report = filed(table.seated[0], kind="abuse", game=table.id, message=message)

    assert (report["player"], report["game"], report["message"]) == ("bob", table.id, message)
    assert Case.objects.get().subject == Player.objects.get(name="bob")


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        ({"kind": "abuse"}, (400, "missing_field", "player")),
        ({"kind": "name"}, (400, "missing_field", "player")),
        ({"kind": "collusion", "player": "bob"}, (400, "missing_field", "game")),
        ({"kind": "stalling", "player": "bob"}, (400, "missing_field", "game")),
        ({"kind": "stalling", "game": "GAME"}, (400, "missing_field", "player")),
        ({"kind": "bug", "player": "bob"}, (422, "invalid_value", "player")),
        ({"kind": "abuse", "player": "ann"}, (422, "invalid_value", "player")),
        ({"kind": "abuse", "player": "MACHINE"}, (422, "invalid_value", "player")),
        ({"kind": "abuse", "message": "MESSAGE"}, (400, "missing_field", "game")),
        ({"kind": "abuse", "game": "GAME", "message": "MESSAGE", "player": "cleo"}, (422, "invalid_value", "player")),
        ({"kind": "abuse", "player": "nobody-here"}, (404, "not_found", None)),
        ({"kind": "other", "game": "nosuchgame"}, (404, "not_found", None)),
        ({"kind": "abuse", "game": "GAME", "message": "nosuchmsg222"}, (404, "not_found", None)),
        ({"kind": "abuse", "game": "OTHER", "message": "MESSAGE"}, (404, "not_found", None)),
        ({"kind": "other", "game": "HIDDEN"}, (404, "not_found", None)),
        ({"kind": "weather"}, (422, "invalid_value", "kind")),
        ({"kind": "bug", "text": ""}, (422, "invalid_value", "text")),
        ({"kind": "bug", "text": "x" * 2001}, (422, "invalid_value", "text")),
        ({"kind": "bug", "text": "a\u0007b"}, (422, "invalid_value", "text")),
        ({"kind": "bug", "case": "x"}, (400, "unknown_field", "case")),
    ],
)
def test_a_report_that_is_not_whole_is_refused_and_makes_no_case(
    table: Table, report: dict[str, str], expected: tuple[int, str, str | None]
) -> None:
    ann = table.seated[0]
    words = {"GAME": table.id, "MESSAGE": message_of(table, 1)}
    words["OTHER"] = ann.post("/games", {"players": 3, "bots": ["novice"]}).json()["id"]
    words["HIDDEN"] = open_table("dan", "fay", "gus", visibility="private").id
    words["MACHINE"] = Player.objects.get(level="novice").name

    sent = {"text": "It is bad.", **{name: words.get(value, value) for name, value in report.items()}}

    assert refused(ann.post("/reports", sent)) == expected
    assert not Report.objects.exists()
    assert not Case.objects.exists()


def test_a_message_that_one_may_not_read_is_not_there(table: Table) -> None:
    message = message_of(table, 1)
    eve = registered("eve")

    known = eve.post("/reports", {"kind": "abuse", "game": table.id, "message": message, "text": "x"})
    unknown = eve.post("/reports", {"kind": "abuse", "game": table.id, "message": "nosuchmsg222", "text": "x"})

    assert refused(known) == refused(unknown) == (404, "not_found", None)
    assert known.json() == unknown.json()
    # The game itself anybody may see.
    assert filed(eve, kind="collusion", game=table.id, player="bob")["player"] == "bob"


@pytest.mark.parametrize("graphql", [False, True])
def test_one_open_report_of_an_author_about_a_thing(table: Table, graphql: bool) -> None:
    ann = table.seated[0]
    first = filed(ann, kind="abuse", player="bob")

    if graphql:
        query = "mutation($i: FileReportInput!) { fileReport(input: $i) { report { id } errors { code report } } }"
        answer = ask(ann, query, {"i": {"kind": "name", "player": "bob", "text": "x"}}).json()["data"]["fileReport"]
        assert answer == {"report": None, "errors": [{"code": "already_reported", "report": first["id"]}]}
    else:
        answer = ann.post("/reports", {"kind": "name", "player": "bob", "text": "x"})
        assert refused(answer) == (409, "already_reported", None)
        assert answer.json()["report"] == first["id"]
    filed(ann, kind="stalling", player="bob", game=table.id)
    filed(ann, kind="abuse", game=table.id, message=message_of(table, 1))
    filed(table.seated[2], kind="abuse", player="bob")
    Case.objects.update(closed_at=Now(), closed_by=moderator(), outcome="no_action")
    Report.objects.update(closed_at=Now())
    assert filed(ann, kind="abuse", player="bob")["id"] != first["id"]
    assert Case.objects.filter(closed_at=None).count() == 1


def test_reports_about_one_player_are_one_case_and_authors_weigh_once(table: Table) -> None:
    ann, _, cleo = table.seated
    filed(ann, kind="abuse", player="bob")
    case = Case.objects.get()
    assert (case.weight, case.origin) == (3, "report")

    filed(ann, kind="stalling", player="bob", game=table.id)
    assert Case.objects.get().weight == 3
    filed(cleo, kind="stalling", player="bob", game=table.id)
    filed(registered("dan"), kind="other", player="bob")

    assert Case.objects.get().weight == 3 + 2 + 1
    filed(ann, kind="abuse", player="cleo")
    filed(ann, kind="bug")
    filed(cleo, kind="bug")
    assert Case.objects.count() == 4
    assert Case.objects.filter(subject=None).count() == 2


def test_reports_are_bounded_by_the_day(table: Table, settings: Any) -> None:
    settings.RATE_LIMITS = {"report": (1, 86_400)}
    filed(table.seated[0], kind="abuse", player="bob")

    answer = table.seated[0].post("/reports", {"kind": "abuse", "player": "cleo", "text": "x"})

    assert refused(answer) == (429, "rate_limited", None)
    assert int(answer["Retry-After"]) > 3600
    assert Report.objects.count() == 1
