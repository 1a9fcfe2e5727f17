"""How `/graphql` is spoken to: JSON posts, statuses, headers."""

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from tests.api.caller import Caller, logged_in, registered
from tests.api.graphql.asking import ask, codes, data, post

pytestmark = pytest.mark.django_db

GOOD = {"query": "{ bots { level } }"}


def test_an_answer_has_data_and_cost_and_is_never_stored() -> None:
    answer = post(Caller(), GOOD)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert answer.json() == {
        "data": {"bots": [{"level": "novice"}, {"level": "guarded"}, {"level": "shrewd"}, {"level": "oracle"}]},
        "extensions": {"cost": 1},
    }
    assert answer["Cache-Control"] == "private, no-store"
    assert {"Authorization", "Cookie"} <= {name.strip() for name in answer["Vary"].split(",")}


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "HEAD", "TRACE", "BREW"])
def test_only_posts(method: str) -> None:
    answer = Client().generic(method, "/graphql?query={bots{level}}")
    assert answer.status_code == 405
    assert answer["Allow"] == "POST, OPTIONS"
    if method != "HEAD":
        assert codes(answer) == ["method_not_allowed"]


@pytest.mark.parametrize(
    "content_type",
    ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "application/graphql", ""],
)
def test_only_json(content_type: str) -> None:
    answer = post(Caller(), b"query={bots{level}}", content_type)
    assert (answer.status_code, codes(answer)) == (415, ["unsupported_media_type"])


def test_json_with_a_charset() -> None:
    assert post(Caller(), GOOD, "application/json; charset=utf-8").status_code == 200


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "malformed"),
        (b"null", 400, "malformed"),
        (b'"{ bots { level } }"', 400, "malformed"),
        (b"5", 400, "malformed"),
        (b"[]", 400, "batch_refused"),
        (b"{}", 400, "missing_field"),
        (b'{"query":null}', 400, "wrong_type"),
        (b'{"query":5}', 400, "wrong_type"),
        (b'{"query":"{bots{level}}","variables":[]}', 400, "wrong_type"),
        (b'{"query":"{bots{level}}","variables":"{}"}', 400, "wrong_type"),
        (b'{"query":"{bots{level}}","operationName":5}', 400, "wrong_type"),
        (b'{"query":"{bots{level}}","extra":5}', 400, "unknown_field"),
        (b'{"query":"{bots{level}}","query":"{bots{level}}"}', 400, "malformed"),
        (b'{"query":"{bots{level}}\\u0000"}', 400, "malformed"),
        (b'{"query":"{bots{level}}","variables":{"a":"\\ud800"}}', 400, "malformed"),
        (b'{"query":"{bots{level}}","variables":{"a":NaN}}', 400, "malformed"),
        (b'{"query":"{bots{level}}","variables":{"a":1e999}}', 400, "malformed"),
        (b'{"query":"\xff"}', 400, "malformed"),
        (b'{"a":' * 10_000, 400, "malformed"),
        (b'{"query":"' + b" " * 70_000 + b'"}', 413, "too_large"),
        (b'{"query":""}', 400, "invalid_query"),
        (b'{"query":"query A{bots{level}} query B{bots{level}}"}', 400, "invalid_query"),
        (b'{"query":"query A{bots{level}}","operationName":"B"}', 400, "invalid_query"),
    ],
)
def test_a_bad_body_is_refused(body: bytes, status: int, code: str) -> None:
    answer = post(Caller(), body)
    assert (answer.status_code, codes(answer)[0]) == (status, code), answer.content


def test_null_members_count_as_absent() -> None:
    assert post(Caller(), {**GOOD, "variables": None, "operationName": None, "extensions": None}).status_code == 200


def test_the_named_operation_runs() -> None:
    query = "query A { bots { level } } query B { bots { name } }"
    assert ask(Caller(), query, operationName="B").json()["data"]["bots"][0] == {"name": "Novice"}


def test_a_bad_token_is_refused_even_where_none_is_needed() -> None:
    answer = post(Caller("nss_" + "x" * 43), GOOD)
    assert (answer.status_code, codes(answer)) == (401, ["not_authenticated"])
    assert answer["WWW-Authenticate"] == "Bearer"


def test_a_session_is_no_token() -> None:
    registered("ann")
    from players.models import Player

    client = Client()
    client.force_login(Player.objects.get())
    answer = client.post("/graphql", {"query": "{ me { name } }"}, content_type="application/json")
    assert codes(answer) == ["not_authenticated"]


