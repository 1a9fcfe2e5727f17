"""Subscriptions tell what REST's streams tell, are bounded as queries are, and speak graphql-sse."""

import json
import random
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import OperationalError
from django.test import Client

from games.graphql import rows, subscriptions
from tests.api.caller import Caller, registered
from tests.api.graphql.asking import codes, followed, post
from tests.api.graphql.views import EVENT, SUMMARY, as_rest
from tests.api.streaming import HERE, completed
from tests.api.tables import Table, open_table

pytestmark = pytest.mark.django_db

EVENTS = f"subscription($game: ID!, $after: String) {{ gameEvents(gameId: $game, after: $after) {{ {EVENT} }} }}"
STREAM = {"Accept": "text/event-stream"}


@pytest.fixture
def table() -> Table:
    table = open_table("ann", "bob", "cleo")
    for seed in range(8):
        if table.view()["status"] == "active":
            table.play(random.Random(seed))
    return table


def by_rest(caller: Caller, table: Table, after: int) -> list[Any]:
    answer = completed(caller.get(f"{table.path}/stream", **{"Last-Event-ID": str(after)}))
    lines = answer.content.decode().splitlines()
    return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]


@pytest.mark.parametrize("after", [0, 3, 9])
def test_events_are_those_of_rest_for_every_viewer(table: Table, after: int) -> None:
    for caller in (*table.seated, registered("dora"), Caller()):
        streamed = by_rest(caller, table, after)
        told = followed(caller, EVENTS, {"game": table.id, "after": str(after)})
        assert [entry["data"]["gameEvents"] for entry in told] == streamed
        assert streamed == caller.get(f"{table.path}/events?after={after}").json()["items"]
        assert streamed


def test_turns_are_those_of_rest(table: Table) -> None:
    for caller in table.seated:
        told = followed(caller, f"subscription {{ myTurns {{ {SUMMARY} }} }}")
        assert [as_rest(entry["data"]["myTurns"]) for entry in told] == caller.get("/players/me/turns").json()["items"]


TURNS = "subscription { myTurns { id version events(first: 1) { nodes { seq } } } }"


def failing_at(count: int, failure: Exception, work: Any) -> Any:
    """`work`, whose call of that number fails."""
    calls = iter(range(1, 1_000))

    def fail(*arguments: Any, **named: Any) -> Any:
        if next(calls) == count:
            raise failure
        return work(*arguments, **named)

    return fail


def turns_told(errand: Any) -> list[str]:
    """The games that it tells now. All of them without errors."""
    told = [json.loads(text.split(b"data: ")[1]) for _, text in errand.read(0)]
    assert all("errors" not in entry for entry in told), told
    return [entry["data"]["myTurns"]["id"] for entry in told]


@pytest.fixture
def waiting_for_ann() -> tuple[Caller, list[str]]:
    """Two games that wait for the same player."""
    ann, others = registered("ann"), (registered("bob"), registered("cleo"))
    games = []
    while len(games) < 2:
        game = ann.post("/games", {"players": 3}).json()
        for caller in others:
            caller.post(f"/games/{game['id']}/seats", {})
        if ann.get(f"/games/{game['id']}").json()["to_act"] == 0:
            games.append(game["id"])
    return ann, games


@pytest.mark.parametrize(
    ("module", "name"), [(subscriptions, "game_get"), (rows, "events_of")], ids=["before", "within"]
)
def test_no_turn_is_lost_while_the_database_is_away(
    waiting_for_ann: tuple[Caller, list[str]], monkeypatch: pytest.MonkeyPatch, module: Any, name: str
) -> None:
    ann, games = waiting_for_ann
    errand = post(ann, {"query": TURNS}, **STREAM).errand
    monkeypatch.setattr(module, name, failing_at(2, OperationalError("away"), getattr(module, name)))

    # Whoever reads waits for the database, and reads again.
    with pytest.raises(OperationalError):
        errand.read(0)
    assert turns_told(errand) == games
    assert turns_told(errand) == []


@pytest.mark.parametrize(
    ("module", "name"), [(subscriptions, "game_get"), (rows, "events_of")], ids=["before", "within"]
)
def test_a_turn_that_cannot_be_told_is_told_later(
    waiting_for_ann: tuple[Caller, list[str]], monkeypatch: pytest.MonkeyPatch, module: Any, name: str
) -> None:
    ann, games = waiting_for_ann
    errand = post(ann, {"query": TURNS}, **STREAM).errand
    monkeypatch.setattr(module, name, failing_at(1, LookupError("unforeseen"), getattr(module, name)))

    assert turns_told(errand) == games[1:]
    assert turns_told(errand) == games[:1]
    assert turns_told(errand) == []


