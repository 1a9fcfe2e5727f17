"""What the edge answers itself, in the language of whom it was asked for."""

from django.http import HttpRequest, HttpResponse

from players.bodies import json_bytes
from players.edge.paths import is_graphql
from players.errors import ERROR_KINDS
from players.failures import PRIVATE, refusal_headers, refusal_of
from players.rest.problems import problem_response


def failure_response(request: HttpRequest, failure: Exception) -> HttpResponse:
    """A problem to a call of REST; to one of GraphQL the same code in `errors`."""
    refusal = refusal_of(failure)
    if not is_graphql(request):
        return problem_response(refusal)
    error = {"message": str(refusal.detail), "extensions": {"code": refusal.code.value}}
    return HttpResponse(
        json_bytes({"errors": [error]}),
        status=ERROR_KINDS[refusal.code].status,
        content_type="application/json",
        headers={"Cache-Control": PRIVATE, **refusal_headers(refusal)},
    )
