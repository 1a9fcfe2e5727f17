"""Which requests are calls of the API."""

from typing import Final

from django.http import HttpRequest

_REST: Final = "/api/"
_GRAPHQL: Final = "/graphql"
_SESSION: Final = "/api/v1/session"


def is_api(request: HttpRequest) -> bool:
    """Whether REST or GraphQL answers it."""
    return request.path_info.startswith(_REST) or is_graphql(request)


def begins_session(request: HttpRequest) -> bool:
    """Whether it would log a browser in or out."""
    return request.path_info == _SESSION


def is_graphql(request: HttpRequest) -> bool:
    """Whether GraphQL answers it."""
    return request.path_info.startswith(_GRAPHQL)
