"""Where a transaction begins and ends."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from django.db import transaction

_joined: Final[ContextVar[bool]] = ContextVar("joined", default=False)


@contextmanager
def one_transaction() -> Iterator[None]:
    """What is written inside is committed when it ends, all of it or nothing.

    It is the outermost transaction, so what follows it may be acknowledged. Only within `joined_transaction` it is a
    part of that one: a failure takes back what was written inside, and the rest is committed later.
    """
    with transaction.atomic() if _joined.get() else transaction.atomic(durable=True):
        yield


def is_joined() -> bool:
    """Whether this runs within `joined_transaction`."""
    return _joined.get()


@contextmanager
def joined_transaction() -> Iterator[None]:
    """The outermost transaction, which each `one_transaction` inside joins."""
    with transaction.atomic(durable=True):
        joined = _joined.set(True)
        try:
            yield
        finally:
            _joined.reset(joined)
