"""What the OpenAPI document says beyond the shapes: how to authenticate, query parameters, refusals."""

from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from players.edge.idempotency import LONGEST_KEY
from players.errors import ERROR_KINDS, ErrorCode
from players.rest.documents import Problem
from players.rest.problems import PROBLEM_TYPE
from players.rest.query import Query

# Any, for the annotation of `extend_schema` knows names only, not the empty alternative.
TOKEN_WELCOME: Final[Any] = [{"token": []}, {"session": []}, {}]
"""`auth=` of a call that needs no token, but may show more to one."""
NO_TOKEN: Final[Any] = [{}]
"""`auth=` of a call to which tokens are nothing."""

_BODY_FAULTS: Final = (
    ErrorCode.MALFORMED,
    ErrorCode.TOO_LARGE,
    ErrorCode.UNSUPPORTED_MEDIA_TYPE,
    ErrorCode.INVALID_VALUE,
)
# No call bears a parameter that it does not know.
_ALWAYS: Final = (
    ErrorCode.UNKNOWN_FIELD,
    ErrorCode.NOT_AUTHENTICATED,
    ErrorCode.RATE_LIMITED,
    ErrorCode.UNAVAILABLE,
)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The bearer token as a security scheme, and the cookie that holds one for a page of ours."""

    target_class = "players.rest.authentication.TokenAuthentication"
    name = ["token", "session"]  # noqa: RUF012 - as the base class declares it

    def get_security_requirement(self, auto_schema: AutoSchema) -> list[dict[str, list[str]]]:
        return [{"token": []}, {"session": []}]

    def get_security_definition(self, auto_schema: AutoSchema) -> list[dict[str, str]]:
        return [
            {"type": "http", "scheme": "bearer", "description": "A token: `nss_…`, from `POST /api/v1/tokens`."},
            {
                "type": "apiKey",
                "in": "cookie",
                "name": "__Host-nessos",
                "description": "For pages of ours: the cookie of `POST /api/v1/session` (`nessos` without HTTPS). All "
                "but GETs need `X-CSRFToken` then.",
            },
        ]


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


_RATE_HEADERS: Final = {
    "RateLimit-Policy": "The limits that apply: how many (`q`) in how many seconds (`w`).",
    "RateLimit": "How they stand: what remains (`r`), and the seconds until nothing is counted any more (`t`).",
}


def edge_documented(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """What every call has at the edge: keys of POSTs, limits, names of requests. A hook of drf-spectacular."""
    components = result["components"]
    components["parameters"] = {"IdempotencyKey": _key_parameter(), "RequestId": _request_id_parameter()}
    components["parameters"]["CsrfToken"] = _csrf_parameter()
    components["headers"] = {
        "Idempotency-Replayed": _header("`true` when this is the first answer once more; else absent."),
        "Retry-After": _header("After how many seconds to come again."),
        **{name: _header(text) for name, text in _RATE_HEADERS.items()},
    }
    for operations in result["paths"].values():
        for method, operation in operations.items():
            _document_call(method, operation)
    return result


def _document_call(method: str, operation: dict[str, Any]) -> None:
    parameters = operation.setdefault("parameters", [])
    parameters.append({"$ref": "#/components/parameters/RequestId"})
    responses = operation["responses"]
    if method != "get":
        parameters.append({"$ref": "#/components/parameters/CsrfToken"})
        refusal = {"content": responses["429"]["content"], "description": ""}
        operation["responses"] = responses = dict(sorted({"403": refusal, **responses}.items()))
    if method == "post":
        parameters.append({"$ref": "#/components/parameters/IdempotencyKey"})
        conflict = {"content": responses["429"]["content"], "description": ""}
        operation["responses"] = responses = dict(sorted({"409": conflict, **responses}.items()))
    for status, response in responses.items():
        names = []
        if method == "post" and status.startswith("2"):
            names.append("Idempotency-Replayed")
        if status == "429":
            names += ["Retry-After", *_RATE_HEADERS]
        if names:
            response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _key_parameter() -> dict[str, Any]:
    return {
        "name": "Idempotency-Key",
        "in": "header",
        "schema": {"type": "string", "maxLength": LONGEST_KEY},
        "description": "The same key and body get the first answer again, and have no second effect: "
        "`idempotency_mismatch` for another body, `idempotency_in_flight` while the first one runs.",
    }


def _csrf_parameter() -> dict[str, Any]:
    return {
        "name": "X-CSRFToken",
        "in": "header",
        "schema": {"type": "string"},
        "description": "With the cookie of a session: the `csrf_token` that `GET /session` tells, or `csrf_failed`.",
    }


def _request_id_parameter() -> dict[str, Any]:
    return {
        "name": "X-Request-ID",
        "in": "header",
        "schema": {"type": "string"},
        "description": "A name for this request, of up to 128 letters, digits, `.`, `_` and `-`. It comes back.",
    }


def _header(text: str) -> dict[str, Any]:
    return {"description": text, "schema": {"type": "string"}}
