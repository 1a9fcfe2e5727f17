"""Webhooks lead to public addresses by HTTPS, however a URL is spelt and whatever a resolver says, and nowhere else."""

import socket
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Any

import pytest

from players.models import Delivery
from players.webhooks.addresses import BadUrl, address_is_public, url_place
from players.webhooks.sending import post
from tests.webhooks.receiver import Receiver, receiving

Reason = Delivery.Reason

# `{port}` is that of a listener on this machine, which must not hear of any of them.
REFUSED_BY_FORM = [
    "http://{host}:{port}/",
    "http://example.org/",
    "HTTPS://example.org/",
    "ftp://example.org/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:{port}/_x",
    "//127.0.0.1:{port}/",
    "127.0.0.1:{port}",
    "https:127.0.0.1",
    "https:/127.0.0.1/",
    "https:///127.0.0.1:{port}/",
    "https://127.0.0.1:{port}/",
    "https://127.1:{port}/",
    "https://127.0.1:{port}/",
    "https://2130706433:{port}/",
    "https://0x7f000001:{port}/",
    "https://0x7f.0.0.1:{port}/",
    "https://0177.0.0.1:{port}/",
    "https://017700000001:{port}/",
    "https://127.0.0.01:{port}/",
    "https://127.0.0.1.:{port}/",
    "https://0:{port}/",
    "https://0.0.0.0:{port}/",
    "https://localhost:{port}/",
    "https://localhost.:{port}/",
    "https://LOCALHOST:{port}/",
    "https://a.localhost:{port}/",
    "https://host:{port}/",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.64.0.1/",
    "https://192.0.0.8/",
    "https://192.0.2.1/",
    "https://192.88.99.1/",
    "https://198.18.0.1/",
    "https://198.51.100.1/",
    "https://203.0.113.1/",
    "https://224.0.0.1/",
    "https://240.0.0.1/",
    "https://255.255.255.255/",
    "https://168.63.129.16/",
    "https://[::1]:{port}/",
    "https://[::]:{port}/",
    "https://[0:0:0:0:0:0:0:1]:{port}/",
    "https://[::ffff:127.0.0.1]:{port}/",
    "https://[::ffff:7f00:1]:{port}/",
    "https://[::ffff:8.8.8.8]/",
    "https://[::127.0.0.1]:{port}/",
    "https://[64:ff9b::127.0.0.1]:{port}/",
    "https://[64:ff9b::8.8.8.8]/",
    "https://[64:ff9b:1::1]/",
    "https://[2002:7f00:1::]:{port}/",
    "https://[2001:0:7f00:1::]:{port}/",
    "https://[2001:db8::1]/",
    "https://[3fff::1]/",
    "https://[100::1]/",
    "https://[fc00::1]/",
    "https://[fd00:ec2::254]/",
    "https://[fe80::1]/",
    "https://[fe80::1%25lo]/",
    "https://[fec0::1]/",
    "https://[ff02::1]/",
    "https://[::1/",
    "https://::1/",
    "https://8.8.8.8.8/",
    "https://[8.8.8.8]/",
    "https://user@example.org/",
    "https://user:word@example.org/",
    "https://example.org@127.0.0.1:{port}/",
    "https://127.0.0.1:{port}#@example.org/",
    "https://127.0.0.1:{port}\\@example.org/",
    "https://example.org\\.127.0.0.1/",
    "https://example.org/#fragment",
    "https://example.org:80/",
    "https://example.org:22/",
    "https://example.org:0443/",
    "https://example.org:0/",
    "https://example.org:65536/",
    "https://example.org:443:443/",
    "https://example.org:/",
    "https://exämple.org/",
    "https://１２７.0.0.1/",
    "https://①②⑦.0.0.1/",
    "https://example。org/",
    "https://exa%6dple.org/",
    "https://ex ample.org/",
    "https://example.org/a b",
    "https://example.org/\r\nHost: localhost",
    "https://example.org/\0",
    "https://example.org/%zz",
    " https://example.org/",
    "https://example.org/\n",
    "https://-example.org/",
    "https://exam_ple.org/",
    "https://example..org/",
    "https://.example.org/",
    "https://example.org./",
    "https://example.123/",
    "https://example.0x1/",
    "https://",
    "",
    "https://example.org/" + "a" * 1000,
    "https://" + "a" * 64 + ".org/",
]


@pytest.fixture(autouse=True)
def _as_in_production(settings: Any) -> None:
    settings.WEBHOOK_ALLOW_PRIVATE = False


@pytest.fixture
def listener() -> Iterator[Receiver]:
    with receiving() as running:
        yield running


