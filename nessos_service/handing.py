"""The web's worker: what waits is handed over, so that it holds no thread here.

The head of a request is read as always. If it asks for something that may take long, the connection itself goes to the
process that waits, which answers and closes it. Where nobody takes it, Django answers here, and refuses to wait.
"""

import contextlib
import io
import re
import socket
from typing import Any, Final
from urllib.parse import unquote

from gunicorn.workers.gthread import ThreadWorker

from nessos_service.streams.door import hand_over

_STREAMS: Final = re.compile(r"/api/v1/(games/[^/]+/stream|players/me/stream)")
_EVENTS: Final = re.compile(r"/api/v1/games/[^/]+/events")
_WAIT: Final = re.compile(r"(^|&)wait=")
_GRAPHQL: Final = "/graphql"
_EVENT_STREAM: Final = "text/event-stream"
# Of this connection, or said anew.
_OF_ONE_HOP: Final = frozenset(
    {"CONNECTION", "CONTENT-LENGTH", "EXPECT", "KEEP-ALIVE", "TRANSFER-ENCODING", "UPGRADE", "HTTP2-SETTINGS"}
)


class HandingWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """gthread, but for what waits."""

    def handle_request(self, req: Any, conn: Any) -> Any:
        if may_wait(req) and _handed_over(req, conn):
            # What gunicorn shuts down and closes now is a socket of nobody: the client's lives on elsewhere.
            conn.sock.close()
            conn.sock = socket.socket()
            return False
        return super().handle_request(req, conn)


def may_wait(req: Any) -> bool:
    """Whether a request, as gunicorn read it, asks for what may take long."""
    path = unquote(req.path or "")
    if req.method == "GET" and (_STREAMS.fullmatch(path) or (_EVENTS.fullmatch(path) and _WAIT.search(req.query))):
        return True
    return path == _GRAPHQL and req.method in {"GET", "POST"} and _EVENT_STREAM in _header(req, "ACCEPT").lower()


def _handed_over(req: Any, conn: Any) -> bool:
    with contextlib.suppress(Exception):
        body = b"" if req.method == "GET" else _body(req)
        return body is not None and hand_over(conn.sock, _request_of(req, body))
    return False


def _body(req: Any) -> bytes | None:
    """The body, which can be read once more; None when it is not for the streams.

    Clients that take JSON as well say so with every query: only a subscription has to wait.
    """
    # gunicorn reads this module before Django is there.
    from players.bodies import LARGEST

    declared = _header(req, "CONTENT-LENGTH")
    if _header(req, "EXPECT") or (declared and int(declared) > LARGEST):
        return None
    content: bytes = req.body.read(LARGEST + 1)
    read_again = io.BytesIO()
    read_again.write(content + req.body.buf.getvalue())
    req.body.buf = read_again
    is_whole = len(content) <= LARGEST and len(content) == int(declared or len(content))
    takes_json = "json" in _header(req, "ACCEPT").lower()
    return content if is_whole and (b"subscription" in content or not takes_json) else None


def _header(req: Any, wanted: str) -> str:
    return ",".join(value for name, value in req.headers if name == wanted)


def _request_of(req: Any, body: bytes) -> bytes:
    """The request as it came, but for what is about one connection: it has its length, and is the last one there."""
    target = req.path + (f"?{req.query}" if req.query else "")
    version = "1.1" if _header(req, "HOST") and req.version >= (1, 1) else "1.0"
    lines = [f"{req.method} {target} HTTP/{version}"]
    lines += [f"{name}: {value}" for name, value in req.headers if name not in _OF_ONE_HOP]
    if req.method == "POST":
        lines.append(f"Content-Length: {len(body)}")
    lines += ["Connection: close", "", ""]
    return "\r\n".join(lines).encode("latin-1") + body
