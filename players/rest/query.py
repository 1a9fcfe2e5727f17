"""Query parameters, read as strictly as bodies."""

import re
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError
from rest_framework.request import Request

from players.errors import ErrorCode, Refusal
from players.pages import LIMIT_DEFAULT, LIMIT_MOST
from players.wire import check_json, refusal_of

_NUMBER: Final = re.compile("-?[0-9]+", re.ASCII)


def plain_number(text: object) -> object:
    """Refuses what Python reads as a number and JSON does not: `1_0`, ` 1`, `+1`, `1.0`."""
    if isinstance(text, str) and not _NUMBER.fullmatch(text):
        raise PydanticCustomError("wrong_type", "Input should be a number in digits")
    return text


def _plain_flag(text: object) -> object:
    if isinstance(text, str) and text not in {"true", "false"}:
        raise PydanticCustomError("wrong_type", "Input should be true or false")
    return text


Number = Annotated[int, BeforeValidator(plain_number)]
Flag = Annotated[bool, BeforeValidator(_plain_flag)]


class Query(BaseModel):
    """The parameters that a call knows. All is text here, so numbers are read from text."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class PageQuery(Query):
    """The parameters of every list."""

    limit: Number = Field(LIMIT_DEFAULT, ge=1, le=LIMIT_MOST, description="How many items a page has at most.")
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
