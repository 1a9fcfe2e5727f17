"""Sessions of browsers: a cookie that pages use and never see, and that nobody else can use."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db.models.functions import Now
from django.test import RequestFactory

from players.access import asking
from players.cookies import session_set
from players.errors import Refusal
from players.models import Player, Token
from tests.api.browser import ORIGIN, Browser
from tests.api.caller import PASSWORD, Caller, logged_in, refused, registered
from tests.api.streaming import completed
from tests.api.tables import open_table

pytestmark = pytest.mark.django_db

ANN = {"name": "ann", "password": PASSWORD}
CREATE = {"query": "mutation { createGame { game { creator } errors { code } } }"}


@pytest.fixture
def ann() -> Browser:
    """Ann's browser, logged in."""
    registered("ann")
    browser = Browser()
    browser.log_in(**ANN)
    return browser


def labels(name: str = "ann") -> list[tuple[str, bool]]:
    """The tokens of a player, the oldest first, and whether they work."""
    tokens = Token.objects.filter(player__name=name).order_by("created_at", "pk")
    return [(token.label, token.revoked_at is None) for token in tokens]


def test_a_browser_without_a_session_is_told_so_and_may_begin_one() -> None:
    browser = Browser()
    answer = browser.get("/session")
    assert (answer.status_code, sorted(answer.json()), answer.json()["player"]) == (200, ["csrf_token", "player"], None)
    assert answer["Cache-Control"] == "private, no-store"
    assert {"Authorization", "Cookie"} <= {name.strip() for name in answer["Vary"].split(",")}
    assert "nessos" not in answer.cookies
    assert answer.cookies["csrftoken"]["httponly"]


