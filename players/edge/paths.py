"""Which requests are calls of the API."""

from typing import Final

from django.http import HttpRequest

_GRAPHQL: Final = "/graphql"
_PREFIXES: Final = ("/api/", _GRAPHQL)


def is_api(request: HttpRequest) -> bool:
    """Whether REST or GraphQL answers it."""
    return request.path_info.startswith(_PREFIXES)


def is_graphql(request: HttpRequest) -> bool:
    """Whether GraphQL answers it."""
    return request.path_info == _GRAPHQL
