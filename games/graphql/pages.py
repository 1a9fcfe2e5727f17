"""Relay's pages. They only go forward: `first` and `after`."""

from collections.abc import Sequence
from typing import Any

from players.pages import Page


def page_of(nodes: Sequence[object], cursors: Sequence[str], *, follows: bool, goes_on: bool) -> dict[str, Any]:
    """A connection. `follows`: more comes after it; `goes_on`: it began after a cursor."""
    return {
        "nodes": nodes,
        "edges": [{"node": node, "cursor": cursor} for node, cursor in zip(nodes, cursors, strict=True)],
        "page_info": {
            "has_next_page": follows,
            "has_previous_page": goes_on,
            "start_cursor": cursors[0] if cursors else None,
            "end_cursor": cursors[-1] if cursors else None,
        },
    }


def page_of_keyset(page: Page[Any], nodes: Sequence[object], *, after: str | None) -> dict[str, Any]:
    """A connection out of a page of one of our lists."""
    cursors = [page.cursor_at(place) for place in range(len(page.items))]
    return page_of(nodes, cursors, follows=page.next is not None, goes_on=after is not None)
