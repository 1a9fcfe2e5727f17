"""What all REST views have in common."""

import hashlib
from typing import Any

from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.access import token_sent
from players.bodies import json_bytes, raw_body
from players.errors import ErrorCode, Refusal
from players.failures import PRIVATE, VARIES
from players.rest.query import Query, parse_query
from players.wire import Body, parse


class ApiView(APIView):
    """A call of the API. A view is a parse, a call and a presentation; who may ask is its first line.

    Answers are private and never stored, unless the view says `everybody_alike` and no token was sent.
    """

    everybody_alike = False
    metadata_class = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        # PostgreSQL holds no NUL, so nothing has such a name.
        if any(isinstance(value, str) and "\0" in value for value in kwargs.values()):
            raise Refusal(ErrorCode.NOT_FOUND)

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Only `Allow`: what a call takes is in the OpenAPI document."""
        return Response(status=204)

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        alike = self.everybody_alike and token_sent(request) is None and response.status_code < 400
        if not alike:
            response["Cache-Control"] = PRIVATE
        else:
            # Kept by whoever likes, and asked for again each time: by its ETag, which costs little.
            response.headers.setdefault("Cache-Control", "public, no-cache")
        patch_vary_headers(response, VARIES.split(", "))
        return response


def unless_known(request: Request, data: Any) -> Response:
    """The answer with its `ETag`; 304 and nothing when that is the one that comes with `If-None-Match`.

    For what is asked every few seconds, and is nobody else's to keep.
    """
    etag = f'"{hashlib.sha256(json_bytes(data)).hexdigest()[:32]}"'
    is_known = etag in parse_etags(request.headers.get("If-None-Match", ""))
    return Response(None if is_known else data, status=304 if is_known else 200, headers={"ETag": etag})


def body[B: Body](request: Request, model: type[B]) -> B:
    """The body as a `model`; no body at all counts as `{}`.

    Ask who is acting before: authentication is checked first, then the form. Raises Refusal: too_large,
    unsupported_media_type, malformed, unknown_field, missing_field, wrong_type, invalid_value.
    """
    return parse(model, body_data(request))


def body_data(request: Request) -> object:
    """The body as plain JSON, for a call that chooses its model by it; no body at all counts as `{}`.

    A call that has a body takes no query parameters. Raises Refusal as `body` does.
    """
    parse_query(Query, request)
    return request.data if raw_body(request._request) else {}
