"""Where a transaction begins and ends."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from django.db import InterfaceError, InternalError, OperationalError, transaction
from django.utils.translation import gettext_lazy as _

from players.errors import ErrorCode, Refusal

DATABASE_AWAY: Final = (OperationalError, InterfaceError, InternalError)
"""What is raised when the database went away, or ended what a frozen process had begun."""

_UNKNOWN: Final = _(
    "The database went away at the last moment. Whether this was accepted is not known: look, or ask again under the "
    "same Idempotency-Key."
)
_joined: Final[ContextVar[bool]] = ContextVar("joined", default=False)


@contextmanager
def one_transaction() -> Iterator[None]:
    """What is written inside is committed when it ends, all of it or nothing.

    It is the outermost transaction, so what follows it may be acknowledged. Only within `joined_transaction` it is a
    part of that one: a failure takes back what was written inside, and the rest is committed later.
    """
    if _joined.get():
        with transaction.atomic():
            yield
    else:
        with _outermost():
            yield


def is_joined() -> bool:
    """Whether this runs within `joined_transaction`."""
    return _joined.get()


@contextmanager
def joined_transaction() -> Iterator[None]:
    """The outermost transaction, which each `one_transaction` inside joins."""
    with _outermost():
        joined = _joined.set(True)
        try:
            yield
        finally:
            _joined.reset(joined)


@contextmanager
def _outermost() -> Iterator[None]:
    """A transaction of its own. Raises Refusal unavailable, in words of its own, when the commit may have failed."""
    at_the_end = False
    try:
        with transaction.atomic(durable=True):
            yield
            at_the_end = True
    except DATABASE_AWAY as away:
        if at_the_end:
            raise Refusal(ErrorCode.UNAVAILABLE, _UNKNOWN) from away
        raise