@pytest.mark.parametrize("spelling", REFUSED_BY_FORM)
def test_a_bad_url_is_refused_when_it_is_given_and_when_it_is_used(spelling: str, listener: Receiver) -> None:
    url = spelling.replace("{port}", str(listener.port)).replace("{host}", "127.0.0.1")

    with pytest.raises(BadUrl):
        url_place(url)
    assert post(url, headers={}, body=b"{}").reason is Reason.REFUSED

    assert listener.received == []


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://hooks.example.org", ("hooks.example.org", 443, "/", "hooks.example.org")),
        ("https://Hooks.Example.org/A?b=%20c", ("hooks.example.org", 443, "/A?b=%20c", "hooks.example.org")),
        ("https://example.org?x", ("example.org", 443, "/?x", "example.org")),
        ("https://example.org:443/", ("example.org", 443, "/", "example.org")),
        ("https://example.org:8443/x", ("example.org", 8443, "/x", "example.org:8443")),
        ("https://xn--exmple-cua.org/", ("xn--exmple-cua.org", 443, "/", "xn--exmple-cua.org")),
        ("https://8.8.8.8/", ("8.8.8.8", 443, "/", "8.8.8.8")),
        ("https://[2606:4700::1111]:8443/", ("2606:4700::1111", 8443, "/", "[2606:4700::1111]:8443")),
    ],
)
def test_a_good_url_is_read_in_one_way(url: str, expected: tuple[str, int, str, str]) -> None:
    place = url_place(url)

    assert (place.host, place.port, place.target, place.authority) == expected


@pytest.mark.parametrize(
    ("literal", "is_public"),
    [
        *((literal, True) for literal in ("8.8.8.8", "1.1.1.1", "99.255.255.255", "100.128.0.1", "2606:4700::1111")),
        *((literal, False) for literal in ("100.64.0.0", "100.127.255.255", "172.31.255.255", "169.254.0.1")),
        *((literal, False) for literal in ("::ffff:8.8.8.8", "::8.8.8.8", "64:ff9b::808:808", "2002:808:808::1")),
        *((literal, False) for literal in ("2001::1", "2001:1ff::1", "4000::1", "1fff::1", "ff0e::1", "::")),
    ],
)
def test_what_is_public(literal: str, is_public: bool) -> None:
    assert address_is_public(ip_address(literal)) is is_public


class Resolver:
    """Takes the place of the system's resolver for one name, and answers something else each time."""

    def __init__(self, patch: pytest.MonkeyPatch, *answers: list[str]) -> None:
        self.asked = 0
        self._answers = answers
        self._honest = socket.getaddrinfo
        patch.setattr(socket, "getaddrinfo", self)

    def __call__(self, host: Any, port: Any, *more: Any, **named: Any) -> Any:
        if host not in {"rebind.example.org", b"rebind.example.org"}:
            return self._honest(host, port, *more, **named)
        literals = self._answers[min(self.asked, len(self._answers) - 1)]
        self.asked += 1
        return [entry for literal in literals for entry in self._honest(literal, port, *more, **named)]


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Where connections went. Those to the world outside end here."""
    made: list[Any] = []
    honest = socket.create_connection

    def create(address: Any, *more: Any, **named: Any) -> socket.socket:
        made.append(address)
        if not str(address[0]).startswith("127."):
            raise ConnectionRefusedError
        return honest(address, *more, **named)

    monkeypatch.setattr(socket, "create_connection", create)
    return made


def test_a_name_that_changes_its_mind_is_asked_once(
    listener: Receiver, monkeypatch: pytest.MonkeyPatch, connections: list[Any]
) -> None:
    """First a public address, and this machine for whoever asks again."""
    resolver = Resolver(monkeypatch, ["93.184.215.14"], ["127.0.0.1"])

    outcome = post(f"https://rebind.example.org:{listener.port}/", headers={}, body=b"{}")

    assert outcome.reason is Reason.CONNECTION
    assert resolver.asked == 1
    assert connections == [("93.184.215.14", listener.port)]
    assert listener.received == []


@pytest.mark.parametrize(
    "answers",
    [
        ["127.0.0.1"],
        ["93.184.215.14", "127.0.0.1"],
        ["::1"],
        ["::ffff:127.0.0.1"],
        ["10.0.0.1"],
        ["169.254.169.254"],
        ["64:ff9b::7f00:1"],
        ["0.0.0.0"],
    ],
)
def test_a_name_that_leads_inside_is_refused_before_anything_is_sent(
    answers: list[str], listener: Receiver, monkeypatch: pytest.MonkeyPatch, connections: list[Any]
) -> None:
    Resolver(monkeypatch, answers)

    outcome = post(f"https://rebind.example.org:{listener.port}/", headers={}, body=b"{}")

    assert (outcome.reason, outcome.status) == (Reason.REFUSED, None)
    assert connections == []
    assert listener.received == []


def test_the_control_sees_what_is_let_through(
    listener: Receiver, monkeypatch: pytest.MonkeyPatch, settings: Any, connections: list[Any]
) -> None:
    """The test of the tests: with the check off, the listener does hear."""
    settings.WEBHOOK_ALLOW_PRIVATE = True
    Resolver(monkeypatch, ["127.0.0.1"])

    assert post(f"http://rebind.example.org:{listener.port}/", headers={}, body=b"{}").is_delivered
    assert len(listener.received) == 1
    assert listener.received[0].headers["host"] == f"rebind.example.org:{listener.port}"


def test_a_name_that_leads_nowhere() -> None:
    assert post("https://nowhere.invalid/", headers={}, body=b"{}").reason is Reason.NAME


def test_a_resolver_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    release = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *about: release.wait(10))
    try:
        outcome = post("https://slow.example.org/", headers={}, body=b"{}", patience=0.3)
    finally:
        release.set()

    assert outcome.reason is Reason.NAME
    assert 250 <= outcome.milliseconds < 2000
