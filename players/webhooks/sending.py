"""One HTTP request to an address that nobody vouches for: bounded in time and size, and never led astray.

No redirect is followed, no proxy is taken from the environment, and the connection goes to an address that was judged.
"""

import os
import ssl
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import certifi
import httpcore

from players.webhooks.addresses import AddressRefused, BadUrl, NameUnknown, addresses_of, url_place
from players.webhooks.models import Delivery, DeliveryReason

PATIENCE: Final = 5.0
"""Seconds for all of it, from the name to the answer."""
MOST_READ: Final = 64 * 1024
"""Bytes that are read of an answer. None is kept."""
PATIENCE_WITH_BODY: Final = 0.5
"""Seconds for the rest of an answer once its status is known: it must not hold a thread of the courier."""


@dataclass(slots=True)
class _Until:
    """The moment at which it must be over, by the clock that runs on (`time.monotonic`)."""

    moment: float

    def left(self) -> float:
        """Seconds that are left. Raises ReadTimeout when none are."""
        left = self.moment - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout
        return left

    def no_later_than(self, moment: float) -> None:
        self.moment = min(self.moment, moment)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an attempt. `status` is None when there was no answer."""

    reason: DeliveryReason
    status: int | None
    milliseconds: int

    @property
    def is_delivered(self) -> bool:
        return self.reason is Delivery.Reason.NONE

    @property
    def is_away(self) -> bool:
        """Whether nobody is there who could take anything: no answer, or one that says so."""
        return not self.is_delivered and self.status in {None, 429, 502, 503, 504}


def post(url: str, *, headers: Mapping[str, str], body: bytes, patience: float = PATIENCE) -> Outcome:
    """Send, and say what came of it. Never raises for what the other side does."""
    began = time.monotonic()
    status, reason = _posted(url, headers, body, _Until(began + patience))
    return Outcome(reason, status, round((time.monotonic() - began) * 1000))


def _posted(url: str, headers: Mapping[str, str], body: bytes, until: _Until) -> tuple[int | None, DeliveryReason]:
    try:
        place = url_place(url)
        addresses = addresses_of(place, patience=until.left())
    except (BadUrl, AddressRefused):
        return None, Delivery.Reason.REFUSED
    except NameUnknown:
        return None, Delivery.Reason.NAME
    except httpcore.TimeoutException:
        return None, Delivery.Reason.TIMEOUT
    where = httpcore.URL(scheme=place.scheme, host=place.host, port=place.port, target=place.target)
    said = [("Host", place.authority), ("Content-Length", str(len(body))), ("Connection", "close"), *headers.items()]
    backend = _Pinned(addresses, until)
    trust = _trust(os.environ.get("SSL_CERT_FILE")) if place.scheme == "https" else None
    try:
        with (
            httpcore.ConnectionPool(ssl_context=trust, network_backend=backend) as pool,
            pool.stream("POST", where, headers=said, content=body) as answer,
        ):
            status: int = answer.status
            until.no_later_than(time.monotonic() + PATIENCE_WITH_BODY)
            _drain(answer.iter_stream())
    except httpcore.TimeoutException:
        return None, Delivery.Reason.TIMEOUT
    except (httpcore.NetworkError, httpcore.ProtocolError) as failure:
        return None, Delivery.Reason.TLS if _is_of_tls(failure) else Delivery.Reason.CONNECTION
    return status, Delivery.Reason.NONE if 200 <= status < 300 else Delivery.Reason.STATUS


def _drain(chunks: Iterable[bytes]) -> None:
    """Let the other side finish its answer, within bounds. Its status is known by now, and counts whatever follows."""
    read = 0
    try:
        for chunk in chunks:
            read += len(chunk)
            if read >= MOST_READ:
                return
    except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError):
        return


@cache
def _trust(file: str | None) -> ssl.SSLContext:
    """Whoever the machine trusts, or else those in `file` (`SSL_CERT_FILE`); and whoever browsers do. Read once."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _is_of_tls(failure: BaseException | None) -> bool:
    while failure is not None:
        if isinstance(failure, ssl.SSLError):
            return True
        failure = failure.__cause__ or failure.__context__
    return False


class _Pinned(httpcore.NetworkBackend):
    """Connects to the addresses that were judged, whatever name is asked for, and to nothing else."""

    def __init__(self, addresses: tuple[str, ...], until: _Until) -> None:
        self._addresses = addresses
        self._until = until
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        for address in self._addresses[:-1]:
            try:
                # Half of what is left, so that another address has its chance.
                stream = self._sockets.connect_tcp(address, port, timeout=self._until.left() / 2)
                return _Bounded(stream, self._until)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return _Bounded(self._sockets.connect_tcp(self._addresses[-1], port, timeout=self._until.left()), self._until)


class _Bounded(httpcore.NetworkStream):
    """A stream that ends at a moment: bytes that drip in do not prolong it."""

    def __init__(self, stream: httpcore.NetworkStream, until: _Until) -> None:
        self._stream = stream
        self._until = until

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, timeout=self._until.left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, timeout=self._until.left())

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _Bounded(self._stream.start_tls(ssl_context, server_hostname, self._until.left()), self._until)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
