"""Asking GraphQL over HTTP, as a client does."""

import json
from collections.abc import Callable
from typing import Any

from django.test import Client

from tests.api.caller import Caller
from tests.api.streaming import HERE, completed


def ask(caller: Caller, query: str, variables: object = None, **more: object) -> Any:
    """Django's answer to a query."""
    return post(caller, {"query": query, **({} if variables is None else {"variables": variables}), **more})


def post(caller: Caller, body: object, content_type: str = "application/json", **headers: str) -> Any:
    """Django's answer to any body: bytes as they are, all else as JSON."""
    return posting(caller, body, content_type, **headers)()


def posting(caller: Caller, body: object, content_type: str = "application/json", **headers: str) -> Callable[[], Any]:
    """The same, to be done as often as one likes: what it takes is then the service's work alone."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    if caller.token is not None:
        headers.setdefault("Authorization", f"Bearer {caller.token}")
    client = Client(**HERE)
    return lambda: client.generic("POST", "/graphql", raw, content_type=content_type, headers=headers)


def data(caller: Caller, query: str, variables: object = None) -> Any:
    """The data of a query that must work."""
    answer = ask(caller, query, variables)
    body = answer.json()
    assert answer.status_code == 200, body
    assert "errors" not in body, body
    return body["data"]


def codes(answer: Any) -> list[str]:
    """The codes of the errors beside the data."""
    return [error["extensions"]["code"] for error in answer.json()["errors"]]


def followed(caller: Caller, query: str, variables: object = None, **headers: str) -> list[Any]:
    """What a subscription tells now: the body of each `next`, or of the refusal to begin."""
    body = {"query": query, **({} if variables is None else {"variables": variables})}
    answer = completed(post(caller, body, Accept="text/event-stream", **headers))
    if answer["Content-Type"] == "application/json":
        return [answer.json()]
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/event-stream"), answer.content
    lines = answer.content.decode().splitlines()
    return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]
