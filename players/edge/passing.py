"""Answers that are about who asks or how often, not about what was asked: the same request may fare better later."""

from typing import Final

from django.http import HttpRequest, HttpResponse

from players.errors import ERROR_KINDS, Refusal

_STATUSES: Final = frozenset({401, 403, 408, 425, 429})
_MARK: Final = "nessos.passing"


def mark_passing(request: HttpRequest, refusal: Refusal) -> None:
    """Note a refusal that is told within an answer of another status, as GraphQL does."""
    if ERROR_KINDS[refusal.code].status in _STATUSES:
        request.META[_MARK] = True


def mark_unkept(request: HttpRequest) -> None:
    """Note an answer that is not for whoever sends the same again: there was nothing in the request that others cannot
    send."""
    request.META[_MARK] = True


def is_passing(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether the answer is not to be given again to this request."""
    return response.status_code in _STATUSES or _MARK in request.META
