"""Who may do what, tried: every call of the table by every caller in every state of the game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.api.permissions.calls import by_rest
from tests.api.permissions.notation import CALLERS, STATES, STATUS, Call, Cell
from tests.api.permissions.page import page
from tests.api.permissions.scenes import Scene, scene
from tests.api.permissions.table import TABLE

pytestmark = pytest.mark.django_db


# Where the service is known to answer otherwise than the contract says: the checks of a call come in a fixed order, and
# the seat is before the status. An entry that is no longer true fails too.
KNOWN_DIFFERENCES: Final = {
    ("POST /games/{game}/seats", who, state): code
    for who in ("other", "to_act", "creator", "seated_staff")
    for state, code in (
        ("active", "game_started"),
        ("finished", "game_over"),
        ("cancelled", "game_over"),
        ("private", "game_started"),
    )
}


def expected(call: Call, who: str, state: str) -> Cell:
    """What the table says, unless it is known that the service says something else."""
    code = KNOWN_DIFFERENCES.get((call.name, who, state))
    return call.cells[who, state] if code is None else Cell(STATUS[code], code)


def differences(here: Scene, state: str) -> Iterator[str]:
    """Each cell in which the service does not do what the table says."""
    before = here.fingerprint()
    for call in TABLE:
        for who in CALLERS:
            promised = expected(call, who, state)
            with here.as_caller(who) as caller:
                got = by_rest(call, here, who, caller)
                if got.code is not None and here.fingerprint() != before:
                    yield f"{call.name}: {who} was refused, and changed something"
            if got != promised:
                yield f"{call.name}: {who} is promised {promised}, and got {got}"


@pytest.mark.parametrize("state", STATES)
def test_rest_answers_as_the_table_says(state: str) -> None:
    assert [*differences(scene(state), state)] == []


def test_the_page_is_made_from_the_table() -> None:
    """`python -m tests.api.permissions > docs/permissions.md` writes it anew."""
    assert Path("docs/permissions.md").read_text(encoding="utf-8") == page()
