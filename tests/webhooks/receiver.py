"""A receiver of webhooks, on a port of its own: it keeps what comes, and answers as it is told to."""

import contextlib
import socket
import ssl
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

type Answer = Callable[[BaseHTTPRequestHandler], None]


@dataclass(frozen=True)
class Received:
    """One request, as it came."""

    headers: dict[str, str]
    body: bytes
    path: str

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]


@dataclass
class Receiver:
    """What came, and what is answered next: those in `script` in their order, then `always`."""

    port: int = 0
    context: ssl.SSLContext | None = None
    received: list[Received] = field(default_factory=list)
    script: "deque[Answer]" = field(default_factory=deque)
    always: Answer = field(default_factory=lambda: status(204))
    most_at_once: int = 0
    at_once: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _server: ThreadingHTTPServer | None = None
    release: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"{'http' if self.context is None else 'https'}://127.0.0.1:{self.port}/hook"

    def open(self) -> None:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                with receiver._lock:
                    receiver.received.append(Received(headers, body, self.path))
                    receiver.at_once += 1
                    receiver.most_at_once = max(receiver.most_at_once, receiver.at_once)
                    answer = receiver.script.popleft() if receiver.script else receiver.always
                try:
                    answer(self)
                finally:
                    with receiver._lock:
                        receiver.at_once -= 1

            do_GET = do_POST  # noqa: N815

            def log_message(self, *about: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            allow_reuse_address = True

            def handle_error(self, request: Any, client_address: Any) -> None:
                """Those who leave in the middle are a part of the test."""

        self._server = Server(("127.0.0.1", self.port), Handler)
        self.port = self._server.server_address[1]
        if self.context is not None:
            self._server.socket = self.context.wrap_socket(
                self._server.socket, server_side=True, do_handshake_on_connect=False
            )
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    @property
    def ids(self) -> list[str]:
        return [one.id for one in self.received]


@contextlib.contextmanager
def receiving(**how: Any) -> Iterator[Receiver]:
    receiver = Receiver(**how)
    receiver.open()
    try:
        yield receiver
    finally:
        receiver.release.set()
        receiver.close()


def status(code: int, *, body: bytes = b"", **headers: str) -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(code)
        for name, value in headers.items():
            request.send_header(name, value)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    return answer


def hang(receiver: Receiver) -> Answer:
    """Says nothing until it is let go."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        receiver.release.wait(30)

    return answer


def drip_head(request: BaseHTTPRequestHandler) -> None:
    """A header that never ends, a byte at a time."""
    request.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    with contextlib.suppress(OSError):
        for _ in range(200):
            request.wfile.write(b"x")
            request.wfile.flush()
            time.sleep(0.1)


def drip_body(request: BaseHTTPRequestHandler) -> None:
    """A status at once, and then a body that never ends."""
    request.send_response(200)
    request.send_header("Content-Length", "1000000")
    request.end_headers()
    with contextlib.suppress(OSError):
        for _ in range(200):
            request.wfile.write(b"x")
            request.wfile.flush()
            time.sleep(0.1)


@dataclass
class Flood:
    """A body of a gigabyte, and how much of it went out."""

    sent: int = 0
    done: threading.Event = field(default_factory=threading.Event)

    def __call__(self, request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Length", str(2**30))
        request.end_headers()
        # Little may wait in between, so that what went out is about what was read.
        request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16 * 1024)
        with contextlib.suppress(OSError):
            while self.sent < 2**30:
                self.sent += request.connection.send(b"x" * 16 * 1024)
        self.done.set()


def endless_head(request: BaseHTTPRequestHandler) -> None:
    """Headers without an end, as fast as they go."""
    request.wfile.write(b"HTTP/1.1 200 OK\r\n")
    with contextlib.suppress(OSError):
        for number in range(10**6):
            request.wfile.write(b"X-%d: %s\r\n" % (number, b"x" * 1000))


def nonsense(request: BaseHTTPRequestHandler) -> None:
    request.wfile.write(b"\x00\x01 this is no HTTP\r\n\r\n")
    request.close_connection = True


def hang_up(request: BaseHTTPRequestHandler) -> None:
    request.connection.shutdown(socket.SHUT_RDWR)
    request.close_connection = True