def test_a_log_in_sets_a_cookie_that_no_script_reads_and_no_other_site_sends(settings: Any) -> None:
    player = registered("ann").get("/players/me").json()
    browser = Browser()
    browser.session()

    answer = browser.post("/session", ANN)

    assert (answer.status_code, answer.json()) == (201, {"player": player, "csrf_token": browser.csrf})
    cookie = answer.cookies["nessos"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"]) == (True, "Strict", "/", "")
    assert cookie["max-age"] == 365 * 24 * 3600
    # The text of the token is nowhere but there.
    assert cookie.value.startswith("nss_")
    assert cookie.value.encode() not in answer.content
    assert browser.session() == player
    assert labels() == [("registration", True), ("browser", True)]
    # In production it belongs to this host alone, and travels over TLS.
    settings.BROWSER_COOKIE, settings.BROWSER_COOKIE_SECURE = "__Host-nessos", True
    session_set(answer, "nss_x")
    assert answer.cookies["__Host-nessos"]["secure"]


def test_the_cookie_is_the_player_everywhere(ann: Browser) -> None:
    game = ann.post("/games", {"players": 3}).json()
    assert game["creator"] == "ann"
    assert ann.get("/players/me").json()["name"] == "ann"
    assert ann.call("PATCH", "/players/me", {"language": "fr"}).json()["language"] == "fr"
    assert ann.send("POST", "/graphql", CREATE).json()["data"]["createGame"]["game"] == {"creator": "ann"}
    stream = completed(ann.get("/players/me/stream?after=0", Accept="text/event-stream"))
    assert (stream.status_code, stream["Content-Type"]) == (200, "text/event-stream")
    subscription = {"query": f'subscription {{ gameEvents(gameId: "{game["id"]}") {{ seq }} }}'}
    told = completed(ann.send("POST", "/graphql", subscription, Accept="text/event-stream"))
    assert b'"seq":1' in told.content
    private = ann.post("/games", {"visibility": "private"}).json()
    page = completed(ann.get(f"/games/{private['id']}/events?after={private['version']}&wait=1"))
    assert (page.status_code, json.loads(page.content)["items"]) == (200, [])
    ann.call("DELETE", f"/games/{game['id']}/seats/me")
    assert ann.get(f"/games/{game['id']}").json()["status"] == "cancelled"


def test_a_token_in_the_header_is_who_asks_whatever_the_cookie_says(ann: Browser) -> None:
    bob = registered("bob")
    header = {"Authorization": f"Bearer {bob.token}"}
    assert ann.get("/players/me", **header).json()["name"] == "bob"
    # It needs nothing else: no page can make another site's browser send it.
    elsewhere = {"Origin": "https://evil.example", "X-CSRFToken": "x"}
    assert ann.post("/games", {}, **header, **elsewhere).json()["creator"] == "bob"
    assert refused(ann.get("/players/me", Authorization="Bearer nss_x")) == (401, "not_authenticated", None)
    # And the session is the cookie's all the same.
    assert ann.get("/session", **header).json()["player"]["name"] == "ann"
    assert refused(ann.get("/session", Authorization="Bearer nss_x")) == (401, "not_authenticated", None)


FORGED: dict[str, dict[str, str | None]] = {
    "without a sign": {"X-CSRFToken": None},
    "with no sign of ours": {"X-CSRFToken": "x" * 64},
    "with a sign of another browser": {"X-CSRFToken": "another"},
    "from another site": {"Origin": "https://evil.example"},
    "from another port": {"Origin": f"{ORIGIN}:8001"},
    "from another scheme": {"Origin": "https://testserver"},
    "from nowhere": {"Origin": "null"},
}
CALLS: tuple[tuple[str, str, object], ...] = (
    ("POST", "/api/v1/games", {}),
    ("PATCH", "/api/v1/players/me", {"language": "fr"}),
    ("DELETE", "/api/v1/tokens/{token}", None),
    ("DELETE", "/api/v1/session", None),
    ("POST", "/api/v1/session", ANN),
    ("POST", "/api/v1/players/guest", None),
    ("POST", "/graphql", CREATE),
    ("PUT", "/api/v1/games", {}),
)


@pytest.mark.parametrize("how", FORGED)
def test_what_no_page_of_ours_asks_is_refused_and_changes_nothing(ann: Browser, how: str) -> None:
    headers: dict[str, Any] = dict(FORGED[how])
    if headers.get("X-CSRFToken") == "another":
        other = Browser()
        other.session()
        headers["X-CSRFToken"] = other.csrf
    token = Token.objects.get(label="browser").pk
    before = list(Player.objects.values()), list(Token.objects.values("pk", "revoked_at"))
    for method, address, body in CALLS:
        answer = ann.send(method, address.format(token=token), body, **headers)
        if address == "/graphql":
            error = answer.json()["errors"][0]["extensions"]
            assert (answer.status_code, error["code"]) == (403, "csrf_failed")
        else:
            assert refused(answer) == (403, "csrf_failed", None), (method, address)
        assert answer["Cache-Control"] == "private, no-store"
        assert "nessos" not in answer.cookies
    assert (list(Player.objects.values()), list(Token.objects.values("pk", "revoked_at"))) == before
    assert ann.get("/players/me").status_code == 200
    # The same from our page is done.
    assert ann.post("/games", {}).status_code == 201


@pytest.mark.parametrize("how", FORGED)
def test_nobody_is_logged_in_as_somebody_else_by_another_site(how: str) -> None:
    registered("mallory")
    victim = Browser()
    victim.session()
    headers: dict[str, Any] = dict(FORGED[how])
    answer = victim.post("/session", {"name": "mallory", "password": PASSWORD}, **headers)
    assert refused(answer) == (403, "csrf_failed", None)
    assert "nessos" not in answer.cookies
    assert labels("mallory") == [("registration", True)]


@pytest.mark.parametrize("content_type", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_a_form_is_no_call_though_it_shows_the_sign(ann: Browser, content_type: str) -> None:
    form = f"csrfmiddlewaretoken={ann.csrf}&name=x".encode()
    for address in ("/api/v1/games", "/graphql", "/api/v1/session"):
        answer = ann.client.generic(
            "POST", address, form, content_type=content_type, headers={"Origin": ORIGIN, "X-CSRFToken": ann.csrf or ""}
        )
        assert answer.status_code == 415, answer.content
        large = ann.client.generic("POST", address, b"x" * 70_000, content_type=content_type)
        assert large.status_code == 413


def test_without_a_session_nothing_needs_a_sign() -> None:
    somebody = Browser(origin="https://client.example")
    assert somebody.post("/players", {"name": "zoe", "password": PASSWORD}).status_code == 201
    assert somebody.post("/players/guest").status_code == 201


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_looking_needs_no_sign(ann: Browser, method: str) -> None:
    answer = ann.call(method, "/players/me", **{"Origin": "https://evil.example", "X-CSRFToken": "x"})
    assert answer.status_code in (200, 204)
    # But no page of another origin gets to see it.
    assert "Access-Control-Allow-Credentials" not in answer
    asks_first = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x-csrftoken"}
    allowed = ann.call("OPTIONS", "/games", Origin="https://evil.example", **asks_first)
    assert "Access-Control-Allow-Credentials" not in allowed
    assert "csrf" not in allowed["Access-Control-Allow-Headers"].lower()


def test_the_graphql_of_addresses_changes_nothing(ann: Browser) -> None:
    answer = ann.send("GET", f"/graphql?query={CREATE['query']}", Accept="text/event-stream")
    assert answer.status_code == 405


def test_logging_out_ends_the_token_and_the_cookie(ann: Browser) -> None:
    text = ann.cookie.value
    answer = ann.call("DELETE", "/session")
    assert (answer.status_code, answer.content) == (204, b"")
    assert (answer.cookies["nessos"].value, answer.cookies["nessos"]["max-age"]) == ("", 0)
    assert labels() == [("registration", True), ("browser", False)]
    assert refused(Caller(text).get("/players/me")) == (401, "not_authenticated", None)
    assert ann.session() is None
    # Once more does no harm.
    assert ann.call("DELETE", "/session").status_code == 204


def test_a_session_that_is_over_is_refused_until_the_browser_asks_for_it(ann: Browser) -> None:
    Token.objects.filter(label="browser").update(revoked_at=Now())
    for answer in (ann.get("/games"), ann.get("/players/me"), ann.get("/bots"), ann.post("/games", {})):
        assert refused(answer) == (401, "not_authenticated", None)
        assert answer["Cache-Control"] == "private, no-store"
        # A late answer must not take away the cookie of a session that began meanwhile.
        assert "nessos" not in answer.cookies
    answer = ann.get("/session")
    assert (answer.json()["player"], answer.cookies["nessos"].value) == (None, "")
    assert ann.get("/games").status_code == 200


def test_a_dead_cookie_is_not_in_the_way_of_a_log_in(ann: Browser) -> None:
    Token.objects.filter(label="browser").update(revoked_at=Now())
    answer = ann.post("/session", ANN)
    assert answer.status_code == 201
    assert ann.get("/players/me").status_code == 200


def test_a_session_ends_with_its_time(ann: Browser) -> None:
    token = Token.objects.get(label="browser")
    assert token.expires_at is not None
    assert token.expires_at - token.created_at == timedelta(days=365)
    Token.objects.filter(pk=token.pk).update(expires_at=Now())
    assert ann.session() is None


def test_a_log_in_ends_the_session_that_there_was(ann: Browser) -> None:
    registered("bob")
    assert ann.log_in(name="bob", password=PASSWORD)["name"] == "bob"
    assert labels() == [("registration", True), ("browser", False)]
    assert labels("bob") == [("registration", True), ("browser", True)]


def test_a_cookie_that_was_planted_is_not_the_one_that_a_log_in_sets() -> None:
    mallory = registered("mallory").token
    registered("ann")
    victim = Browser()
    victim.client.cookies["nessos"] = mallory
    victim.log_in(**ANN)
    # The one planted is worth nothing any more, to whoever knows it.
    assert victim.cookie.value != mallory
    assert victim.get("/players/me").json()["name"] == "ann"
    assert refused(Caller(mallory).get("/players/me")) == (401, "not_authenticated", None)


def test_a_token_is_exchanged_and_ends() -> None:
    guest = Caller().post("/players/guest").json()
    browser = Browser()

    assert browser.log_in(token=guest["token"]) == guest["player"]

    assert labels(guest["player"]["name"]) == [("guest", False), ("browser", True)]
    assert refused(Caller(guest["token"]).get("/players/me")) == (401, "not_authenticated", None)
    again = browser.post("/session", {"token": guest["token"]})
    assert refused(again) == (401, "not_authenticated", "token")
    # The session that there was goes on.
    assert browser.get("/players/me").json() == guest["player"]


def test_an_exchange_gives_no_more_than_there_was() -> None:
    registered("ann")
    browser = Browser()
    browser.session()
    for scopes, missing in ((["read"], "play"), (["play"], "read")):
        weak = logged_in("ann", scopes=scopes)
        answer = browser.post("/session", {"token": weak.token})
        assert (refused(answer), answer.json()["scope"]) == ((403, "missing_scope", None), missing)
        assert weak.get("/bots").status_code in (200, 403)
    short = logged_in("ann", expires_in="PT1H")
    browser.log_in(token=str(short.token))
    given, session = Token.objects.filter(label__in=("", "browser"), expires_at__isnull=False).order_by("created_at")
    assert given.expires_at is not None
    assert session.expires_at is not None
    assert abs(given.expires_at - session.expires_at) < timedelta(seconds=5)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, (400, "missing_field", "name")),
        ({"name": "ann"}, (400, "missing_field", "password")),
        ({**ANN, "token": "x"}, (400, "unknown_field", "name")),
        ({"token": 5}, (400, "wrong_type", "token")),
        ({"token": "nss_x"}, (401, "not_authenticated", "token")),
        ({**ANN, "password": "wrong"}, (401, "bad_credentials", None)),
        ({**ANN, "name": "nobody-here"}, (401, "bad_credentials", None)),
        ({**ANN, "scopes": ["read"]}, (400, "unknown_field", "scopes")),
        (["ann"], (400, "malformed", None)),
    ],
)
def test_a_bad_log_in_begins_nothing_and_ends_nothing(
    ann: Browser, body: object, expected: tuple[int, str, str | None]
) -> None:
    before = labels()
    assert refused(ann.post("/session", body)) == expected
    assert labels() == before
    assert ann.get("/players/me").status_code == 200


