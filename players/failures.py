"""What becomes of a failure on its way out: a refusal that tells nothing, and headers that help."""

import logging
from typing import Final

from django.core import exceptions as django_errors
from django.http import Http404, UnreadablePostError

from players.errors import ERROR_KINDS, ErrorCode, Refusal
from players.transactions import DATABASE_AWAY

PRIVATE: Final = "private, no-store"
VARIES: Final = "Authorization, Cookie"
RETRY_AFTER: Final = 2

log = logging.getLogger(__name__)


def refusal_of(exc: BaseException | None) -> Refusal:
    """The refusal that an exception amounts to. What nobody foresaw is logged and becomes internal_error."""
    match exc:
        case Refusal():
            return exc
        case Http404():
            return Refusal(ErrorCode.NOT_FOUND)
        case django_errors.PermissionDenied():
            return Refusal(ErrorCode.FORBIDDEN)
        case django_errors.RequestDataTooBig():
            return Refusal(ErrorCode.TOO_LARGE)
        case UnreadablePostError():
            return Refusal(ErrorCode.MALFORMED)
        case django_errors.SuspiciousOperation() | django_errors.BadRequest():
            return Refusal(ErrorCode.MALFORMED, "The request is malformed.")
        case _ if isinstance(exc, DATABASE_AWAY):
            log.warning("The database is away: %s", type(exc).__name__)
            return Refusal(ErrorCode.UNAVAILABLE)
        case _:
            log.error("Unforeseen failure", exc_info=exc)
            return Refusal(ErrorCode.INTERNAL_ERROR)


def refusal_headers(refusal: Refusal) -> dict[str, str]:
    """Headers that a status asks for: how to authenticate, when to come again."""
    if ERROR_KINDS[refusal.code].status == 401:
        return {"WWW-Authenticate": "Bearer"}
    wait = refusal.extra.get("retry_after")
    if isinstance(wait, int):
        return {"Retry-After": str(wait)}
    if refusal.code is ErrorCode.UNAVAILABLE:
        return {"Retry-After": str(RETRY_AFTER)}
    return {}
