"""A call that is refused before any view sees it."""

from django.http import HttpRequest, HttpResponse

from players.bodies import json_bytes
from players.edge.paths import is_graphql
from players.errors import ERROR_KINDS, Refusal
from players.failures import PRIVATE, VARIES, refusal_headers
from players.rest.problems import problem_response, refusal_of


def refused_early(request: HttpRequest, failure: Exception) -> HttpResponse:
    """A problem, as REST has it, or `errors` with the same code and status, as GraphQL has it."""
    refusal = refusal_of(failure)
    return _graphql_errors(refusal) if is_graphql(request) else problem_response(refusal)


def _graphql_errors(refusal: Refusal) -> HttpResponse:
    extensions = {**refusal.extra, "code": refusal.code.value}
    if refusal.field is not None:
        extensions["field"] = refusal.field
    return HttpResponse(
        json_bytes({"errors": [{"message": str(refusal.detail), "extensions": extensions}]}),
        status=ERROR_KINDS[refusal.code].status,
        content_type="application/json",
        headers={"Cache-Control": PRIVATE, "Vary": VARIES, **refusal_headers(refusal)},
    )