def test_who_is_suspended_may_log_in_and_look(ann: Browser) -> None:
    Player.objects.update(suspended_until=Now() + timedelta(hours=1))
    assert ann.log_in(**ANN)["suspended_until"] is not None
    assert ann.get("/games").status_code == 200
    assert refused(ann.post("/games", {})) == (403, "suspended", None)


def test_who_was_taken_away_has_no_session(ann: Browser) -> None:
    Player.objects.update(is_active=False)
    assert ann.session() is None
    assert refused(ann.post("/session", ANN)) == (401, "bad_credentials", None)


def test_a_new_password_ends_the_sessions_of_other_browsers(ann: Browser) -> None:
    other = Browser()
    other.log_in(**ANN)
    body = {"password": "another good one", "current_password": PASSWORD}
    assert other.call("PATCH", "/players/me", body).status_code == 200
    assert (ann.session(), other.session()["name"]) == (None, "ann")


def test_a_retry_of_a_log_in_gets_the_same_session(ann: Browser) -> None:
    key = {"Idempotency-Key": "once"}
    browser = Browser()
    browser.session()
    sign, cookie = browser.csrf, browser.client.cookies["csrftoken"].value
    first = browser.post("/session", ANN, **key)
    # The answer never arrived.
    browser.client.cookies.pop("nessos")
    browser.csrf, browser.client.cookies["csrftoken"] = sign, cookie
    again = browser.post("/session", ANN, **key)
    assert (again.status_code, again.content, again["Idempotency-Replayed"]) == (201, first.content, "true")
    assert first.cookies["nessos"].OutputString() == again["Set-Cookie"]


