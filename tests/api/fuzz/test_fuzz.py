"""Nasty input to every route: a corpus for bodies, names, headers, cursors and ids, drawn by a seed.

Never a failure, never a page or a traceback: each refusal is a problem with a known code. FUZZ sets how many calls each
route gets; `make campaign` gives many.
"""

import os
import random
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import quote

import pytest
from django.test import Client

from games.rest import streams
from players.errors import ERROR_KINDS, ErrorCode
from tests.api.fuzz.nasty import HEADERS, PARAMETERS, TEXTS, body_of
from tests.api.graphql.asking import post
from tests.api.permissions.notation import Call
from tests.api.permissions.scenes import BOT_SEAT, Scene, name_of
from tests.api.permissions.table import TABLE
from tests.api.streaming import HERE, completed

pytestmark = pytest.mark.django_db

CALLS: Final = int(os.environ.get("FUZZ", "40"))
MANY: Final = max(CALLS, 3_000)
SEED: Final = int(os.environ.get("SEED", "20261130"))
ROUTES: Final = {f"{call.method} {call.path}": call for call in TABLE}
WHO: Final = ("to_act", "creator", "stranger", "reader", "anonymous")


def path_of(call: Call, here: Scene, rng: random.Random) -> str:
    """The path, at times with something else where the id should be, and with a query that nobody needs."""
    webhook, delivery = here.webhooks["creator"]
    real = {
        "game": here.game_id,
        "seat": BOT_SEAT,
        "name": name_of("other"),
        "token": here.foreign_token,
        "away": here.away["creator"],
        "webhook": webhook,
        "delivery": delivery,
        "bot": here.bots["creator"],
        "whom": "nobody-here",
        "report": here.reports["creator"],
        "sanction": here.warnings["creator"],
    }
    steps = {name: encoded(rng.choice(TEXTS)) if rng.random() < 0.3 else value for name, value in real.items()}
    asked = [f"{encoded(rng.choice(PARAMETERS))}={encoded(rng.choice(TEXTS))}" for _ in range(rng.randint(0, 2))]
    return call.path.format(**steps) + (f"?{'&'.join(asked)}" if asked and rng.random() < 0.6 else "")


def encoded(text: str) -> str:
    return quote(text.encode(errors="surrogatepass"), safe="")


def sent(call: Call, here: Scene, token: str | None, rng: random.Random) -> Any:
    """The answer to one nasty call."""
    headers: dict[str, Any] = {} if token is None else {"HTTP_AUTHORIZATION": f"Bearer {token}"}
    headers |= HERE
    headers |= dict(rng.sample(HEADERS, rng.randint(0, 2)) if rng.random() < 0.5 else [])
    raw = body_of(call.path, rng) if call.method in {"POST", "PATCH", "PUT"} or rng.random() < 0.1 else b""
    content_type = headers.pop("CONTENT_TYPE", "application/json")
    # What the service fails at is to come back as an answer, as it does in the service.
    client = Client(raise_request_exception=False)
    path = f"/api/v1{path_of(call, here, rng)}"
    return completed(client.generic(call.method, path, raw, content_type=content_type, **headers))


def faults_of(answer: Any) -> Iterator[str]:
    """What no answer may be, whatever was asked."""
    kind = answer.get("Content-Type", "")
    text = answer.content.decode()
    if answer.status_code >= 500 or "Traceback" in text or "html" in kind or "<html" in text.lower():
        yield f"{answer.status_code} {kind} {text[:200]}"
    elif answer.status_code >= 400:
        problem = answer.json()
        if kind != "application/problem+json" or ERROR_KINDS[ErrorCode(problem["code"])].status != answer.status_code:
            yield f"no problem, but {answer.status_code} {kind} {text[:200]}"


def fuzzed(route: str, here: Scene, calls: int) -> Iterator[str]:
    """The faults that so many calls of a route found."""
    rng = random.Random(f"{SEED} {route}")
    for _ in range(calls):
        with here.as_caller(rng.choice(WHO)) as caller:
            answer = sent(ROUTES[route], here, caller.token, rng)
            for fault in faults_of(answer):
                yield f"{fault} after {route}"


@pytest.mark.parametrize("route", ROUTES)
def test_nasty_input_never_fails(route: str, here: Scene) -> None:
    assert [*fuzzed(route, here, CALLS)] == []


@pytest.mark.campaign
@pytest.mark.parametrize("route", ROUTES)
def test_nasty_input_never_fails_for_long(route: str, here: Scene) -> None:
    assert [*fuzzed(route, here, MANY)] == []


def test_nasty_bodies_never_fail_graphql(here: Scene) -> None:
    rng = random.Random(SEED)
    for _ in range(CALLS * 3):
        with here.as_caller("to_act") as caller:
            query = "mutation($i: MakeMoveInput!) { makeMove(input: $i) { errors { code } } }"
            members = {
                "gameId": here.game_id,
                "version": 1,
                "kind": "offer",
                rng.choice(["to", "card", "kind", "x"]): 1,
            }
            body: Any = {"query": rng.choice([query, *TEXTS]), "variables": {"i": members | {"to": rng.choice(TEXTS)}}}
            answer = post(caller, rng.choice([body, body_of("", rng)]))
        assert answer.status_code < 500, answer.content
        assert "errors" in answer.json() or "data" in answer.json()


def test_a_planted_failure_is_found(here: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test of the test: cursors are read as Python reads numbers."""
    monkeypatch.setattr(streams, "seq_parse", lambda cursor, field: int(cursor))
    assert any("500" in fault for fault in fuzzed("GET /games/{game}/events", here, 10 * CALLS))
