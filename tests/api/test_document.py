"""The OpenAPI document says exactly what is sent."""

from datetime import timedelta
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator

from games import store
from tests.api.caller import PASSWORD, Caller, registered

pytestmark = pytest.mark.django_db


@pytest.fixture
def document() -> dict[str, Any]:
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    validate_schema(schema)
    return schema


def conforms(document: dict[str, Any], method: str, path: str, answer: Any) -> None:
    """The answer is one of those that the document promises for this call."""
    promised = document["paths"][f"/api/v1{path}"][method]["responses"][str(answer.status_code)]
    schema = promised["content"][answer["Content-Type"]]["schema"]
    validator = Draft202012Validator({**schema, "components": document["components"]})
    assert [error.message for error in validator.iter_errors(answer.json())] == []


def test_answers_are_as_promised(document: dict[str, Any]) -> None:
    credentials = {"name": "ann", "password": PASSWORD}
    conforms(document, "post", "/players", Caller().post("/players", credentials))
    conforms(document, "post", "/players", Caller().post("/players", credentials))
    conforms(document, "post", "/players", Caller().post("/players", {"x": 1}))
    conforms(document, "post", "/players", Caller().send("POST", "/players", b"x", content_type="text/plain"))
    conforms(document, "post", "/tokens", Caller().post("/tokens", {**credentials, "expires_in": "P1D"}))
    conforms(document, "post", "/tokens", Caller().post("/tokens", {**credentials, "password": "x"}))
    bob = registered("bob")
    conforms(document, "get", "/players/me", bob.get("/players/me"))
    conforms(document, "patch", "/players/me", bob.patch("/players/me", {"language": "fr"}))
    conforms(document, "patch", "/players/me", bob.patch("/players/me", {"language": "xx"}))
    conforms(document, "get", "/players/{name}", bob.get("/players/ann"))
    conforms(document, "get", "/players/{name}", bob.get("/players/zoe"))
    hours = {"time_zone": "Europe/Paris", "quiet_hours": {"from": "22:00", "until": "07:30"}}
    conforms(document, "patch", "/players/me", bob.patch("/players/me", hours))
    assert bob.get("/players/me").json().items() >= hours.items()
    soon, later = ((store.now() + timedelta(days=days)).date().isoformat() for days in (7, 9))
    away = bob.post("/players/me/away", {"from": soon, "until": later})
    assert (away.status_code, away.json()["days"]) == (201, 2)
    assert away["Location"] == f"/api/v1/players/me/away/{away.json()['id']}"
    conforms(document, "post", "/players/me/away", away)
    conforms(document, "post", "/players/me/away", bob.post("/players/me/away", {"from": later, "until": soon}))
    conforms(document, "get", "/players/me/away", bob.get("/players/me/away"))
    conforms(document, "delete", "/players/me/away/{away_id}", bob.delete("/players/me/away/x"))
    conforms(document, "get", "/tokens", bob.get("/tokens"))
    conforms(document, "get", "/tokens", bob.get("/tokens?cursor=x"))
    conforms(document, "delete", "/tokens/{token_id}", bob.delete("/tokens/x"))
    conforms(document, "get", "/problems", bob.get("/problems"))


def test_calls_say_whether_they_need_a_token(document: dict[str, Any]) -> None:
    needs = {
        operation["operationId"]: {} not in operation["security"]
        for path in document["paths"].values()
        for operation in path.values()
    }
    assert {name: needs[name] for name in ("register", "create_token", "get_player", "list_problems")} == {
        "register": False,
        "create_token": False,
        "get_player": False,
        "list_problems": False,
    }
    for name in ("get_me", "update_me", "list_tokens", "revoke_token"):
        assert needs[name]
    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
