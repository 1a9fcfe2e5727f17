"""Whatever a client sends as a body is read strictly, or refused; never a failure."""

import io
import json

import pytest

from tests.api.caller import PASSWORD, Caller, logged_in, refused, registered

pytestmark = pytest.mark.django_db


def nested(depth: int) -> bytes:
    return b'{"name":' * (depth - 1) + b"{}" + b"}" * (depth - 1)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"{", (400, "malformed")),
        (b" ", (400, "malformed")),
        (b"null", (400, "malformed")),
        (b"[]", (400, "malformed")),
        (b'"text"', (400, "malformed")),
        (b"5", (400, "malformed")),
        (b'{"name":"a","name":"b"}', (400, "malformed")),
        (b'{"x":{"y":1,"y":1}}', (400, "malformed")),
        (b'{"name":NaN}', (400, "malformed")),
        (b'{"name":-Infinity}', (400, "malformed")),
        (b'{"name":1e999}', (400, "malformed")),
        (b'{"name":' + b"9" * 30 + b"}", (400, "malformed")),
        (b'{"name":' + b"9" * 5000 + b"}", (400, "malformed")),
        (b'{"name":"a\\u0000b"}', (400, "malformed")),
        (b'{"a\\u0000b":1}', (400, "malformed")),
        (b'{"name":"\\ud800"}', (400, "malformed")),
        (b'{"\\udfff":1}', (400, "malformed")),
        (b'{"name":"\xff"}', (400, "malformed")),
        (b'\xef\xbb\xbf{"name":"ann"}', (400, "malformed")),
        ('{"name":"ann"}'.encode("utf-16"), (400, "malformed")),
        (b"{'name':'ann'}", (400, "malformed")),
        (b'{"name":"ann",}', (400, "malformed")),
        (b"name=ann&password=x", (400, "malformed")),
        (nested(32), (400, "missing_field")),
        (nested(33), (400, "malformed")),
        (b"[" * 60_000, (400, "malformed")),
        (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, (400, "malformed")),
        (b'{"name":"' + b"a" * 65_524 + b'"}', (400, "missing_field")),
        (b'{"name":"' + b"a" * 65_526 + b'"}', (413, "too_large")),
        (b" " * 3_000_000, (413, "too_large")),
        (b"", (400, "missing_field")),
    ],
)
def test_a_hostile_body_is_refused(raw: bytes, expected: tuple[int, str]) -> None:
    assert refused(Caller().send("POST", "/players", raw))[:2] == expected


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/xml",
        "",
        "x" * 9000,
    ],
)
def test_only_json_is_read(content_type: str) -> None:
    raw = json.dumps({"name": "ann", "password": PASSWORD}).encode()
    answer = Caller().send("POST", "/players", raw, content_type=content_type)
    assert refused(answer) == (415, "unsupported_media_type", None)


def test_json_with_a_charset_is_read() -> None:
    raw = json.dumps({"name": "ann", "password": PASSWORD}).encode()
    assert Caller().send("POST", "/players", raw, content_type="application/json; charset=utf-8").status_code == 201


@pytest.mark.parametrize(("padding", "status"), [(0, 201), (70_000, 413)])
def test_a_body_without_a_length_is_read_and_bounded_too(padding: int, status: int) -> None:
    # given a body sent in chunks, as the server below hands it over: no length, an end
    raw = json.dumps({"name": "ann", "password": PASSWORD}).encode() + b" " * padding
    chunked = {
        "CONTENT_LENGTH": "",
        "CONTENT_TYPE": "application/json",
        "HTTP_TRANSFER_ENCODING": "chunked",
        "wsgi.input_terminated": True,
        "wsgi.input": io.BytesIO(raw),
    }
    assert Caller().send("POST", "/players", b"", **chunked).status_code == status


@pytest.mark.parametrize("length", ["-5", "many", "9" * 40])
def test_a_false_length_does_not_fail(length: str) -> None:
    answer = Caller().send("POST", "/players", b"{}", CONTENT_LENGTH=length)
    assert refused(answer)[0] in {400, 413}


def test_who_is_asking_is_settled_before_the_form() -> None:
    registered("ann")
    assert refused(Caller().send("PATCH", "/players/me", b"{")) == (401, "not_authenticated", None)
    assert refused(logged_in("ann", scopes=["read"]).send("PATCH", "/players/me", b"{")) == (403, "missing_scope", None)
    assert refused(registered("bob").send("PATCH", "/players/me", b"{")) == (400, "malformed", None)


def test_thousands_of_faults_make_a_short_problem() -> None:
    body = {f"key{number}": 1 for number in range(3000)}
    answer = Caller().post("/players", body)
    assert refused(answer) == (400, "unknown_field", "key0")
    assert len(answer.json()["errors"]) == 20


@pytest.mark.parametrize("packed", ["br", "gzip", "deflate, gzip", "x"])
def test_a_packed_body_is_refused(packed: str) -> None:
    """What it would be once it is unpacked has no bound."""
    raw = json.dumps({"name": "ann", "password": PASSWORD}).encode()
    answer = Caller().send("POST", "/players", raw, headers={"Content-Encoding": packed})
    assert refused(answer)[:2] == (415, "unsupported_media_type")
    assert Caller().send("POST", "/players", raw, headers={"Content-Encoding": "identity"}).status_code == 201
