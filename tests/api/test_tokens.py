"""Personal tokens: made, listed, revoked, expired."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from players.models import Player, Token
from tests.api.caller import PASSWORD, Caller, logged_in, refused, registered

pytestmark = pytest.mark.django_db


def made(**fields: object) -> dict[str, object]:
    answer = Caller().post("/tokens", {"name": "ann", "password": PASSWORD, **fields})
    assert answer.status_code == 201, answer.content
    token: dict[str, object] = answer.json()
    return token


def test_a_token_is_shown_once() -> None:
    ann = registered("ann")
    token = made(label="phone", scopes=["read"])
    assert sorted(token) == ["created_at", "expires_at", "id", "label", "last_used_at", "scopes", "token"]
    assert (token["label"], token["scopes"], token["expires_at"]) == ("phone", ["read"], None)
    listed = ann.get("/tokens").json()
    assert [entry["label"] for entry in listed["items"]] == ["phone", "registration"]
    assert listed["next"] is None
    assert b"nss_" not in ann.get("/tokens").content


def test_a_token_may_do_everything_unless_told_otherwise() -> None:
    registered("ann")
    assert made()["scopes"] == ["read", "play"]
    assert made(scopes=["play", "read"], label=None, expires_in=None)["scopes"] == ["read", "play"]


def test_a_token_expires_by_the_clock_of_the_database() -> None:
    registered("ann")
    token = made(expires_in="P30D")
    stored = Token.objects.get(pk=token["id"])
    assert stored.expires_at is not None
    assert stored.expires_at - stored.created_at == timedelta(days=30)
    caller = Caller(str(token["token"]))
    assert caller.get("/players/me").status_code == 200
    Token.objects.filter(pk=token["id"]).update(expires_at=Now())
    assert refused(caller.get("/players/me")) == (401, "not_authenticated", None)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"password": "wrong"}, (401, "bad_credentials", None)),
        ({"name": "nobody-here"}, (401, "bad_credentials", None)),
        ({"name": "änn"}, (401, "bad_credentials", None)),
        ({"name": "guarded-1"}, (401, "bad_credentials", None)),
        ({"scopes": []}, (422, "invalid_value", "scopes")),
        ({"scopes": ["admin"]}, (422, "invalid_value", "scopes.0")),
        ({"scopes": [1]}, (400, "wrong_type", "scopes.0")),
        ({"scopes": "read"}, (400, "wrong_type", "scopes")),
        ({"label": "x" * 61}, (422, "invalid_value", "label")),
        ({"label": "a\nb"}, (422, "invalid_value", "label")),
        ({"expires_in": 3600}, (400, "wrong_type", "expires_in")),
        ({"expires_in": "1 day"}, (422, "invalid_value", "expires_in")),
        ({"expires_in": "P1Y"}, (422, "invalid_value", "expires_in")),
        ({"expires_in": "PT0S"}, (422, "invalid_value", "expires_in")),
        ({"expires_in": "-PT5S"}, (422, "invalid_value", "expires_in")),
        ({"expires_in": "P99999999D"}, (422, "invalid_value", "expires_in")),
        ({"expires_in": "P" + "9" * 36 + "D"}, (422, "invalid_value", "expires_in")),
        ({"player": "bob"}, (400, "unknown_field", "player")),
    ],
)
def test_a_token_is_refused_and_not_made(fields: dict[str, object], expected: tuple[int, str, str | None]) -> None:
    registered("ann")
    answer = Caller().post("/tokens", {"name": "ann", "password": PASSWORD, **fields})
    assert refused(answer) == expected
    assert Token.objects.count() == 1


def test_an_unknown_name_and_a_wrong_password_look_the_same() -> None:
    registered("ann")
    same = {"X-Request-ID": "same"}
    wrong = Caller().post("/tokens", {"name": "ann", "password": "wrong"}, **same)
    unknown = Caller().post("/tokens", {"name": "zoe", "password": "wrong"}, **same)
    assert (wrong.content, wrong.headers) == (unknown.content, unknown.headers)


def test_an_unknown_name_costs_a_hash_too(monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[str] = []
    monkeypatch.setattr("django.contrib.auth.hashers.make_password", lambda password: hashed.append(password))
    Caller().post("/tokens", {"name": "zoe", "password": "wrong"})
    assert len(hashed) == 1


def test_tokens_are_the_owners_alone() -> None:
    # given tokens of Ann and of Bob
    ann, bob = registered("ann"), registered("bob")
    token_id = ann.get("/tokens").json()["items"][0]["id"]
    # when anybody else tries, then they see nothing and end nothing
    assert [entry["id"] for entry in bob.get("/tokens").json()["items"]] != [token_id]
    assert refused(bob.delete(f"/tokens/{token_id}")) == (404, "not_found", None)
    assert refused(Caller().delete(f"/tokens/{token_id}")) == (401, "not_authenticated", None)
    assert refused(Caller().get("/tokens")) == (401, "not_authenticated", None)
    assert ann.get("/players/me").status_code == 200


def test_a_revoked_token_is_dead_at_once_and_gone_from_the_list() -> None:
    ann = registered("ann")
    token = made(label="phone")
    phone = Caller(str(token["token"]))
    assert phone.get("/players/me").status_code == 200
    answer = ann.delete(f"/tokens/{token['id']}")
    assert (answer.status_code, answer.content) == (204, b"")
    assert refused(phone.get("/players/me")) == (401, "not_authenticated", None)
    assert refused(phone.get("/players/ann")) == (401, "not_authenticated", None)
    assert refused(ann.delete(f"/tokens/{token['id']}")) == (404, "not_found", None)
    assert [entry["label"] for entry in ann.get("/tokens").json()["items"]] == ["registration"]


@pytest.mark.parametrize("token_id", ["nothing", "%00", "9" * 500, "%27%20or%201=1"])
def test_an_unknown_token_is_not_found(token_id: str) -> None:
    assert refused(registered("ann").delete(f"/tokens/{token_id}")) == (404, "not_found", None)


def test_a_token_that_may_only_read_revokes_itself_and_no_other() -> None:
    ann = registered("ann")
    reader = logged_in("ann", scopes=["read"])
    own, other = (entry["id"] for entry in ann.get("/tokens").json()["items"])
    assert refused(reader.delete(f"/tokens/{other}")) == (403, "missing_scope", None)
    assert ann.get("/players/me").status_code == 200
    assert reader.delete(f"/tokens/{own}").status_code == 204


def test_a_token_that_may_only_play_does_not_read() -> None:
    registered("ann")
    player = logged_in("ann", scopes=["play"])
    for path in ("/players/me", "/tokens", "/players/ann"):
        answer = player.get(path)
        assert refused(answer) == (403, "missing_scope", None)
        assert answer.json()["scope"] == "read"


def test_a_suspended_player_still_holds_their_account() -> None:
    ann = registered("ann")
    Player.objects.update(suspended_until=Now() + timedelta(days=1))
    assert ann.get("/players/me").json()["suspended_until"] is not None
    assert ann.patch("/players/me", {"language": "fr"}).status_code == 200


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer nss_",
        "nss_x",
        "Basic YW5uOnB3",
        "Bearer nss_" + "A" * 43,
        "Bearer \xff",
        "",
        "Bearer a b",
    ],
)
def test_a_bad_token_is_refused_even_where_none_is_needed(header: str) -> None:
    registered("ann")
    answer = Caller().get("/players/ann", Authorization=header)
    assert refused(answer) == (401, "not_authenticated", None)
    assert answer["WWW-Authenticate"] == "Bearer"


def test_a_token_is_looked_up_in_one_statement_and_its_use_noted_once_a_minute() -> None:
    ann = registered("ann")
    assert Token.objects.get().last_used_at is None
    ann.get("/players/me")
    noted = Token.objects.get().last_used_at
    assert noted is not None
    with CaptureQueriesContext(connection) as queries:
        ann.get("/players/me")
    assert len(queries) == 1
    assert Token.objects.get().last_used_at == noted
    Token.objects.update(last_used_at=Now() - timedelta(seconds=61))
    ann.get("/players/me")
    assert Token.objects.get().last_used_at >= noted


def test_the_list_is_paged() -> None:
    ann = registered("ann")
    ids = [made(label=str(number))["id"] for number in range(4)]
    first = ann.get("/tokens?limit=2").json()
    # a token made between the pages moves nothing
    made(label="late")
    second = ann.get(f"/tokens?limit=2&cursor={first['next']}").json()
    third = ann.get(f"/tokens?limit=2&cursor={second['next']}").json()
    shown = [entry["id"] for page in (first, second, third) for entry in page["items"]]
    assert shown[:4] == ids[::-1]
    assert len(shown) == 5
    assert third["next"] is None


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("limit=0", (422, "invalid_value", "limit")),
        ("limit=101", (422, "invalid_value", "limit")),
        ("limit=ten", (400, "wrong_type", "limit")),
        ("limit=" + "9" * 5000, (422, "invalid_value", "limit")),
        ("limit=1&limit=2", (400, "malformed", "limit")),
        ("page=2", (400, "unknown_field", "page")),
        ("cursor=%00", (400, "malformed", None)),
        ("cursor=", (400, "bad_cursor", "cursor")),
        ("cursor=WyJ4Il0", (400, "bad_cursor", "cursor")),
        ("cursor=%F0%9F%92%A9", (400, "bad_cursor", "cursor")),
    ],
)
def test_a_bad_query_is_refused(query: str, expected: tuple[int, str, str | None]) -> None:
    assert refused(registered("ann").get(f"/tokens?{query}")) == expected
