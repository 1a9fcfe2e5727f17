"""A browser in a test: it keeps cookies, says where its page is from, and is told what to send back."""

import json
from typing import Any

from django.test import Client

from tests.api.streaming import HERE

ORIGIN = "http://testserver"


class Browser:
    """A page of ours, or of `origin`. The service looks whether it asks rightly, as it does outside of tests."""

    def __init__(self, *, origin: str | None = ORIGIN) -> None:
        self.client = Client(enforce_csrf_checks=True, **HERE)
        self.origin = origin
        self.csrf: str | None = None

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(f"/api/v1{path}", headers=headers)

    def session(self) -> Any:
        """Who is logged in; from now on, calls show that a page of ours makes them."""
        answer = self.get("/session")
        assert answer.status_code == 200, answer.content
        self.csrf = answer.json()["csrf_token"]
        return answer.json()["player"]

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        """Any call of the API."""
        return self.send(method, f"/api/v1{path}", body, **headers)

    def send(self, method: str, address: str, body: object = None, **headers: str) -> Any:
        """Any call. What is None in `headers` is not sent."""
        told = {"Origin": self.origin, "X-CSRFToken": self.csrf, **headers}
        answer = self.client.generic(
            method,
            address,
            b"" if body is None else json.dumps(body).encode(),
            content_type="application/json",
            headers={name: value for name, value in told.items() if value is not None},
        )
        if (method, address, answer.status_code) == ("POST", "/api/v1/session", 201):
            self.csrf = answer.json()["csrf_token"]
        return answer

    def post(self, path: str, body: object = None, **headers: str) -> Any:
        return self.call("POST", path, body, **headers)

    def log_in(self, **body: str) -> Any:
        """Begin a session; the player."""
        self.session()
        answer = self.post("/session", body)
        assert answer.status_code == 201, answer.content
        return answer.json()["player"]

    @property
    def cookie(self) -> Any:
        """The session's cookie, with its attributes."""
        return self.client.cookies["nessos"]
