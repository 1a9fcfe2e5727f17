"""`/graphql`: JSON posts in, JSON out, or a stream of it."""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.views import View
from pydantic import Field

from games.graphql.context import Context
from games.graphql.execution import Answer, Faulty, faulty, follow, prepare, refused, run, streamed
from players import failures
from players.access import asking
from players.bodies import json_bytes, json_read, raw_body
from players.edge.limits import graphql_spend
from players.edge.waiting import EVENT_STREAM
from players.errors import ErrorCode, Refusal
from players.failures import PRIVATE, VARIES, refusal_headers
from players.wire import Body, check_json, parse

JSON: Final = "application/json"
ALLOWED: Final = "POST, OPTIONS"


class GraphqlBody(Body):
    """What is posted. `extensions` may be there, as the specification wants, and is not read."""

    query: str = Field(description="The document.")
    variables: dict[str, Any] | None = Field(None, description="Its variables.")
    operationName: str | None = Field(None, description="Which operation of it to run.")  # noqa: N815
    extensions: dict[str, Any] | None = Field(None, description="Not read.")


class GraphqlView(View):
    """One request, one JSON object, one answer; or a stream of answers, for whoever accepts only that.

    200 when it was executed, refusals included; else `errors` alone, with the status of their code: 400, 401, 405, 413,
    415, and 503 when the database is away. What it costs beyond a call of REST counts towards the limits.
    """

    http_method_names = ["get", "post", "options"]  # noqa: RUF012 - as Django declares it

    def get(self, request: HttpRequest) -> HttpResponseBase:
        """As browsers' `EventSource` asks: nothing but streams, and nothing that changes anything."""
        if not _takes_streams(request):
            return self.http_method_not_allowed(request)
        return self._answered(request, _asked_in_address)

    def post(self, request: HttpRequest) -> HttpResponseBase:
        return self._answered(request, _asked_in_body)

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return HttpResponse(status=204, headers={"Allow": ALLOWED})

    def http_method_not_allowed(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = _response(refused(Refusal(ErrorCode.METHOD_NOT_ALLOWED)))
        response["Allow"] = ALLOWED
        return response

    def _answered(self, request: HttpRequest, read: Callable[[HttpRequest], GraphqlBody]) -> HttpResponseBase:
        try:
            return self._answer(request, read)
        except Faulty as faults:
            return _response(faulty(faults))
        except Exception as failure:
            refusal = failures.refusal_of(failure)
            response = _response(refused(refusal), refusal)
            if refusal.code is ErrorCode.METHOD_NOT_ALLOWED:
                response["Allow"] = ALLOWED
            return response

    def _answer(self, request: HttpRequest, read: Callable[[HttpRequest], GraphqlBody]) -> HttpResponseBase:
        """Authentication is checked first, then the form."""
        context = Context(request, asking(request))
        asked = read(request)
        prepared = prepare(asked.query, asked.variables or {}, asked.operationName)
        if prepared.is_mutation and request.method == "GET":
            raise Refusal(ErrorCode.METHOD_NOT_ALLOWED)
        if prepared.is_subscription and not _takes_streams(request):
            raise Refusal(ErrorCode.INVALID_QUERY, "Subscriptions are answered to `Accept: text/event-stream`.")
        graphql_spend(request, prepared.cost)
        if prepared.is_subscription:
            return _private(follow(prepared, context))
        answer = run(prepared, context)
        if answer.status == 200 and _takes_streams(request) and not _takes_json(request):
            return _private(streamed(answer.body))
        return _response(answer, Refusal(ErrorCode.UNAVAILABLE) if answer.status == 503 else None)


def _asked_in_body(request: HttpRequest) -> GraphqlBody:
    if request.content_type != JSON:
        raise Refusal(ErrorCode.UNSUPPORTED_MEDIA_TYPE)
    data = json_read(raw_body(request))
    if isinstance(data, list):
        raise Refusal(ErrorCode.BATCH_REFUSED)
    return parse(GraphqlBody, data)


def _asked_in_address(request: HttpRequest) -> GraphqlBody:
    """`variables` and `extensions` are JSON there."""
    given: dict[str, object] = {}
    for name, values in request.GET.lists():
        if len(values) > 1:
            raise Refusal(ErrorCode.MALFORMED, f"{name[:80]}: comes more than once.", field=name[:80])
        given[name] = (
            json_read(values[0].encode(errors="replace")) if name in {"variables", "extensions"} else values[0]
        )
    check_json(given)
    return parse(GraphqlBody, given)


def _takes_streams(request: HttpRequest) -> bool:
    return EVENT_STREAM in request.headers.get("Accept", "").lower()


def _takes_json(request: HttpRequest) -> bool:
    return "json" in request.headers.get("Accept", "").lower()


def _response(answer: Answer, refusal: Refusal | None = None) -> HttpResponse:
    headers = refusal_headers(refusal) if refusal is not None else {}
    return _private(HttpResponse(json_bytes(answer.body), status=answer.status, content_type=JSON, headers=headers))


def _private[R: HttpResponseBase](response: R) -> R:
    response["Cache-Control"] = PRIVATE
    patch_vary_headers(response, VARIES.split(", "))
    return response