def test_another_site_gets_no_answer_again_either(ann: Browser) -> None:
    key = {"Idempotency-Key": "once"}
    browser = Browser()
    browser.session()
    assert browser.post("/session", ANN, **key).status_code == 201
    elsewhere = Browser(origin="https://evil.example")

    again = elsewhere.post("/session", ANN, **key)

    assert refused(again) == (403, "csrf_failed", None)
    assert "nessos" not in again.cookies


def test_what_a_page_was_told_before_is_worth_nothing_after_a_log_in(ann: Browser) -> None:
    """A tab that was drawn for somebody else changes nothing in the name of who has logged in since."""
    registered("bob")
    before = ann.csrf
    ann.post("/session", {"name": "bob", "password": PASSWORD})
    ann.csrf = before

    assert refused(ann.call("PATCH", "/players/me", {"language": "fr"})) == (403, "csrf_failed", None)
    assert ann.session()["language"] == "en"


def test_a_bot_is_logged_in_nowhere() -> None:
    bot = registered("ann").post("/players/me/bots", {"name": "tin-man"}).json()
    browser = Browser()
    browser.session()

    assert refused(browser.post("/session", {"token": bot["token"]})) == (403, "forbidden", None)
    assert Caller(bot["token"]).get("/players/me").status_code == 200


def test_keys_belong_to_the_session(ann: Browser) -> None:
    key = {"Idempotency-Key": "once"}
    first = ann.post("/games", {}, **key)
    assert ann.post("/games", {}, **key).json() == first.json()
    registered("bob")
    bob = Browser()
    bob.log_in(name="bob", password=PASSWORD)
    assert bob.post("/games", {}, **key).json()["creator"] == "bob"
    # And a page of another site gets no answer again either.
    assert refused(ann.post("/games", {}, **key, Origin="https://evil.example")) == (403, "csrf_failed", None)


def test_what_a_session_sees_is_kept_by_nobody(ann: Browser) -> None:
    table = open_table("bob", "cleo", "dan")
    for path in ("/", "/bots", "/problems", "/players/ann", "/games", table.path):
        answer = ann.get(path)
        assert answer["Cache-Control"] == "private, no-store", path
        assert {"Authorization", "Cookie"} <= {name.strip() for name in answer["Vary"].split(",")}


def test_a_request_is_looked_up_once_and_a_forged_one_counts_for_nobody(ann: Browser) -> None:
    request = RequestFactory(enforce_csrf_checks=True).post(  # type: ignore[call-arg]
        "/api/v1/games", json.dumps({}), content_type="application/json"
    )
    request.COOKIES[django_settings.BROWSER_COOKIE] = ann.cookie.value
    for _ in range(2):
        with pytest.raises(Refusal, match="csrf_failed"):
            asking(request)
