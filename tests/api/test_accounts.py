"""Registration and the player's page."""

import re
from typing import Any

import pytest

from players.models import Player, Token
from players.secrets import token_digest
from tests.api.caller import PASSWORD, Caller, logged_in, refused, registered

pytestmark = pytest.mark.django_db

ARGON2 = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def test_register_opens_an_account_with_a_token_that_works() -> None:
    # given nobody, when Ann registers
    answer = Caller().post("/players", {"name": "Ann", "password": PASSWORD, "email": "ann@example.org"})
    # then she gets her page and a token
    assert answer.status_code == 201
    assert answer["Location"] == "/api/v1/players/Ann"
    player = answer.json()["player"]
    assert TIME.fullmatch(player.pop("created_at"))
    assert player == {
        "name": "Ann",
        "kind": "human",
        "statistics": {"games_played": 0, "games_won": 0},
        "rating": {"ordinal": 0.0, "mu": 25.0, "sigma": 8.33, "games": 0},
        "guest": False,
        "email": "ann@example.org",
        "email_confirmed": False,
        "language": "en",
        "time_zone": "UTC",
        "quiet_hours": None,
        "suspended_until": None,
    }
    assert Caller(answer.json()["token"]).get("/players/me").json()["name"] == "Ann"


def test_a_name_in_any_script_has_an_address() -> None:
    answer = Caller().post("/players", {"name": "Ελένη", "password": PASSWORD})
    assert answer.status_code == 201
    assert answer["Location"] == "/api/v1/players/%CE%95%CE%BB%CE%AD%CE%BD%CE%B7"
    assert Caller().get("/players/ελένη").json()["name"] == "Ελένη"


def test_nothing_in_the_database_is_a_usable_token_or_password(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ARGON2
    token = registered("ann").token
    assert token is not None
    stored = Token.objects.get()
    assert re.fullmatch(r"nss_[A-Za-z0-9_-]{43}", token)
    assert bytes(stored.digest) == token_digest(token)
    assert token.encode() not in bytes(stored.digest)
    assert Player.objects.get().password.startswith("argon2$argon2id$")


@pytest.mark.parametrize("email", [None, ""])
def test_register_without_an_email(email: str | None) -> None:
    answer = Caller().post("/players", {"name": "ann", "password": PASSWORD, "email": email})
    assert answer.json()["player"]["email"] == ""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, (400, "missing_field", "name")),
        ({"name": "bob"}, (400, "missing_field", "password")),
        ({"name": 5, "password": PASSWORD}, (400, "wrong_type", "name")),
        ({"name": None, "password": PASSWORD}, (400, "wrong_type", "name")),
        ({"name": "bob", "password": PASSWORD, "is_staff": True}, (400, "unknown_field", "is_staff")),
        ({"name": "bo", "password": PASSWORD}, (422, "invalid_name", "name")),
        ({"name": "b" * 25, "password": PASSWORD}, (422, "invalid_name", "name")),
        ({"name": "b" * 201, "password": PASSWORD}, (422, "invalid_value", "name")),
        ({"name": "admin", "password": PASSWORD}, (422, "invalid_name", "name")),
        ({"name": "guarded-7", "password": PASSWORD}, (422, "invalid_name", "name")),
        ({"name": "Guest", "password": PASSWORD}, (422, "invalid_name", "name")),
        ({"name": "Guest-7k2m", "password": PASSWORD}, (422, "invalid_name", "name")),
        ({"name": "bob", "password": "short"}, (422, "weak_password", "password")),
        ({"name": "bob", "password": "password123"}, (422, "weak_password", "password")),
        ({"name": "bobbinet", "password": "bobbinet1"}, (422, "weak_password", "password")),
        ({"name": "bob", "password": PASSWORD, "email": "bob@"}, (422, "invalid_value", "email")),
        ({"name": "ANN", "password": PASSWORD}, (409, "name_taken", "name")),
        ({"name": "Änn", "password": PASSWORD}, (409, "name_taken", "name")),
    ],
)
def test_register_is_refused_and_makes_nothing(body: object, expected: tuple[int, str, str]) -> None:
    registered("ann")
    assert refused(Caller().post("/players", body)) == expected
    assert list(Player.objects.values_list("name", flat=True)) == ["ann"]
    assert Token.objects.count() == 1


