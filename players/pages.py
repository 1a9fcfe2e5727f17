"""Pages of a list by keyset: no row that exists all along is skipped or shown twice."""

import base64
import hashlib
import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db import models
from django.db.models import Q, QuerySet

from players.errors import ErrorCode, Refusal

LIMIT_DEFAULT: Final = 20
LIMIT_MOST: Final = 100

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_CURSOR: Final = re.compile(r"[A-Za-z0-9_-]{1,1200}", re.ASCII)

type Value = int | float | str


@dataclass(frozen=True, slots=True)
class Page[T]:
    """Some rows of a list, and the cursor of the page after them; None at the end.

    `cursor_at(place)` is the cursor that goes on after the row at that place: nobody pays for those not asked for.
    """

    items: tuple[T, ...]
    next: str | None
    cursor_at: Callable[[int], str] = field(repr=False, compare=False)


def keyset_page[M: models.Model](
    queryset: QuerySet[M, Any],
    *,
    keys: Sequence[str] = ("-created_at", "-id"),
    limit: int = LIMIT_DEFAULT,
    cursor: str | None = None,
) -> Page[Any]:
    """The rows of `queryset` after `cursor`, in the order of `keys`.

    The keys are columns or annotations that are never null and never change, the last one unique, each with `-` when
    it descends. Rows may be instances or dicts (`values()`). Raises Refusal: bad_cursor, for one that this list, in
    this order, did not make.
    """
    if cursor is not None:
        queryset = queryset.filter(_after(keys, _values(queryset, keys, cursor)))
    rows = list(queryset.order_by(*keys)[: limit + 1])
    more = len(rows) > limit
    shown = tuple(rows[:limit])

    def cursor_at(place: int) -> str:
        return _cursor(queryset, keys, shown[place])

    return Page(items=shown, next=cursor_at(-1) if more and shown else None, cursor_at=cursor_at)


def _after(keys: Sequence[str], values: Sequence[object]) -> Q:
    """Rows whose keys come after `values`: equal in the first few, beyond in the next one."""
    condition = Q()
    for position, key in enumerate(keys):
        equal = Q(**{name.removeprefix("-"): value for name, value in zip(keys[:position], values, strict=False)})
        beyond = Q(**{f"{key.removeprefix('-')}__{_beyond(key)}": values[position]})
        condition |= equal & beyond
    # Implied by the rest, said because an index can use it.
    return Q(**{f"{keys[0].removeprefix('-')}__{_beyond(keys[0])}e": values[0]}) & condition


def _beyond(key: str) -> str:
    return "lt" if key.startswith("-") else "gt"


def _fingerprint(queryset: QuerySet[Any, Any], keys: Sequence[str]) -> str:
    """What tells the cursors of one list and order from those of another."""
    return hashlib.sha256(":".join([queryset.model._meta.label_lower, *keys]).encode()).hexdigest()[:8]


def _cursor(queryset: QuerySet[Any, Any], keys: Sequence[str], row: object) -> str:
    names = [key.removeprefix("-") for key in keys]
    values = [_written(row[name] if isinstance(row, dict) else _attribute(row, name)) for name in names]
    text = json.dumps([_fingerprint(queryset, keys), *values], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()


def _attribute(row: object, name: str) -> object:
    for step in name.split("__"):
        row = getattr(row, step)
    return row


def _written(value: object) -> Value:
    if isinstance(value, datetime):
        return (value - _EPOCH) // _MICROSECOND
    if isinstance(value, int | float | str):
        return value
    raise TypeError(f"A list cannot be ordered by {type(value).__name__}.")


def _values(queryset: QuerySet[Any, Any], keys: Sequence[str], cursor: str) -> list[object]:
    """The keys of the row that the cursor stands for. Whoever made the cursor up gets a refusal, never a failure."""
    try:
        if not _CURSOR.fullmatch(cursor):
            raise ValueError
        content = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        if not isinstance(content, list) or len(content) != 1 + len(keys):
            raise ValueError
        if content[0] != _fingerprint(queryset, keys):
            raise ValueError
        fields = [_field(queryset, key.removeprefix("-")) for key in keys]
        return [_read(field, value) for field, value in zip(fields, content[1:], strict=True)]
    except (ValueError, OverflowError, RecursionError):
        raise Refusal(ErrorCode.BAD_CURSOR, field="cursor") from None


def _field(queryset: QuerySet[Any, Any], name: str) -> "models.Field[Any, Any]":
    """The column or annotation of that name."""
    annotation = queryset.query.annotations.get(name)
    if annotation is not None:
        output: models.Field[Any, Any] = annotation.output_field
        return output
    *relations, column = name.split("__")
    model: Any = queryset.model
    for relation in relations:
        model = model._meta.get_field(relation).related_model
    field: models.Field[Any, Any] = model._meta.pk if column == "pk" else model._meta.get_field(column)
    return field


def _read(field: "models.Field[Any, Any]", value: object) -> object:
    """The value as the column holds it. Raises ValueError or OverflowError for one that it cannot hold."""
    match field:
        case models.DateTimeField() if type(value) is int:
            return _EPOCH + value * _MICROSECOND
        case models.IntegerField() if type(value) is int and abs(value) < 2**63:
            return value
        case models.FloatField() if type(value) in {int, float} and math.isfinite(float(str(value))):
            return value
        case models.CharField() | models.TextField() if isinstance(value, str):
            value.encode()
            if "\0" in value:
                raise ValueError
            return value
        case _:
            raise ValueError
