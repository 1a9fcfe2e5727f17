"""Answers that the client already has are not sent again."""

from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware

# Where Django's decorators leave the policy of a view for its middleware.
_POLICIES: Final = ("_csp_config", "_csp_ro_config")


class UnchangedMiddleware(ConditionalGetMiddleware):
    """`ETag` and `If-None-Match`, and no other condition: nothing here is written on a condition about the past."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if "HTTP_IF_MATCH" in request.META or "HTTP_IF_UNMODIFIED_SINCE" in request.META:
            return response
        sent = super().process_response(request, response)
        if sent is not response:
            # A browser takes the headers of "unchanged" for those of the page it has: a policy of its own among them.
            for name in _POLICIES:
                if hasattr(response, name):
                    setattr(sent, name, getattr(response, name))
        return sent
