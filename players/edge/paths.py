"""Which requests are calls of the API."""

from typing import Final

from django.http import HttpRequest

_REST: Final = "/api/"
_GRAPHQL: Final = "/graphql"


def is_api(request: HttpRequest) -> bool:
    """Whether REST or GraphQL answers it."""
    return request.path_info.startswith(_REST) or is_graphql(request)


def is_graphql(request: HttpRequest) -> bool:
    """Whether GraphQL answers it."""
    return request.path_info.startswith(_GRAPHQL)
