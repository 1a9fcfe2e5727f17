"""Answers that the client already has are not sent again."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware


class UnchangedMiddleware(ConditionalGetMiddleware):
    """`ETag` and `If-None-Match`, and no other condition: nothing here is written on a condition about the past."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if "HTTP_IF_MATCH" in request.META or "HTTP_IF_UNMODIFIED_SINCE" in request.META:
            return response
        return super().process_response(request, response)
