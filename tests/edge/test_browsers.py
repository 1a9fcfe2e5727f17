"""What browsers are told: who may call, what may run, what may be kept."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.api.caller import Caller, refused, registered

pytestmark = pytest.mark.django_db

ELSEWHERE = {"Origin": "https://client.example"}
ASKS_FIRST = {**ELSEWHERE, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def options(path: str, **headers: str) -> Any:
    return Client().options(path, headers=headers)


def words(header: str) -> set[str]:
    return {word.strip() for word in header.split(",")}


@pytest.mark.parametrize("path", ["/api/v1/games", "/api/v1/nothing", "/graphql"])
def test_any_page_may_ask_for_a_call_but_never_with_credentials(path: str) -> None:
    answer = options(path, **ASKS_FIRST)

    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (204, "*")
    assert words(answer["Access-Control-Allow-Methods"]) >= {"GET", "POST", "PATCH", "DELETE"}
    assert words(answer["Access-Control-Allow-Headers"]) >= {
        "Authorization",
        "Content-Type",
        "Idempotency-Key",
        "If-None-Match",
        "Last-Event-ID",
    }
    assert int(answer["Access-Control-Max-Age"]) > 0
    assert "Access-Control-Allow-Credentials" not in answer


def test_a_page_may_read_the_answer_and_the_headers_that_matter() -> None:
    ann = registered("ann")
    for answer in (ann.post("/games", {}, **ELSEWHERE), ann.get("/games/nosuchgame", **ELSEWHERE)):
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert words(answer["Access-Control-Expose-Headers"]) >= {
            *("ETag", "Location", "RateLimit", "RateLimit-Policy", "Retry-After", "Idempotency-Replayed"),
            "X-Request-ID",
        }
    assert "Access-Control-Allow-Origin" not in ann.get("/players/me")


def test_the_pages_that_may_call_can_be_named(settings: Any) -> None:
    settings.CORS_ALLOWED_ORIGINS = ["https://client.example"]
    named = Caller().get("/problems", **ELSEWHERE)
    other = Caller().get("/problems", Origin="https://elsewhere.example")

    assert named["Access-Control-Allow-Origin"] == "https://client.example"
    assert "Access-Control-Allow-Origin" not in other
    assert "Origin" in words(named["Vary"]) & words(other["Vary"])
    evil = options("/api/v1/games", **{**ASKS_FIRST, "Origin": "https://client.example.evil.example"})
    assert "Access-Control-Allow-Origin" not in evil


@pytest.mark.parametrize(
    "path", ["/api/v1/", "/api/v1/nothing", "/api/v1/players/me", "/nothing", "/healthz", "/api/docs"]
)
def test_every_answer_is_guarded(path: str) -> None:
    answer = Client().get(path)

    assert answer["X-Content-Type-Options"] == "nosniff"
    if path == "/healthz":
        return
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in words(answer["Permissions-Policy"])
    assert "'unsafe" not in answer["Content-Security-Policy"]


def test_data_is_no_page() -> None:
    for path in ("/api/v1/", "/api/v1/nothing", "/api/openapi.json"):
        assert Client().get(path)["Content-Security-Policy"] == NO_PAGE


def test_the_page_of_the_docs_has_nothing_inline_and_nothing_foreign() -> None:
    page = Client().get("/api/docs")

    html = page.content.decode()
    assert "script-src 'self';" in page["Content-Security-Policy"]
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*\ssrc=)", html)
    addresses = re.findall(r'(?:src|href)="([^"]+)"', html)
    assert len(addresses) == 6
    assert all(address.startswith("/") and not address.startswith("//") for address in addresses)
    for address in addresses:
        assert Client().get(address.replace("&amp;", "&")).status_code == 200, address


def test_what_is_alike_for_everybody_may_be_kept_and_is_asked_for_again_by_its_tag() -> None:
    registered("ann")
    for path in ("/", "/bots", "/rules", "/problems", "/players/ann"):
        first = Caller().get(path)
        assert first["Cache-Control"] == "public, no-cache"
        assert words(first["Vary"]) >= {"Authorization", "Cookie"}
        again = Caller().get(path, **{"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert refused(Caller().get("/players/zoe"))[1] == "not_found"
    assert Caller().get("/players/zoe")["Cache-Control"] == "private, no-store"


def test_a_token_makes_every_answer_private() -> None:
    ann = registered("ann")
    for path in ("/", "/bots", "/problems", "/players/ann", "/players/me", "/games"):
        answer = ann.get(path)
        assert answer["Cache-Control"] == "private, no-store"
        # What is asked every few seconds is not sent again; but nobody else keeps it.
        assert ("ETag" in answer) == (path == "/games")


@pytest.mark.parametrize(
    "content_type", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"]
)
def test_only_json_is_taken(content_type: str) -> None:
    answer = registered("ann").send("POST", "/games", b"name=x", content_type=content_type)
    assert refused(answer) == (415, "unsupported_media_type", None)
