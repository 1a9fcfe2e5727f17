"""`/graphiql`: a page to try GraphQL out, from our own files alone."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@require_safe
def explorer(request: HttpRequest) -> HttpResponse:
    """GraphiQL, with a first query that works."""
    response = render(request, "graphiql.html")
    response["Content-Security-Policy"] = POLICY
    return response
