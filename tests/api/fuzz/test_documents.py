"""Calls made up from the documents: whatever fits the OpenAPI document or the SDL, and what just does not fit it.

Never a failure, and always one of the answers that the document promises for the call, of the shape it promises.
SCHEMATHESIS_EXAMPLES sets how many calls each operation gets; `make campaign` gives many.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
import schemathesis
import yaml
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.schemas import APIOperation, BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.graphql.schema import schema
from games.rest import reading
from players.errors import ErrorCode
from tests.api.graphql.asking import ask
from tests.api.permissions.scenes import BOT_SEAT, Scene, name_of
from tests.api.streaming import HERE, completed

pytestmark = pytest.mark.django_db

EXAMPLES: Final = int(os.environ.get("SCHEMATHESIS_EXAMPLES", "8"))
MANY: Final = max(EXAMPLES, 400)
SEED: Final = int(os.environ.get("SEED", "20261130"))
CHECKS: Final = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
DOCUMENT: Final = yaml.safe_load(Path("docs/openapi.yaml").read_text(encoding="utf-8"))
OPERATIONS: Final = [
    f"{method.upper()} {path}" for path, operations in DOCUMENT["paths"].items() for method in operations
]

FIELDS: Final = [
    f"{kind}.{field}"
    for kind, fields in (("Query", schema.graphql_schema.query_type), ("Mutation", schema.graphql_schema.mutation_type))
    for field in fields.fields
]
CALLERS: Final = ("to_act", "creator", "creator", "stranger", "reader", "anonymous")
# Whatever else a client sends, it is never the service that is at fault.
KNOWN: Final = set(ErrorCode) - {ErrorCode.INTERNAL_ERROR, ErrorCode.UNAVAILABLE}


def operation_named(schema: BaseSchema, label: str) -> APIOperation:
    found = [result.ok() for result in schema.get_all_operations()]
    return next(operation for operation in found if operation.label == label)


def tried(cases: st.SearchStrategy[Case], examples: int, judge: Callable[[Case, Any], None]) -> None:
    """Judge so many cases, each with something real to put in its path; the same ones whenever the seed is the same."""

    @seed(SEED)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases, st.data())
    def each(case: Case, data: Any) -> None:
        judge(case, data)

    each()


@contextmanager
def connection_kept() -> Iterator[None]:
    """Before and after a request a server closes its connections; the one of a test holds all that it made."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


class PatientHandler(WSGIHandler):
    """Of a process that can wait; what is waited for comes at once, as far as it is there."""

    def get_response(self, request: Any) -> Any:
        request.META |= HERE
        return completed(super().get_response(request))


def make_real(case: Case, here: Scene, data: Any) -> None:
    """Three of four calls are about things that are there: made-up ids reach nothing but the 404."""
    webhook, delivery = here.webhooks["creator"]
    real = {
        "game_id": here.game_id,
        "seat": BOT_SEAT,
        "name": name_of("other"),
        "token_id": here.foreign_token,
        "away_id": here.away["creator"],
        "webhook_id": webhook,
        "delivery_id": delivery,
        "report_id": here.reports["creator"],
        "sanction_id": here.warnings["creator"],
    }
    for name in case.path_parameters or {}:
        if data.draw(st.integers(0, 3)):
            case.path_parameters[name] = real[name]
    body = case.body
    if isinstance(body, dict) and "version" in body and data.draw(st.booleans()):
        case.body = {**body, "version": here.version}


def rest_tried(label: str, here: Scene, examples: int) -> None:
    document = schemathesis.openapi.from_dict(DOCUMENT)
    document.app = PatientHandler()
    operation = operation_named(document, label)
    cases = st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode))

    def judge(case: Case, data: Any) -> None:
        make_real(case, here, data)
        with here.as_caller(data.draw(st.sampled_from(CALLERS))) as caller, connection_kept():
            headers = {} if caller.token is None else {"Authorization": f"Bearer {caller.token}"}
            case.call_and_validate(checks=CHECKS, headers=headers)

    tried(cases, examples, judge)


def graphql_tried(label: str, here: Scene, examples: int) -> None:
    operation = operation_named(schemathesis.graphql.from_path("schema.graphql"), label)

    def judge(case: Case, data: Any) -> None:
        query = re.sub(r'\b(id|gameId): (\d+|"[^"]*")', rf'\1: "{here.game_id}"', case.body)
        query = query if data.draw(st.integers(0, 3)) else case.body
        with here.as_caller(data.draw(st.sampled_from(CALLERS))) as caller:
            answer = ask(caller, query)
        assert answer.status_code in {200, 400, 401}, answer.content
        told = answer.json()
        assert answer["Content-Type"] == "application/json"
        codes = {error["extensions"]["code"] for error in told.get("errors", [])}
        codes |= {error["code"] for error in refusals_in(told.get("data")) if "code" in error}
        assert codes <= KNOWN, codes

    tried(operation.as_strategy(), examples, judge)


def refusals_in(shown: Any) -> list[dict[str, Any]]:
    """The `errors` of a payload, as far as they were asked for."""
    payloads = shown.values() if isinstance(shown, dict) else []
    return [error for payload in payloads if isinstance(payload, dict) for error in payload.get("errors") or []]


@pytest.mark.parametrize("label", OPERATIONS)
def test_rest_keeps_to_its_document(label: str, here: Scene) -> None:
    rest_tried(label, here, EXAMPLES)


@pytest.mark.parametrize("label", FIELDS)
def test_graphql_fails_at_nothing(label: str, here: Scene) -> None:
    graphql_tried(label, here, EXAMPLES)


@pytest.mark.campaign
@pytest.mark.parametrize("label", OPERATIONS)
def test_rest_keeps_to_its_document_for_long(label: str, here: Scene) -> None:
    rest_tried(label, here, MANY)


@pytest.mark.campaign
@pytest.mark.parametrize("label", FIELDS)
def test_graphql_fails_at_nothing_for_long(label: str, here: Scene) -> None:
    graphql_tried(label, here, MANY)


def test_a_planted_failure_is_found(here: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test of the test: one call fails for whoever may call it, one shows a member too many."""
    monkeypatch.setattr("games.rest.lobby.game_open", failing)
    with pytest.raises(FailureGroup):
        rest_tried("POST /api/v1/games", here, EXAMPLES)
    honest = reading.game_json
    monkeypatch.setattr(reading, "game_json", lambda game: {**honest(game), "deck": []})
    with pytest.raises(FailureGroup):
        rest_tried("GET /api/v1/games/{game_id}", here, EXAMPLES)
    monkeypatch.setattr("games.graphql.queries.games_list", failing)
    with pytest.raises(AssertionError):
        graphql_tried("Query.games", here, EXAMPLES)


def failing(**asked: Any) -> Any:
    raise ZeroDivisionError
