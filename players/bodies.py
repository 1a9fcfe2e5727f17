"""Bodies of requests, bounded before they are read, and of answers. One reader and one writer for REST and GraphQL."""

import json
from typing import IO, Final, NoReturn

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest

from players.errors import ErrorCode, Refusal
from players.wire import check_json

LARGEST: Final = 64 * 1024


def json_read(raw: bytes) -> object:
    """The JSON value. Raises Refusal: malformed."""
    try:
        data: object = json.loads(raw.decode(), object_pairs_hook=_object, parse_constant=_no_constant)
    except _Doubled:
        raise Refusal(ErrorCode.MALFORMED, "A key of an object comes twice.") from None
    except (ValueError, RecursionError):
        raise Refusal(ErrorCode.MALFORMED, "The body is not JSON in UTF-8.") from None
    check_json(data)
    return data


def raw_body(request: HttpRequest) -> bytes:
    """The bytes of the body, however it was sent; afterwards `request.body` has them too.

    Raises Refusal: too_large; malformed for one that breaks off, so that half a request is never acted on;
    unsupported_media_type for one that is packed.
    """
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise Refusal(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "Bodies are sent as they are: no Content-Encoding is known.")
    if isinstance(request, WSGIRequest) and _chunked(request):
        # Django reads by Content-Length alone. The server below says where a chunked body ends.
        content = _read(request.environ["wsgi.input"])
        request.META["CONTENT_LENGTH"] = str(len(content))
        request._body = content
        request._read_started = True  # type: ignore[attr-defined]  # as reading would have
    elif _declared_length(request) > LARGEST:
        raise Refusal(ErrorCode.TOO_LARGE)
    if len(request.body) > LARGEST:
        raise Refusal(ErrorCode.TOO_LARGE)
    if len(request.body) < _declared_length(request):
        raise Refusal(ErrorCode.MALFORMED, "The body breaks off.")
    return request.body


def _read(stream: IO[bytes]) -> bytes:
    try:
        return stream.read(LARGEST + 1)
    except Exception:
        # Each server raises its own exceptions for chunks that are none, or that break off.
        raise Refusal(ErrorCode.MALFORMED, "The chunks of the body are malformed.") from None


def _chunked(request: WSGIRequest) -> bool:
    """Whether the body came without a length, from a server that marks its end, and was not read yet."""
    if hasattr(request, "_body") or request.META.get("CONTENT_LENGTH"):
        return False
    return bool(request.environ.get("wsgi.input_terminated")) and "HTTP_TRANSFER_ENCODING" in request.META


def _declared_length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    unique = dict(pairs)
    if len(unique) != len(pairs):
        raise _Doubled
    return unique


class _Doubled(Exception):
    """Which of the two values was meant?"""


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON.")


def json_bytes(data: object) -> bytes:
    """Compact UTF-8. The order of keys is the order in which they were put in."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