def test_a_refusal_is_an_answer(waiting_for_ann: tuple[Caller, list[str]]) -> None:
    ann, games = waiting_for_ann
    told = followed(ann, 'subscription { myTurns { id events(first: 1, after: "x") { nodes { seq } } } }')

    assert [entry["errors"][0]["extensions"]["code"] for entry in told] == ["bad_cursor"] * len(games)


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("subscription { gameEvents(gameId: 5) { nothing } }", "invalid_query"),
        ("subscription { gameEvents { seq } }", "missing_field"),
        ('subscription { gameEvents(gameId: "x") { seq } myTurns { id } }', "invalid_query"),
        ('subscription { gameEvents(gameId: "x") @skip(if: true) { seq } }', "invalid_query"),
        ("subscription { __typename }", "invalid_query"),
        (f"subscription {{ myTurns {{ {' '.join(f'a{n}: id' for n in range(30))} }} }}", "too_many_aliases"),
        (
            "subscription { myTurns { events(first: 100) { nodes { seq } } "
            + " ".join(f"a{n}: events(first: 100) {{ nodes {{ seq }} }}" for n in range(15))
            + " } }",
            "query_too_costly",
        ),
    ],
)
def test_a_bad_one_is_refused_before_it_begins(query: str, code: str) -> None:
    answer = post(registered("ann"), {"query": query}, **STREAM)
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/json"), answer
    assert codes(answer)[0] == code


def test_it_is_answered_by_a_stream_only() -> None:
    answer = post(registered("ann"), {"query": "subscription { myTurns { id } }"})
    assert (answer.status_code, codes(answer)) == (400, ["invalid_query"])


def test_a_query_is_a_stream_of_one_answer_for_who_accepts_nothing_else() -> None:
    query = {"query": "{ bots { level } }"}
    plain = post(Caller(), query)
    streamed = post(Caller(), query, **STREAM)
    assert streamed["Content-Type"] == "text/event-stream"
    assert streamed.content == b"event: next\ndata: " + plain.content + b"\n\nevent: complete\ndata:\n\n"
    both = post(Caller(), query, Accept="application/json, text/event-stream")
    assert (both["Content-Type"], both.content) == ("application/json", plain.content)


def asked(query: str, **more: str) -> Any:
    return Client(**HERE).get("/graphql?" + urlencode({"query": query, **more}), headers=STREAM)


def test_a_browser_asks_by_its_address(table: Table) -> None:
    answer = completed(asked(EVENTS, variables=json.dumps({"game": table.id, "after": "3"})))
    assert answer.status_code == 200
    assert answer.content.count(b"event: next") == len(Caller().get(f"{table.path}/events?after=3").json()["items"])
    assert answer["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ({"query": "mutation { resign(input: {gameId: 1}) { errors { code } } }"}, 405, "method_not_allowed"),
        ({"query": EVENTS, "variables": "{"}, 400, "malformed"),
        ({"query": EVENTS, "variables": "[]"}, 400, "wrong_type"),
        ({"query": EVENTS, "colour": "red"}, 400, "unknown_field"),
        ({"query": "{ bots { level } }\0"}, 400, "malformed"),
        ({}, 400, "missing_field"),
    ],
)
def test_a_bad_address_is_refused(given: dict[str, str], status: int, code: str) -> None:
    answer = Client().get("/graphql?" + urlencode(given), headers=STREAM)
    assert (answer.status_code, codes(answer)[0]) == (status, code), answer.content


def test_where_nobody_can_wait_it_says_so(table: Table) -> None:
    body = {"query": EVENTS, "variables": {"game": table.id}}
    answer = Client().post("/graphql", body, content_type="application/json", headers=STREAM)
    assert (answer.status_code, codes(answer), answer["Retry-After"]) == (503, ["unavailable"], "2")
    rest = Client().get(f"/api/v1{table.path}/stream")
    assert (rest.status_code, rest.json()["code"], rest["Retry-After"]) == (503, "unavailable", "2")


@pytest.mark.parametrize("accept", ["text/event-stream", "application/json"])
@pytest.mark.parametrize(
    "query",
    [
        "subscription($a: Boolean!) { myTurns @include(if: $a) { id } }",
        "subscription($a: Boolean!) { myTurns @skip(if: $a) { id } }",
        "subscription($a: Boolean = true) { ... @include(if: $a) { myTurns { id } } }",
        "query q { bots { level } } subscription s($a: Boolean!) { myTurns @include(if: $a) { id } }",
    ],
)
def test_a_subscription_whose_field_depends_on_a_variable_is_refused(query: str, accept: str) -> None:
    for caller in (Caller(), registered("ann")):
        for value in (True, False):
            body = {"query": query, "variables": {"a": value}, "operationName": "q" if " q " in query else None}
            answer = completed(post(caller, body, Accept=accept))
            assert answer.status_code == 400
            assert b'"invalid_query"' in answer.content
