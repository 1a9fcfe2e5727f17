"""What the parts say: one line an event, as JSON or for a person, and never a secret.

Knows no Django: gunicorn reads it before the settings are.
"""

import json
import logging
import os
import re
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Final

from players.tracing import FIELDS, request_id

# Whatever else goes wrong, no token and no secret stands in a log.
_TOKEN: Final = re.compile(r"(nss_|whsec_)[A-Za-z0-9_+/=-]{8,}")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
# What a database says of its failure quotes whole rows: hands, digests, mail addresses.
_TALKATIVE: Final = ("psycopg", "django.db")
# And what fails at work on a game may quote a card: where it failed must do.
_SECRETIVE: Final = ("games.", "bots.")

type Failure = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class JsonFormatter(logging.Formatter):
    """One JSON object a line, in ASCII."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        if number := request_id.get():
            entry["request_id"] = number
        entry |= getattr(record, FIELDS, {})
        if record.exc_info:
            entry["failure"] = failure_text(record.exc_info)
        return _TOKEN.sub(r"\1***", json.dumps(entry, default=str))


class TextFormatter(logging.Formatter):
    """The same for a person at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(sep=" ", timespec="milliseconds")[:-6]
        said = [record.getMessage(), *(f"{name}={value}" for name, value in getattr(record, FIELDS, {}).items())]
        if number := request_id.get():
            said.append(f"request_id={number}")
        line = _CONTROL.sub(_escaped, f"{at} {record.levelname} {record.name} {' '.join(said)}")
        if record.exc_info:
            line += "\n" + failure_text(record.exc_info).rstrip()
        return _TOKEN.sub(r"\1***", line)


def failure_text(failure: Failure) -> str:
    """The traceback with its causes, the first cause first; without what a database, or a game, would quote."""
    _, error, _ = failure
    chain: list[BaseException] = []
    while error is not None and all(error is not link for link in chain):
        chain.insert(0, error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    secretive = any(_is_secretive(link) for link in chain)
    parts = []
    for link in chain:
        frames = "".join(traceback.format_tb(link.__traceback__))
        parts.append(f"Traceback (most recent call last):\n{frames}{_named(link, without_text=secretive)}\n")
    return "\n".join(parts)


def logging_config(*, style: str, level: str) -> dict[str, Any]:
    """The configuration for `logging.config`. `style` is `json` or `text`."""
    formatters = {"json": JsonFormatter, "text": TextFormatter}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": formatters[style]}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Its own handlers would mail whole requests to administrators.
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            "django.request": {"level": "ERROR"},
            # Whoever sends a foreign Host gets a 400, and a line as every request has it; a traceback says no more.
            "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL", "propagate": False},
            "gunicorn.error": {"handlers": [], "level": level, "propagate": True},
            # Each task is one line of ours, as each request is.
            "celery": {"level": "WARNING"},
            # Its line on a failure quotes what was raised.
            "celery.app.trace": {"level": "CRITICAL"},
        },
    }


def logging_from_environment() -> dict[str, Any]:
    """As LOG_FORMAT and LOG_LEVEL say; JSON in production, text elsewhere."""
    in_production = os.environ.get("NESSOS_ENV") == "production"
    return logging_config(
        style=os.environ.get("LOG_FORMAT") or ("json" if in_production else "text"),
        level=os.environ.get("LOG_LEVEL", "INFO").upper(),
    )


def _named(error: BaseException, *, without_text: bool) -> str:
    kind = type(error)
    name = f"{kind.__module__}.{kind.__qualname__}"
    if without_text or any(base.__module__.startswith(_TALKATIVE) for base in kind.__mro__):
        return name
    return f"{name}: {_CONTROL.sub(_escaped, str(error))}"


def _is_secretive(error: BaseException) -> bool:
    frames = traceback.walk_tb(error.__traceback__)
    return any(str(frame.f_globals.get("__name__", "")).startswith(_SECRETIVE) for frame, _ in frames)


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()
