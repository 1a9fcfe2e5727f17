"""Query parameters, read as strictly as bodies."""

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from rest_framework.request import Request

from players.errors import ErrorCode, Refusal
from players.pages import LIMIT_DEFAULT, LIMIT_MOST
from players.wire import check_json, refusal_of


class Query(BaseModel):
    """The parameters that a call knows. All is text here, so numbers are read from text."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class PageQuery(Query):
    """The parameters of every list."""

    limit: int = Field(LIMIT_DEFAULT, ge=1, le=LIMIT_MOST, description="How many items a page has at most.")
    cursor: str | None = Field(None, description="`next` of the page before.")


def parse_query[Q: Query](model: type[Q], request: Request) -> Q:
    """The parameters as a `model`.

    Raises Refusal: malformed (NUL, a parameter that comes twice), unknown_field, missing_field, wrong_type,
    invalid_value.
    """
    given = dict(request.query_params.lists())
    for name, values in given.items():
        if len(values) > 1:
            raise Refusal(ErrorCode.MALFORMED, f"{name[:80]}: comes more than once.", field=name[:80])
    texts = {name: value for name, (value,) in given.items()}
    check_json(texts)
    try:
        return model.model_validate_strings(texts)
    except ValidationError as invalid:
        raise refusal_of(invalid) from None
