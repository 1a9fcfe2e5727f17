"""The audit log as a file, row by row as it is read: how long it is does not matter."""

import csv
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from django.http import HttpRequest, StreamingHttpResponse

from games.admin.access import needs, staff_of
from games.admin.lists import audit_searched
from players.conduct.audit import Act
from players.conduct.models import AuditEntry
from players.staff.looks import look_note
from players.wire import time_json

if TYPE_CHECKING:
    from games.admin.site import DeskSite

COLUMNS: Final = ("id", "at", "actor", "act", "player", "game", "case", "reason", "before", "after")
# What a spreadsheet takes for a formula.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


class _Echo:
    def write(self, text: str) -> str:
        return text


@needs(Act.AUDIT_EXPORT)
def as_csv(site: "DeskSite", request: HttpRequest) -> StreamingHttpResponse:
    """Comma-separated, with a head; what would be a formula begins with an apostrophe."""
    writer = csv.writer(_Echo())

    def lines() -> Iterator[str]:
        yield writer.writerow(COLUMNS)
        for row in _rows(request):
            yield writer.writerow([_cell(row[name]) for name in COLUMNS])

    return _file(request, lines(), "text/csv; charset=utf-8", "audit.csv")


@needs(Act.AUDIT_EXPORT)
def as_jsonl(site: "DeskSite", request: HttpRequest) -> StreamingHttpResponse:
    """One JSON object a line."""
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in _rows(request))
    return _file(request, lines, "application/jsonl; charset=utf-8", "audit.jsonl")


def _file(request: HttpRequest, lines: Iterator[str], kind: str, name: str) -> StreamingHttpResponse:
    look_note(actor=staff_of(request), act=Act.AUDIT_EXPORT)
    response = StreamingHttpResponse(lines, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _rows(request: HttpRequest) -> Iterator[dict[str, Any]]:
    """The entries of the list as it is filtered, the oldest first."""
    entries = audit_searched(AuditEntry.objects.all(), request.GET.get("q", ""))
    act = request.GET.get("act", "")
    if act in set(Act):
        entries = entries.filter(act=act)
    columns = ("pk", "at", "actor__name", "act", "player__name", "game_ref", "case", "reason", "before", "after")
    for row in entries.order_by("pk").values_list(*columns).iterator(chunk_size=2_000):
        yield dict(zip(COLUMNS, (row[0], time_json(row[1]), *row[2:]), strict=True))


def _cell(value: Any) -> str:
    text = "" if value is None else json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text
