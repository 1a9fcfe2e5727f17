"""What clients send that nobody should: texts, numbers, names, bodies, ids, cursors, headers."""

import json
import random
from typing import Any, Final

TEXTS: Final[tuple[str, ...]] = (
    *("", " ", "\t", "null", "undefined", "NaN", "true", "0", "-1", "1e999", "0x10", "１２", "٣", "²", "½"),
    *("\x00", "a\x00b", "\r\n", "a\nSet-Cookie: x=1", "\x1b[31m", "\x7f", "\x85", "\ufeff", "\ufffe", "\uffff"),
    *("\u202eabc", "\u2066x\u2069", "\u200d", "\u200b" * 9, "e\u0301", "Å", "ﬁ", "İ", "ı", "ß", "Σς", "аnn", "ａｎｎ"),
    *("𝒜𝓃𝓃", "👩‍👩‍👧‍👦", "\U0010ffff", "ก็็็็็็็็", "Z̷͖͠a̴l̶g̷o̴", "אבג", "مرحبا", "\ud800", "\udfff", "a\ud83d"),
    *("' OR 1=1 --", '"; DROP TABLE players_player; --', "%27", "\\", "\\u0000", "%00", "%", "%s%n", "{0}", "{{7*7}}"),
    *("${7*7}", "<script>alert(1)</script>", "<!--", "]]>", "&amp;", "../../etc/passwd", "..\\..", "/", "//", "?", "#"),
    *("a" * 64, "a" * 65, "a" * 255, "a" * 5000, "é" * 300, "x" * 30000, "9" * 400, "-" * 70, "P" + "9" * 30 + "D"),
    *("P1Y", "PT0S", "-P1D", "P1M", "PT1e9S", "P99999999999D", "PT0.0000001S", "2026-02-30T25:61:61Z", "me", "bots"),
)
NUMBERS: Final[tuple[Any, ...]] = (
    *(-1, 0, 7, 11, 2**31 - 1, 2**31, 2**32, 2**53 + 1, 2**63 - 1, 2**63, -(2**63), 10**30, 10**400),
    *(0.5, -0.0, 1.0, 1e308, 5e-324),
)
VALUES: Final[tuple[Any, ...]] = (
    *TEXTS,
    *NUMBERS,
    *(None, True, False, [], {}, [[]], [None], {"": ""}, {"$ne": 1}, {"__proto__": 1}, ["a"] * 900, [[[[[[[[]]]]]]]]),
)
RAW_BODIES: Final[tuple[bytes, ...]] = (
    *(
        b"{",
        b"}",
        b"[",
        b'"',
        b"null",
        b"true",
        b"1",
        b"NaN",
        b"\x00",
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
        b"{}{}",
        b"{} x",
    ),
    *(
        b"{'a':1}",
        b'{"a":1,}',
        b'{"a":1,"a":2}',
        b'{"a":Infinity}',
        b'{"a":1e999}',
        b'{"a":"\xff"}',
        b'{"a":"\\ud800"}',
    ),
    *(
        b'{"a":"\\u0000"}',
        b"[" * 50_000,
        b'{"a":' * 9_000,
        b" " * 65_000,
        b" " * 66_000,
        b"a=b&c=d",
        b"<a/>",
        b"--x\r\n",
    ),
    *('{"a":1}'.encode("utf-16"), '{"a":1}'.encode("utf-32"), b'{"\\u0061":1,"a":1}', b"{" + b'"a":{' * 40 + b"}" * 41),
    *(
        b'{"version":' + b"9" * 4301 + b"}",
        b'{"version":-0}',
        b'{"version":1.0}',
        b"\x1f\x8b\x08\x00",
        b'"' + b"a" * 60_000,
    ),
)
# Servers hand headers over byte by byte (PEP 3333): a character beyond U+00FF cannot come.
HEADERS: Final[tuple[tuple[str, str], ...]] = (
    *(
        ("HTTP_AUTHORIZATION", value)
        for value in ("", "Bearer", "Bearer ", "Basic YTpi", "Bearer nss_", "bearer x y z")
    ),
    *(("HTTP_AUTHORIZATION", f"Bearer {value}") for value in ("nss_" + "a" * 9000, "é", "\x00", "nss_' OR 1=1", "%00")),
    *(("HTTP_ACCEPT", value) for value in ("", "text/html", "x", "*/*;q=nan", "application/xml", "a" * 9000, "\xff")),
    *(("HTTP_ACCEPT_LANGUAGE", value) for value in ("xx", "de-" + "a" * 600, "*", "\x00", "fr;q=-1", "../../etc", "é")),
    *(("HTTP_IF_NONE_MATCH", value) for value in ("*", '"', "W/", '"' * 999, "\x00", "é", "," * 5000)),
    *(("HTTP_HOST", value) for value in ("", "a b", "evil.example", "[::1", "localhost:99999", "\x00", "é")),
    *(("HTTP_X_FORWARDED_FOR", value) for value in ("", "x", "1.2.3.4, ::1", "999.1.1.1", "\x00", "," * 3000)),
    *(("HTTP_IDEMPOTENCY_KEY", value) for value in ("", "k", "é", "\x00", "a" * 255, "a" * 256, "a" * 9000)),
    *(("HTTP_X_REQUEST_ID", value) for value in ("", "a b", "\r\nx: y", "a" * 900, "é")),
    *(("HTTP_COOKIE", value) for value in ("sessionid=x", "=;;=", "a" * 9000, "\x00", "csrftoken=é")),
    *(("HTTP_X_HTTP_METHOD_OVERRIDE", "DELETE"), ("HTTP_CONTENT_ENCODING", "gzip"), ("HTTP_EXPECT", "100-continue")),
    *(("HTTP_ORIGIN", value) for value in ("null", "https://evil.example", "\x00", "é")),
    *(("HTTP_RANGE", "bytes=0-1"), ("HTTP_IF_MODIFIED_SINCE", "x"), ("HTTP_LAST_EVENT_ID", "é"), ("REMOTE_ADDR", "")),
    *(("CONTENT_LENGTH", value) for value in ("-1", "x", "", "99999999999999999999", "1.5")),
    *(("CONTENT_TYPE", value) for value in ("", "x", "application/json; charset=utf-7", "application/json;" * 99)),
    *(("CONTENT_TYPE", value) for value in ("multipart/form-data", "multipart/form-data; boundary=\x00", "é")),
)
PARAMETERS: Final = (
    "limit",
    "cursor",
    "after",
    "status",
    "player",
    "joinable",
    "order",
    "invite",
    "wait",
    "format",
    "",
)
MEMBERS: Final = (
    *("version", "kind", "card", "claim", "to", "players", "turn", "visibility", "bots", "rated", "name", "entropy"),
    *(
        "invite",
        "level",
        "password",
        "email",
        "label",
        "scopes",
        "expires_in",
        "language",
        "current_password",
        "is_staff",
        "text",
        "player",
        "game",
        "message",
    ),
)
BODY_OF: Final[dict[str, dict[str, Any]]] = {
    "moves": {"version": 1, "kind": "offer", "card": 1, "claim": 1, "to": 1},
    "bots": {"level": "novice"},
    "players": {"name": "somebody", "password": "correct horse battery"},
    "tokens": {"name": "somebody", "password": "x"},
    "messages": {"text": "Who lies?"},
    "reports": {"kind": "abuse", "player": "nobody-here", "text": "They lie."},
    "appeal": {"text": "I said nothing."},
}
"""A body of a right form, by the last step of the path."""


def body_of(path: str, rng: random.Random) -> bytes:
    """A body for that path: right but for one or two members, or no JSON at all."""
    if rng.random() < 0.25:
        return rng.choice(RAW_BODIES)
    body = dict(BODY_OF.get(path.rsplit("/", 1)[-1], {}))
    for _ in range(rng.randint(1, 2)):
        body[rng.choice([*body, *MEMBERS])] = rng.choice(VALUES)
    return json.dumps(body).encode()
