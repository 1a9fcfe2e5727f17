"""Problems from every corner, and the headers that every answer has."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client

from players.errors import ERROR_KINDS, ErrorCode, Refusal
from players.rest.problems import problem_json, refusal_of
from tests.api.caller import Caller, refused, registered

pytestmark = pytest.mark.django_db


def test_the_list_of_problems_is_the_table_of_codes() -> None:
    answer = Caller().get("/problems")
    assert answer.status_code == 200
    assert [(item["code"], item["status"]) for item in answer.json()["items"]] == [
        (code.value, kind.status) for code, kind in ERROR_KINDS.items()
    ]
    assert set(ERROR_KINDS) == set(ErrorCode)
    assert answer.json()["items"][0] == {
        "code": "malformed",
        "status": 400,
        "title": "Malformed request",
        "description": "The body is not the JSON object that was expected, or is nested too deep.",
        "type": "/api/v1/problems#malformed",
    }


@pytest.mark.parametrize(
    "path", ["/nothing", "/api/v1/nothing", "/api/v1/players/", "/api/v1/players/me/", "/api/v2/players"]
)
def test_an_unknown_address_is_a_problem(path: str) -> None:
    answer = Client().get(path)
    assert refused(answer) == (404, "not_found", None)
    assert answer["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("GET", "/players", "POST, OPTIONS"),
        ("PUT", "/players/me", "GET, PATCH, HEAD, OPTIONS"),
        ("POST", "/players/ann", "GET, HEAD, OPTIONS"),
        ("GET", "/tokens/x", "DELETE, OPTIONS"),
        ("BREW", "/problems", "GET, HEAD, OPTIONS"),
        ("TRACE", "/problems", "GET, HEAD, OPTIONS"),
    ],
)
def test_an_unknown_method_is_a_problem_that_says_which_are_known(method: str, path: str, allow: str) -> None:
    answer = Caller().send(method, path)
    assert refused(answer) == (405, "method_not_allowed", None)
    assert sorted(answer["Allow"].split(", ")) == sorted(allow.split(", "))


def test_options_and_head_say_little() -> None:
    options = Caller().send("OPTIONS", "/problems")
    assert (options.status_code, options.content, options["Allow"]) == (204, b"", "GET, HEAD, OPTIONS")
    head = Caller().send("HEAD", "/problems")
    assert (head.status_code, head.content, head["Content-Type"]) == (200, b"", "application/json")


@pytest.mark.parametrize("accept", ["text/html", "application/xml;q=1", "nonsense", "*/*;q=0", ", " * 500])
def test_the_answer_is_json_whatever_is_accepted(accept: str) -> None:
    answer = Caller().get("/problems", Accept=accept)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")


@pytest.mark.parametrize(
    ("call", "status"),
    [
        (lambda ann: ann.get("/players/me"), 200),
        (lambda ann: ann.get("/tokens"), 200),
        (lambda ann: ann.get("/players/ann"), 200),
        (lambda ann: ann.get("/problems"), 200),
        (lambda ann: ann.get("/players/zoe"), 404),
        (lambda ann: ann.patch("/players/me", {}), 200),
        (lambda ann: ann.patch("/players/me", {"x": 1}), 400),
        (lambda ann: ann.delete("/tokens/x"), 404),
        (lambda ann: ann.send("OPTIONS", "/players/me"), 204),
        (lambda _: Caller("nss_bad").get("/problems"), 401),
        (lambda _: Caller().get("/players/me"), 401),
        (lambda _: Caller().post("/tokens", {"name": "ann", "password": "x"}), 401),
    ],
)
def test_no_answer_to_somebody_is_stored(call: Callable[[Caller], Any], status: int) -> None:
    answer = call(registered("ann"))
    assert answer.status_code == status
    assert answer["Cache-Control"] == "private, no-store"
    assert {"Authorization", "Cookie"} <= {name.strip() for name in answer["Vary"].split(",")}


def test_a_failure_is_logged_and_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(name: str) -> None:
        raise RuntimeError("the secret of the house")

    monkeypatch.setattr("players.rest.accounts.player_get", fail)
    answer = Caller().get("/players/ann")
    assert refused(answer) == (500, "internal_error", None)
    assert b"secret" not in answer.content
    assert "the secret of the house" in caplog.text


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
@pytest.mark.parametrize("seam", ["players.rest.accounts.player_get", "players.access.player_by_token"])
def test_without_the_database_the_service_is_unavailable_for_a_moment(
    monkeypatch: pytest.MonkeyPatch, seam: str, error: type[Exception]
) -> None:
    def away(text: str) -> None:
        raise error("connection to server at 10.1.2.3 failed")

    ann = registered("ann")
    monkeypatch.setattr(seam, away)
    answer = ann.get("/players/ann")
    assert refused(answer) == (503, "unavailable", None)
    assert answer["Retry-After"] == "2"
    assert b"10.1.2.3" not in answer.content


def test_a_failure_outside_the_views_is_a_problem_too(monkeypatch: pytest.MonkeyPatch) -> None:
    for error, expected in (
        (RuntimeError, (500, "internal_error", None)),
        (OperationalError, (503, "unavailable", None)),
    ):

        def fail(*args: object, error: type[Exception] = error, **kwargs: object) -> None:
            raise error("no")

        monkeypatch.setattr("django.middleware.common.CommonMiddleware.process_request", fail)
        assert refused(Client(raise_request_exception=False).get("/api/v1/problems")) == expected


def test_extras_never_hide_the_members_of_a_problem() -> None:
    problem = problem_json(Refusal(ErrorCode.ILLEGAL_MOVE, extra={"reason": "false_claim", "status": 200}))
    assert (problem["status"], problem["reason"]) == (422, "false_claim")


def test_a_refusal_is_itself() -> None:
    refusal = Refusal(ErrorCode.GAME_FULL)
    assert refusal_of(refusal) is refusal


def test_titles_speak_the_language_of_the_caller_and_codes_do_not() -> None:
    answer = Caller().get("/nothing", **{"Accept-Language": "fr"})
    assert refused(answer) == (404, "not_found", None)


def test_the_front_door_is_a_page_that_leads_to_the_documentation(client: Client) -> None:
    answer = client.get("/")

    assert (answer.status_code, answer["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert 'href="/api/docs"' in answer.content.decode()
