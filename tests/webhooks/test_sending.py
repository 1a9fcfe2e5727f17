"""One request to receivers of every kind: bounded, straight, and with a certificate."""

import ssl
import time
from pathlib import Path

import pytest
import trustme

from players.models import Delivery
from players.webhooks.sending import MOST_READ, post
from tests.webhooks.receiver import (
    Answer,
    Flood,
    Receiver,
    drip_body,
    drip_head,
    endless_head,
    hang,
    hang_up,
    nonsense,
    receiving,
    status,
)

Reason = Delivery.Reason


def sent(receiver: Receiver, *, patience: float = 1.0) -> tuple[str, int | None]:
    began = time.monotonic()
    outcome = post(receiver.url, headers={"webhook-id": "x", "X-One": "1"}, body=b'{"a":1}', patience=patience)
    assert time.monotonic() - began < patience + 0.5
    assert outcome.milliseconds <= (patience + 0.5) * 1000
    return outcome.reason.value, outcome.status


def test_the_request_is_what_it_should_be(receiver: Receiver) -> None:
    assert sent(receiver) == ("", 204)

    (request,) = receiver.received
    assert (request.path, request.body) == ("/hook", b'{"a":1}')
    assert request.headers == {
        "host": f"127.0.0.1:{receiver.port}",
        "content-length": "7",
        "connection": "close",
        "webhook-id": "x",
        "x-one": "1",
    }


@pytest.mark.parametrize("code", [200, 201, 202, 204, 299])
def test_any_2xx_is_a_success(receiver: Receiver, code: int) -> None:
    receiver.script.append(status(code))
    assert sent(receiver) == ("", code)


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(receiver: Receiver, code: int) -> None:
    with receiving() as other:
        receiver.script.append(status(code, Location=other.url))
        assert sent(receiver) == ("status", code)
        assert other.received == []


@pytest.mark.parametrize("code", [300, 304, 400, 401, 404, 410, 429, 500, 503, 599])
def test_anything_else_is_none(receiver: Receiver, code: int) -> None:
    receiver.script.append(status(code, body=b"" if code == 304 else b"no"))
    assert sent(receiver) == ("status", code)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (drip_head, ("timeout", None)),
        (nonsense, ("connection", None)),
        (hang_up, ("connection", None)),
        (endless_head, ("connection", None)),
        # Its status was there in time.
        (drip_body, ("", 200)),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_bad_manners(receiver: Receiver, answer: Answer, expected: tuple[str, int | None]) -> None:
    receiver.script.append(answer)
    assert sent(receiver) == expected


def test_the_rest_of_an_answer_is_hardly_waited_for(receiver: Receiver) -> None:
    receiver.script.append(drip_body)

    outcome = post(receiver.url, headers={}, body=b"{}", patience=30.0)

    assert (outcome.reason, outcome.status) == ("", 200)
    assert outcome.milliseconds < 10_000


def test_whoever_says_nothing_is_waited_for_no_longer_than_that(receiver: Receiver) -> None:
    receiver.script.append(hang(receiver))
    assert sent(receiver) == ("timeout", None)


def test_of_a_huge_answer_little_is_read(receiver: Receiver) -> None:
    flood = Flood()
    receiver.script.append(flood)

    assert sent(receiver, patience=5.0) == ("", 200)
    assert flood.done.wait(5)
    # What waits in the buffers of both ends comes on top.
    assert flood.sent < MOST_READ + 8 * 2**20


def test_nobody_is_there(receiver: Receiver) -> None:
    receiver.close()
    assert sent(receiver) == ("connection", None)


def test_proxies_of_the_environment_are_not_asked(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert sent(receiver) == ("", 204)
        assert proxy.received == []


AUTHORITY = trustme.CA()


def context_for(*names: str, authority: trustme.CA = AUTHORITY) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(*names).configure_cert(context)
    return context


@pytest.fixture
def _trusting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bundle = tmp_path / "authority.pem"
    AUTHORITY.cert_pem.write_to_path(str(bundle))
    monkeypatch.setenv("SSL_CERT_FILE", str(bundle))


@pytest.mark.usefixtures("_trusting")
def test_tls_with_a_certificate_for_the_name() -> None:
    seen: list[str | None] = []
    context = context_for("localhost")
    context.sni_callback = lambda connection, name, old: seen.append(name)
    with receiving(context=context) as receiver:
        url = f"https://localhost:{receiver.port}/hook"
        assert post(url, headers={}, body=b"{}").is_delivered
        assert receiver.received[0].headers["host"] == f"localhost:{receiver.port}"
    assert seen == ["localhost"]


@pytest.mark.usefixtures("_trusting")
def test_tls_with_an_address() -> None:
    with receiving(context=context_for("127.0.0.1")) as receiver:
        assert sent(receiver, patience=5.0) == ("", 204)


@pytest.mark.usefixtures("_trusting")
@pytest.mark.parametrize(
    "context",
    [context_for("other.example.org"), context_for("localhost", authority=trustme.CA())],
    ids=["another name", "another authority"],
)
def test_tls_with_a_certificate_that_is_none(context: ssl.SSLContext) -> None:
    with receiving(context=context) as receiver:
        outcome = post(f"https://localhost:{receiver.port}/", headers={}, body=b"{}")
        assert (outcome.reason, outcome.status) == (Reason.TLS, None)
        assert receiver.received == []


def test_tls_that_is_none(receiver: Receiver) -> None:
    outcome = post(f"https://127.0.0.1:{receiver.port}/", headers={}, body=b"{}", patience=2.0)
    assert outcome.reason is Reason.TLS
    assert receiver.received == []


def test_a_handshake_that_hangs_is_bounded() -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as silent:
        outcome = post(f"https://127.0.0.1:{silent.getsockname()[1]}/", headers={}, body=b"{}", patience=0.5)

    assert outcome.reason is Reason.TIMEOUT
    assert outcome.milliseconds < 1000
