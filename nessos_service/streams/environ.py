"""A request of ASGI as Django's WSGI side reads it, so that whatever answers it is what answers everywhere."""

import io
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import unquote_to_bytes

_UNPREFIXED: Final = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}


def environ_of(scope: Any, body: bytes) -> dict[str, Any]:
    """The environment of PEP 3333."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 80),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0] if client else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    environ |= _headers(scope["headers"])
    if body or "CONTENT_LENGTH" in environ or "HTTP_TRANSFER_ENCODING" in environ:
        # Whatever was announced, this is what came.
        environ["CONTENT_LENGTH"] = str(len(body))
        environ.pop("HTTP_TRANSFER_ENCODING", None)
    return environ


def _headers(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in headers:
        # `X_Forwarded_For` would pass for `X-Forwarded-For`.
        if b"_" in name:
            continue
        key = _UNPREFIXED.get(name) or "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
        text = value.decode("latin-1")
        # Cookies may come in several headers too, and have a separator of their own (RFC 6265).
        between = "; " if key == "HTTP_COOKIE" else ","
        found[key] = f"{found[key]}{between}{text}" if key in found else text
    return found
