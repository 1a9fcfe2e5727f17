"""Names of requests, and what is logged about them."""

import io
import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError
from django.test import Client

from games.engine.seating import with_seat
from games.tasks import settle
from nessos_service.celery import lay_down, pass_on, take_over
from nessos_service.logs import failure_text, logging_config
from players.tracing import FIELDS, request_id
from tests.api.caller import PASSWORD, Caller, registered
from tests.service import CHECKOUT

pytestmark = pytest.mark.django_db


@contextmanager
def lines_of(style: str) -> Iterator[list[str]]:
    """What the service would print meanwhile."""
    config = logging_config(style=style, level="INFO")
    handler = logging.StreamHandler(stream := io.StringIO())
    handler.setFormatter(config["formatters"]["line"]["()"]())
    root = logging.getLogger()
    root.addHandler(handler)
    before = root.level
    root.setLevel(logging.INFO)
    lines: list[str] = []
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        root.setLevel(before)
        lines += stream.getvalue().splitlines()


@pytest.mark.parametrize("given", ["a", "0f5c-9.A_z", "x" * 128])
def test_a_sane_id_comes_back(given: str) -> None:
    assert Caller().get("/problems", **{"X-Request-ID": given})["X-Request-ID"] == given


@pytest.mark.parametrize("given", ["", "x" * 129, "a b", "é", "a\tb", "<script>", "a,b"])
def test_another_id_is_replaced(given: str) -> None:
    answers = [Caller().get("/problems", **{"X-Request-ID": given}) for _ in range(2)]
    made = [answer["X-Request-ID"] for answer in answers]
    assert all(len(name) == 16 and name != given for name in made)
    assert made[0] != made[1]


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/nothing", "/healthz", "/api/docs", "/static/docs/docs.css"])
def test_every_answer_has_an_id(path: str) -> None:
    assert Client().get(path, headers={"X-Request-ID": "abc"})["X-Request-ID"] == "abc"


def test_a_request_is_one_line_that_says_who_and_what_and_no_secret() -> None:
    ann = registered("ann")
    with lines_of("json") as lines:
        path = "/games/nosuchgame?invite=SECRET-INVITE&x=SECRET-QUERY"
        ann.get(path, **{"X-Request-ID": "the-name", "Cookie": "a=SECRET-COOKIE"})
        Caller().post("/tokens", {"name": "ann", "password": PASSWORD})

    entries = [json.loads(line) for line in lines]
    first, second = (entry for entry in entries if entry["logger"] == "nessos.request")
    assert {name: first[name] for name in ("event", "level", "method", "path", "status", "request_id", "address")} == {
        "event": "request",
        "level": "info",
        "method": "GET",
        "path": "/api/v1/games/nosuchgame",
        "status": 400,
        "request_id": "the-name",
        "address": "127.0.0.1",
    }
    assert first["ms"] > 0
    assert isinstance(first["player"], int)
    assert len(first["token"]) == 12
    assert "player" not in second
    text = "\n".join(lines)
    for secret in ("SECRET", PASSWORD, ann.token):
        assert secret not in text


