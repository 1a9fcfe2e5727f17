"""The table as a page of the documentation."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tests.api.permissions.notation import CALLERS, STATES, Call
from tests.api.permissions.table import ACCOUNTS, CONDUCT, LOBBY, PLAY, READING, REMATCH, TALK

_HEAD: Final = """\
# Who may do what

Every call, tried by everybody in every state of a game. GraphQL refuses with the same codes as REST.
This page is made from the table that the tests run (`tests/api/permissions/table.py`):
`python -m tests.api.permissions > docs/permissions.md`. What is refused changes nothing.

Being staff opens nothing here: staff see and do over the API what any other player would at their place.
"""
_PARTS: Final = {
    "Reading games": READING,
    "Before the start": LOBBY,
    "Play": PLAY,
    "After the end": REMATCH,
    "Talk at the table": TALK,
    "Mutes, blocks, reports and sanctions": CONDUCT,
    "Accounts, tokens, webhooks, service": ACCOUNTS,
}


def page() -> str:
    """All of docs/permissions.md."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield _HEAD
    yield from _table(("caller", "who that is"), CALLERS.items())
    yield ""
    yield from _table(("state", "which game that is"), STATES.items())
    for title, calls in _PARTS.items():
        yield f"\n## {title}"
        for call in calls:
            yield f"\n### {_heading(call)}\n"
            yield from _cells(call)


def _heading(call: Call) -> str:
    twin = "" if call.twin is None else f" · `{call.twin}`"
    return f"`{call.method} {call.path}`{twin}" + (f", with {call.sends}" if call.sends else "")


def _cells(call: Call) -> Iterator[str]:
    states = tuple(STATES) if call.depends_on_game else ("open",)
    head = ("caller", *states) if call.depends_on_game else ("caller", "in every state")
    yield from _table(head, [(who, *(str(call.cells[who, state]) for state in states)) for who in CALLERS])


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(row)} |"
