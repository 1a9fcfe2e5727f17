"""`/graphql`: JSON posts in, JSON out."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views import View
from pydantic import Field

from games.graphql.context import Context
from games.graphql.execution import Answer, Faulty, faulty, prepare, refused, run
from players import failures
from players.access import asking
from players.bodies import json_bytes, json_read, raw_body
from players.edge.limits import graphql_spend
from players.errors import ErrorCode, Refusal
from players.failures import PRIVATE, VARIES, refusal_headers
from players.wire import Body, parse

JSON: Final = "application/json"


class GraphqlBody(Body):
    """What is posted. `extensions` may be there, as the specification wants, and is not read."""

    query: str = Field(description="The document.")
    variables: dict[str, Any] | None = Field(None, description="Its variables.")
    operationName: str | None = Field(None, description="Which operation of it to run.")  # noqa: N815
    extensions: dict[str, Any] | None = Field(None, description="Not read.")


class GraphqlView(View):
    """One request, one JSON object, one answer.

    200 when it was executed, refusals included; else `errors` alone, with the status of their code: 400, 401, 405, 413,
    415, and 503 when the database is away. What it costs beyond a call of REST counts towards the limits.
    """

    http_method_names = ["post", "options"]  # noqa: RUF012 - as Django declares it

    def post(self, request: HttpRequest) -> HttpResponse:
        try:
            answer = self._answer(request)
        except Faulty as faults:
            return _response(faulty(faults))
        except Exception as failure:
            refusal = failures.refusal_of(failure)
            return _response(refused(refusal), refusal)
        unavailable = Refusal(ErrorCode.UNAVAILABLE) if answer.status == 503 else None
        return _response(answer, unavailable)

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return HttpResponse(status=204, headers={"Allow": "POST, OPTIONS"})

    def http_method_not_allowed(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = _response(refused(Refusal(ErrorCode.METHOD_NOT_ALLOWED)))
        response["Allow"] = "POST, OPTIONS"
        return response

    def _answer(self, request: HttpRequest) -> Answer:
        """Authentication is checked first, then the form."""
        context = Context(request, asking(request))
        if request.content_type != JSON:
            raise Refusal(ErrorCode.UNSUPPORTED_MEDIA_TYPE)
        data = json_read(raw_body(request))
        if isinstance(data, list):
            raise Refusal(ErrorCode.BATCH_REFUSED)
        asked = parse(GraphqlBody, data)
        prepared = prepare(asked.query, asked.variables or {}, asked.operationName)
        graphql_spend(request, prepared.cost)
        return run(prepared, context)


def _response(answer: Answer, refusal: Refusal | None = None) -> HttpResponse:
    headers = {"Cache-Control": PRIVATE} | (refusal_headers(refusal) if refusal is not None else {})
    response = HttpResponse(json_bytes(answer.body), status=answer.status, content_type=JSON, headers=headers)
    patch_vary_headers(response, VARIES.split(", "))
    return response
