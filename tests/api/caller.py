"""Whoever calls the API in a test: one token, or none."""

from typing import Any

from django.test import Client

from tests.api.streaming import HERE

PASSWORD = "correct horse battery"


class _Client(Client):
    """Keeps no cookies: whoever has a session is a `tests.api.browser.Browser`."""

    def request(self, **request: Any) -> Any:
        answer = super().request(**request)
        self.cookies.clear()
        return answer


class Caller:
    """A client with a token. Bodies are sent as JSON; answers are Django's, with `.json()`."""

    def __init__(self, token: str | None = None) -> None:
        self.token = token
        # This process can wait, as the streams' can; `tests.api.streaming` brings what waits to its end.
        self._client = _Client(headers={} if token is None else {"Authorization": f"Bearer {token}"}, **HERE)

    def get(self, path: str, **headers: str) -> Any:
        return self._client.get(f"/api/v1{path}", headers=headers)

    def post(self, path: str, body: object = None, **headers: str) -> Any:
        return self._send("post", path, body, headers)

    def patch(self, path: str, body: object = None, **headers: str) -> Any:
        return self._send("patch", path, body, headers)

    def put(self, path: str, body: object = None, **headers: str) -> Any:
        return self._send("put", path, body, headers)

    def delete(self, path: str, **headers: str) -> Any:
        return self._client.delete(f"/api/v1{path}", headers=headers)

    def send(
        self, method: str, path: str, raw: bytes = b"", content_type: str = "application/json", **extra: Any
    ) -> Any:
        """Bytes as they are."""
        return self._client.generic(method, f"/api/v1{path}", raw, content_type=content_type, **extra)

    def _send(self, method: str, path: str, body: object, headers: dict[str, str]) -> Any:
        call = getattr(self._client, method)
        data = b"" if body is None else body
        return call(f"/api/v1{path}", data, content_type="application/json", headers=headers)


def registered(name: str, **fields: object) -> Caller:
    """A new player, with the token of the registration."""
    answer = Caller().post("/players", {"name": name, "password": PASSWORD, **fields})
    assert answer.status_code == 201, answer.content
    return Caller(answer.json()["token"])


def logged_in(name: str, **fields: object) -> Caller:
    """A player once more, with a token of their own choice."""
    answer = Caller().post("/tokens", {"name": name, "password": PASSWORD, **fields})
    assert answer.status_code == 201, answer.content
    return Caller(answer.json()["token"])


def refused(answer: Any) -> tuple[int, str, str | None]:
    """Status, code and field of a refusal, which must be a whole problem."""
    problem = answer.json()
    assert answer["Content-Type"] == "application/problem+json"
    assert problem["status"] == answer.status_code
    assert problem["type"] == f"/api/v1/problems#{problem['code']}"
    assert problem["title"]
    assert problem["detail"]
    return answer.status_code, problem["code"], problem.get("field")