def test_what_is_logged_on_the_way_carries_the_id(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        logging.getLogger("somewhere").warning("on the way")
        raise RuntimeError("planted")

    monkeypatch.setattr("players.rest.accounts.player_get", fail)
    with lines_of("json") as lines:
        Caller().get("/players/ann", **{"X-Request-ID": "the-name"})
        logging.getLogger("somewhere").warning("afterwards")

    entries = [json.loads(line) for line in lines]
    assert {entry["event"] for entry in entries} >= {"on the way", "Unforeseen failure", "request"}
    assert [entry["event"] for entry in entries if entry.get("request_id") != "the-name"] == ["afterwards"]
    (failure,) = (entry["failure"] for entry in entries if "failure" in entry)
    assert failure.endswith("builtins.RuntimeError: planted\n")


EVIL = ["a\nb", "a\r\n{}", "\x1b[2J\x1b[31m", "\x9b1m", "\u2028x", "\x00", "\ud800", "🂡"]


@pytest.mark.parametrize("style", ["json", "text"])
def test_whatever_a_name_holds_a_line_stays_a_line(style: str) -> None:
    formatter = logging_config(style=style, level="INFO")["formatters"]["line"]["()"]()
    for evil in EVIL:
        record = logging.LogRecord("nessos", logging.INFO, __file__, 1, "hello %s", (evil,), None)
        setattr(record, FIELDS, {"name": evil})
        assert formatter.format(record).isprintable(), ascii(evil)


@pytest.mark.parametrize("style", ["json", "text"])
@pytest.mark.parametrize("path", ["a%0Ab", "a%0D%0A", "%1B%5B2J", "%C2%9B1m", "%E2%80%A8x", "%FF"])
def test_whatever_a_path_holds_a_request_stays_a_line(style: str, path: str) -> None:
    with lines_of(style) as lines:
        assert Client().get(f"/api/v1/players/{path}").status_code == 404

    assert len(lines) == 1
    assert lines[0].isprintable()


@pytest.mark.parametrize("host", ["a b", "127.0.0.1:abc", "_x", "a/b"])
def test_an_impossible_host_is_a_problem_and_one_line(host: str) -> None:
    with lines_of("json") as lines:
        answer = Client().get("/api/v1/bots", HTTP_HOST=host)

    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert [json.loads(line)["event"] for line in lines] == ["request"]


def test_a_token_in_a_text_is_masked() -> None:
    token = registered("ann").token
    assert token is not None
    for style in ("json", "text"):
        with lines_of(style) as lines:
            logging.getLogger("nessos").error("found %s", token)
        assert token not in lines[0]
        assert "nss_***" in lines[0]


def test_a_failure_of_the_database_does_not_quote_rows() -> None:
    try:
        try:
            raise ValueError("the cause")
        except ValueError as cause:
            raise IntegrityError("Key (hand)=(0,3,3,7) already exists") from cause
    except IntegrityError:
        text = failure_text(sys.exc_info())

    assert "hand" not in text.replace(__file__, "").replace('raise IntegrityError("Key (hand)', "")
    assert text.rstrip().endswith("django.db.utils.IntegrityError")
    assert "ValueError: the cause" in text


def test_a_failure_at_work_on_a_game_tells_where_and_not_what() -> None:
    try:
        with_seat((1, 2), "a hand of [0, 7]", 3)  # type: ignore[arg-type]
    except TypeError:
        text = failure_text(sys.exc_info())

    assert "games/engine/seating.py" in text
    assert text.rstrip().endswith("builtins.TypeError")


def test_what_a_library_said_at_work_on_a_game_is_not_quoted_either() -> None:
    """Its traceback has only its own places; that of what was raised for it says whose work it was."""
    scope: dict[str, Any] = {"__name__": "games.engine.made_up", "ZoneInfo": ZoneInfo}
    text = "def act():\n try:\n  ZoneInfo('hand-' + '0-7')\n except Exception as cause:\n  raise LookupError from cause"
    exec(text, scope)
    try:
        scope["act"]()
    except LookupError:
        said = failure_text(sys.exc_info())

    assert "ZoneInfoNotFoundError" in said
    assert "hand-0-7" not in said


@pytest.mark.parametrize("style", ["json", "text"])
def test_a_task_that_fails_is_one_line_that_quotes_nothing(style: str) -> None:
    program = f"""
import logging.config, os
os.environ["DJANGO_SETTINGS_MODULE"] = "nessos_service.settings"
import django; django.setup()
from nessos_service.logs import logging_config
logging.config.dictConfig(logging_config(style={style!r}, level="INFO"))
from nessos_service.celery import app
from django.db import IntegrityError
@app.task(name="games.failing")
def failing(game, version):
    raise IntegrityError("Failing row contains (offer_" + "made, 7)")
failing.apply(args=("k7q2m9xw4t", 3))
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=CHECKOUT, capture_output=True, text=True, check=True)

    assert "task failed" in done.stderr
    assert "k7q2m9xw4t" in done.stderr
    assert "IntegrityError" in done.stderr
    assert "offer_made" not in done.stderr


def test_a_task_is_known_by_the_request_it_follows_from() -> None:
    headers: dict[str, Any] = {}
    pass_on(headers=headers)
    assert headers == {}
    with before(request_id, "the-name"):
        pass_on(headers=headers)
    assert headers == {"request_id": "the-name"}

    task = settle
    task.push_request(**headers)
    try:
        take_over(task=task)
        assert request_id.get() == "the-name"
    finally:
        lay_down(task=task)
        task.pop_request()
    assert request_id.get() == ""


@contextmanager
def before(variable: Any, value: str) -> Iterator[None]:
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)
