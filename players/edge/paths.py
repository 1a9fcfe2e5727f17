"""Which requests are calls of the API."""

from typing import Final

from django.http import HttpRequest

_PREFIXES: Final = ("/api/", "/graphql")


def is_api(request: HttpRequest) -> bool:
    """Whether REST or GraphQL answers it."""
    return request.path_info.startswith(_PREFIXES)
