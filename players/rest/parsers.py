"""JSON in, bounded before it is read."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from players.bodies import LARGEST, json_read
from players.errors import ErrorCode, Refusal


class StrictJsonParser(BaseParser):
    """UTF-8 JSON of at most 64 KiB, nested 32 deep at most, each key once, no NaN.

    Raises Refusal: too_large, malformed.
    """

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        raw = stream.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise Refusal(ErrorCode.TOO_LARGE)
        return json_read(raw)
