"""Refusals as RFC 9457 problems, from every corner that can say no."""

import math
import sys
from typing import Any, Final

from django.core import exceptions as django_errors
from django.http import HttpRequest, HttpResponse
from rest_framework import exceptions as rest_errors
from rest_framework.response import Response

from players import failures
from players.bodies import json_bytes
from players.errors import ERROR_KINDS, ErrorCode, Json, Refusal
from players.failures import PRIVATE, VARIES, refusal_headers
from players.transactions import DATABASE_AWAY

PROBLEM_TYPE: Final = "application/problem+json"


def problem_json(refusal: Refusal) -> dict[str, Json]:
    """The members of the problem: `type`, `title`, `status`, `detail`, `code`, and `field`, `errors`, extras if any."""
    kind = ERROR_KINDS[refusal.code]
    problem: dict[str, Json] = {
        "type": f"/api/v1/problems#{refusal.code}",
        "title": str(kind.title),
        "status": kind.status,
        "detail": str(refusal.detail),
        "code": refusal.code.value,
    }
    if refusal.field is not None:
        problem["field"] = refusal.field
    if refusal.errors:
        problem["errors"] = [
            {"code": fault.code.value, "field": fault.field, "message": fault.message} for fault in refusal.errors
        ]
    return {**refusal.extra, **problem}


def handle(exc: Exception, context: dict[str, Any]) -> Response:
    """Django REST framework's exception handler: every exception becomes a problem, and none becomes a traceback."""
    refusal = refusal_of(exc)
    headers = refusal_headers(refusal)
    return Response(problem_json(refusal), ERROR_KINDS[refusal.code].status, headers=headers, content_type=PROBLEM_TYPE)


def problem_response(refusal: Refusal) -> HttpResponse:
    """The problem as a plain answer of Django, for what happens outside the REST framework."""
    return HttpResponse(
        json_bytes(problem_json(refusal)),
        status=ERROR_KINDS[refusal.code].status,
        content_type=PROBLEM_TYPE,
        headers={"Cache-Control": PRIVATE, "Vary": VARIES, **refusal_headers(refusal)},
    )


def refusal_of(exc: BaseException | None) -> Refusal:
    """The refusal that an exception amounts to, those of the REST framework included. See `players.failures`."""
    match exc:
        case rest_errors.NotFound():
            return Refusal(ErrorCode.NOT_FOUND)
        case rest_errors.NotAuthenticated() | rest_errors.AuthenticationFailed():
            return Refusal(ErrorCode.NOT_AUTHENTICATED)
        case rest_errors.PermissionDenied():
            return Refusal(ErrorCode.FORBIDDEN)
        case rest_errors.MethodNotAllowed():
            return Refusal(ErrorCode.METHOD_NOT_ALLOWED)
        case rest_errors.NotAcceptable():
            return Refusal(ErrorCode.NOT_ACCEPTABLE)
        case rest_errors.UnsupportedMediaType():
            return Refusal(ErrorCode.UNSUPPORTED_MEDIA_TYPE)
        case rest_errors.Throttled():
            return Refusal(ErrorCode.RATE_LIMITED, extra={"retry_after": math.ceil(getattr(exc, "wait", None) or 1)})
        case rest_errors.ValidationError():
            return Refusal(ErrorCode.INVALID_VALUE)
        case rest_errors.ParseError():
            return Refusal(ErrorCode.MALFORMED)
        case _:
            return failures.refusal_of(exc)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """`handler400`."""
    return problem_response(refusal_of(exception or django_errors.BadRequest()))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """`handler403`."""
    return problem_response(Refusal(ErrorCode.FORBIDDEN))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """`handler404`."""
    return problem_response(Refusal(ErrorCode.NOT_FOUND))


def server_error(request: HttpRequest) -> HttpResponse:
    """`handler500`. Django calls it while the exception is in flight, and has logged it."""
    away = isinstance(sys.exception(), DATABASE_AWAY)
    return problem_response(Refusal(ErrorCode.UNAVAILABLE if away else ErrorCode.INTERNAL_ERROR))
