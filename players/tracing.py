"""Whose work this is: the name of the request that is at work, or of the request that a task follows from.

Knows no Django: gunicorn reads it before the settings are.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

request_id: Final[ContextVar[str]] = ContextVar("request_id", default="")
"""The request, or the task of a request, that is at work. Every line that is logged meanwhile carries it."""

FIELDS: Final = "fields"
"""`extra={FIELDS: {…}}` of a logging call: what is said besides the text."""


@contextmanager
def following(request: str) -> Iterator[None]:
    """What is done and logged meanwhile follows from `request`."""
    before = request_id.set(request)
    try:
        yield
    finally:
        request_id.reset(before)