def test_register_lists_every_fault_of_a_body() -> None:
    problem = Caller().post("/players", {"password": 5, "nick": "bob"}).json()
    assert [(fault["code"], fault["field"]) for fault in problem["errors"]] == [
        ("unknown_field", "nick"),
        ("missing_field", "name"),
        ("wrong_type", "password"),
    ]


def test_everybody_sees_a_page_without_the_email() -> None:
    ann = registered("Ann", email="ann@example.org")
    bob = registered("bob")
    for caller in (ann, bob, Caller()):
        answer = caller.get("/players/aNN")
        assert answer.status_code == 200
        assert answer.json()["name"] == "Ann"
        assert sorted(answer.json()) == ["created_at", "kind", "name", "rating", "statistics"]


@pytest.mark.parametrize(
    "name", ["nobody-here", "änn", "%00", "%F0%9F%92%A9", "a" * 3000, "me%2F", "%ED%A0%80", "%E2%80%AEann"]
)
def test_who_is_not_there_is_not_found(name: str) -> None:
    registered("ann")
    assert refused(Caller().get(f"/players/{name}")) == (404, "not_found", None)


def test_a_player_taken_away_is_not_found_and_their_token_is_dead() -> None:
    ann = registered("ann")
    Player.objects.update(is_active=False)
    assert refused(Caller().get("/players/ann")) == (404, "not_found", None)
    assert refused(ann.get("/players/me")) == (401, "not_authenticated", None)
    assert refused(Caller().post("/tokens", {"name": "ann", "password": PASSWORD})) == (401, "bad_credentials", None)


def test_me_needs_a_token() -> None:
    for answer in (Caller().get("/players/me"), Caller().patch("/players/me", {})):
        assert refused(answer) == (401, "not_authenticated", None)
        assert answer["WWW-Authenticate"] == "Bearer"


def test_change_of_email_and_language() -> None:
    ann = registered("ann", email="ann@example.org")
    assert ann.patch("/players/me", {"language": "fr"}).json()["language"] == "fr"
    assert ann.patch("/players/me", {"email": "a@example.org"}).json()["email"] == "a@example.org"
    assert ann.patch("/players/me", {}).json()["language"] == "fr"
    assert ann.patch("/players/me").json()["email"] == "a@example.org"
    assert ann.patch("/players/me", {"email": None}).json()["email"] == ""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"name": "eve"}, (422, "invalid_value", "name")),
        ({"name": "eve", "password": "another good one"}, (422, "invalid_value", "name")),
        ({"games_won": 5}, (400, "unknown_field", "games_won")),
        ({"language": "tlh"}, (422, "invalid_value", "language")),
        ({"email": "not an address"}, (422, "invalid_value", "email")),
        ({"email": "new@example.org", "password": "another good one"}, (400, "missing_field", "current_password")),
        ({"password": "another good one", "current_password": "wrong"}, (401, "bad_credentials", "current_password")),
        ({"password": "short", "current_password": PASSWORD}, (422, "weak_password", "password")),
    ],
)
def test_a_refused_change_changes_nothing(body: object, expected: tuple[int, str, str]) -> None:
    ann = registered("ann", email="ann@example.org")
    before = Player.objects.values().get()
    assert refused(ann.patch("/players/me", body)) == expected
    assert Player.objects.values().get() == before


def test_a_new_password_ends_all_other_tokens_and_only_mine() -> None:
    # given Ann with two tokens, and Bob
    first, second, bob = registered("ann"), logged_in("ann"), registered("bob")
    # when she changes her password with the second
    body = {"password": "another good one", "current_password": PASSWORD}
    assert second.patch("/players/me", body).status_code == 200
    # then only the second still works for her, and the old password is worth nothing
    assert refused(first.get("/players/me")) == (401, "not_authenticated", None)
    assert second.get("/players/me").status_code == 200
    assert bob.get("/players/me").status_code == 200
    assert refused(Caller().post("/tokens", {"name": "ann", "password": PASSWORD})) == (401, "bad_credentials", None)
    assert Caller().post("/tokens", {"name": "ann", "password": "another good one"}).status_code == 201


def test_a_token_that_may_only_read_cannot_change_the_account() -> None:
    registered("ann")
    reader = logged_in("ann", scopes=["read"])
    answer = reader.patch("/players/me", {"email": "eve@example.org"})
    assert refused(answer) == (403, "missing_scope", None)
    assert answer.json()["scope"] == "play"
    assert reader.get("/players/me").json()["email"] == ""