def test_scopes_are_looked_at_where_they_matter() -> None:
    registered("ann")
    reader, player = logged_in("ann", scopes=["read"]), logged_in("ann", scopes=["play"])
    assert data(reader, "{ me { name } }") == {"me": {"name": "ann"}}
    answer = ask(player, "{ me { name } }")
    assert codes(answer) == ["missing_scope"]
    assert answer.json()["errors"][0]["extensions"]["scope"] == "read"
    refused = data(reader, "mutation { createGame { game { id } errors { code scope } } }")["createGame"]
    assert refused == {"game": None, "errors": [{"code": "missing_scope", "scope": "play"}]}


def test_suggestions_are_not_given() -> None:
    for query in ("{ game(idd: 1) { id } }", "{ gamez { id } }", "{ games(order: oldst) { nodes { idd } } }"):
        answer = ask(Caller(), query)
        assert answer.status_code == 400
        assert b"Did you mean" not in answer.content


@pytest.mark.parametrize("seam", ["games.graphql.queries.player_get", "players.access.player_by_token"])
def test_without_the_database_the_service_is_unavailable_for_a_moment(
    monkeypatch: pytest.MonkeyPatch, seam: str
) -> None:
    def away(text: str) -> None:
        raise OperationalError("connection to server at 10.1.2.3 failed")

    ann = registered("ann")
    monkeypatch.setattr(seam, away)
    answer = ask(ann, '{ player(name: "ann") { name } }')
    assert (answer.status_code, codes(answer), answer["Retry-After"]) == (503, ["unavailable"], "2")
    assert b"10.1.2.3" not in answer.content


def test_a_failure_is_logged_and_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(name: str) -> None:
        raise RuntimeError("the secret of the house")

    monkeypatch.setattr("games.graphql.queries.player_get", fail)
    answer = ask(Caller(), '{ player(name: "ann") { name } }')
    assert (answer.status_code, codes(answer)) == (500, ["internal_error"])
    assert b"secret" not in answer.content
    assert "the secret of the house" in caplog.text


@pytest.mark.parametrize(
    ("query", "variables", "code", "field"),
    [
        ("{ game { id } }", None, "missing_field", "id"),
        ("query($i: ID!) { game(id: $i) { id } }", {}, "missing_field", "i"),
        ("{ game(id: 5, x: 1) { id } }", None, "unknown_field", "x"),
        ("{ games(order: best) { nodes { id } } }", None, "invalid_value", None),
        ("{ games(first: 101) { nodes { id } } }", None, "invalid_value", "first"),
        ("{ games(first: 0) { nodes { id } } }", None, "invalid_value", "first"),
        ("{ games(first: -5) { nodes { id } } }", None, "invalid_value", "first"),
        ('{ games(after: "nonsense") { nodes { id } } }', None, "bad_cursor", "after"),
        ("query($n: Int) { games(first: $n) { nodes { id } } }", {"n": "5"}, "wrong_type", "n"),
    ],
)
def test_arguments_at_fault_are_named(query: str, variables: Any, code: str, field: str | None) -> None:
    error = ask(Caller(), query, variables).json()["errors"][0]
    assert (error["extensions"]["code"], error["extensions"].get("field")) == (code, field), error


def test_arguments_that_are_null_count_as_absent() -> None:
    query = "query($n: Int, $a: String, $s: [GameStatus!], $o: GameOrder) " + (
        "{ games(first: $n, after: $a, status: $s, order: $o, player: null, joinable: null) { nodes { id } } }"
    )
    ann = registered("ann")
    ann.post("/games")
    assert len(data(Caller(), query, {"n": None, "a": None, "s": None, "o": None})["games"]["nodes"]) == 1


def test_the_explorer_comes_from_our_own_files_alone(client: Client) -> None:
    page = client.get("/graphiql")
    assert page.status_code == 200
    policy = page["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    html = page.content.decode()
    assert "<style" not in html
    assert "//" not in html.replace("<!doctype html>", "")
    for address in [part.split('"')[0] for part in html.split('src="')[1:] + html.split('href="')[1:]]:
        assert address.startswith("/static/graphiql/")
        assert client.get(address).status_code == 200, address


def first_query() -> str:
    from django.contrib.staticfiles import finders

    path = finders.find("graphiql/explorer.js")
    assert isinstance(path, str)
    with open(path, encoding="utf-8") as file:
        return file.read().split("`")[1]


def test_the_first_query_of_the_explorer_works() -> None:
    registered("ann").post("/games", {"name": "To the Styx"})
    assert data(Caller(), first_query())["games"]["nodes"][0]["name"] == "To the Styx"
