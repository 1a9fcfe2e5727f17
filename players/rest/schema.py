"""What the OpenAPI document says beyond the shapes: how to authenticate, query parameters, refusals."""

from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from players.errors import ERROR_KINDS, ErrorCode
from players.rest.documents import Problem
from players.rest.problems import PROBLEM_TYPE
from players.rest.query import Query

# Any, for the annotation of `extend_schema` knows names only, not the empty alternative.
TOKEN_WELCOME: Final[Any] = [{"token": []}, {}]
"""`auth=` of a call that needs no token, but may show more to one."""

_BODY_FAULTS: Final = (
    ErrorCode.MALFORMED,
    ErrorCode.TOO_LARGE,
    ErrorCode.UNSUPPORTED_MEDIA_TYPE,
    ErrorCode.INVALID_VALUE,
)
_ALWAYS: Final = (ErrorCode.NOT_AUTHENTICATED, ErrorCode.RATE_LIMITED, ErrorCode.UNAVAILABLE)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The bearer token as a security scheme."""

    target_class = "players.rest.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token: `nss_…`, from `POST /api/v1/tokens`."}


def answers(good: Mapping[Any, Any], *codes: ErrorCode, reads_body: bool = False) -> dict[int | tuple[int, str], Any]:
    """`responses=` of a call: its good answers, its own refusals, and those that every call may give.

    Good answers are told by status, or by status and media type.
    """
    refusals = {*codes, *_ALWAYS, *(_BODY_FAULTS if reads_body else ())}
    statuses = sorted({ERROR_KINDS[code].status for code in refusals})
    documented: dict[int | tuple[int, str], Any] = {(status, PROBLEM_TYPE): Problem for status in statuses}
    return documented | {**good}


def parameters(model: type[Query]) -> list[OpenApiParameter]:
    """`parameters=` of a call that reads its query as a `model`."""
    shape = model.model_json_schema()
    required = shape.get("required", [])
    return [
        OpenApiParameter(
            name,
            type=_without_null(schema),
            location=OpenApiParameter.QUERY,
            required=name in required,
            description=schema.get("description", ""),
        )
        for name, schema in shape["properties"].items()
    ]


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a value that is there: an absent parameter is no null."""
    kept = {key: value for key, value in schema.items() if key not in {"title", "description", "anyOf"}}
    if kept.get("default", ...) is None:
        del kept["default"]
    for option in schema.get("anyOf", []):
        if option != {"type": "null"}:
            kept |= option
    return kept
