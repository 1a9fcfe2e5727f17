"""Plain data written at once is the same as what the executor writes, errors included."""

import json
import random
from typing import Any

import pytest
from django.http import HttpRequest
from graphql import ExecutionContext, execute, parse

from games.graphql.context import Context
from games.graphql.plain import PlainExecution
from games.graphql.schema import schema
from players.access import bearer_of
from tests.api.caller import Caller
from tests.api.graphql.views import EVENT, GAME, ME, ROUNDS
from tests.api.tables import open_table

pytestmark = pytest.mark.django_db

QUERY = f"""query($no: Boolean = false) {{
  games(first: 3) {{
    __typename
    nodes {{
      __typename {GAME} rounds {{ __typename {ROUNDS} }}
      x: rounds {{ n: number offers {{ a: card b: card ...Claim @include(if: $no) }} outcome @skip(if: true) {{ by }} }}
      events(first: 30) {{ edges {{ cursor node {{ {EVENT} }} }} pageInfo {{ hasNextPage endCursor }} }}
    }}
  }}
  me {{ {ME} }}
  bots {{ level name description }}
}}
fragment Claim on Offer {{ claim }}"""


def told(caller: Caller, context: type[ExecutionContext]) -> Any:
    result: Any = execute(
        schema.graphql_schema,
        parse(QUERY),
        context_value=Context(HttpRequest(), bearer_of(caller.token)),
        execution_context_class=context,
    )
    return json.dumps(result.data), sorted((error.message, error.path) for error in result.errors or ())


def test_the_answer_is_the_same_to_the_byte() -> None:
    table = open_table("ann", "bob", "cleo")
    rng = random.Random(4)
    for _ in range(6):
        table.play(rng)
    table.seated[0].post("/games", {"bots": ["novice"]})
    for caller in (*table.seated, Caller()):
        assert told(caller, PlainExecution) == told(caller, ExecutionContext)


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": None},
        {"number": "one"},
        {"number": 2**40},
        {"first_seat": True},
        {"offers": None},
        {"offers": [None]},
        {"offers": [{"from": 1, "to": 2, "claim": 2.5, "card": None}]},
        {"outcome": {"kind": "unheard of"}},
        {"outcome": []},
    ],
)
def test_what_is_not_plain_fails_in_the_same_way(monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any]) -> None:
    table = open_table("ann", "bob", "cleo")
    good = {"number": 1, "first_seat": 0, "offers": [], "outcome": None}
    monkeypatch.setattr("games.graphql.rows.round_json", lambda seen: good | wrong)
    assert told(table.seated[0], PlainExecution) == told(table.seated[0], ExecutionContext)
