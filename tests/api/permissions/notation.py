"""How the permission matrix is written down: one block a call, callers as rows, states of the game as columns."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

CALLERS: Final = {
    "anonymous": "sends no token",
    "stranger": "sits nowhere in this game",
    "robot": "the account of a bot, sits nowhere in this game",
    "other": "sits there, and is not to act",
    "to_act": "sits there, and is to act when the game runs",
    "creator": "opened the game, sits there, and is not to act",
    "suspended": "the seat to act, suspended",
    "staff": "is_staff, sits nowhere in this game",
    "seated_staff": "is_staff, sits there, and is not to act",
    "revoked": "sends a token that was revoked, once of the seat to act",
    "reader": "sends a token with the scope `read` alone, of the seat to act",
}
STATES: Final = {
    "open": "public, waits for one more player",
    "active": "public, running",
    "finished": "public, played to its end",
    "cancelled": "public, cancelled before its start",
    "private": "private, running",
}

_STATUS_OF: Final = {
    401: ("not_authenticated",),
    403: ("not_seated", "not_creator", "missing_scope", "suspended", "bots_not_allowed"),
    404: ("not_found",),
    409: (
        *("stale_version", "not_your_turn", "game_not_started", "game_started", "game_over", "game_not_over"),
        *("game_full", "already_seated", "not_enough_players"),
    ),
    422: ("illegal_move", "invalid_value"),
}
STATUS: Final = {code: status for status, codes in _STATUS_OF.items() for code in codes}


@dataclass(frozen=True, slots=True)
class Cell:
    """What a caller gets. `code` is None for what is done."""

    status: int
    code: str | None = None

    def __str__(self) -> str:
        return str(self.status) if self.code is None else f"{self.status} {self.code}"


@dataclass(frozen=True, slots=True)
class Call:
    """One call with its cells, by caller and state. `sends` names what comes with it; `twin` is GraphQL's name."""

    method: str
    path: str
    sends: str
    twin: str | None
    cells: Mapping[tuple[str, str], Cell]

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}" + (f", {self.sends}" if self.sends else "")

    @property
    def depends_on_game(self) -> bool:
        """Whether the state of the game matters to anyone."""
        return any(self.cells[who, state] != self.cells[who, "open"] for who, state in self.cells)


def call(route: str, twin: str | None, block: str, *, sends: str = "") -> Call:
    """A call from its block. Raises ValueError unless each caller has one row, of one cell or of one for each state.

    A robot that has none gets what a stranger gets.
    """
    method, path = route.split(" ")
    cells: dict[tuple[str, str], Cell] = {}
    for who, words in _rows(block):
        for state, word in zip(STATES, words, strict=True):
            if (who, state) in cells:
                raise ValueError(f"{route}: {who} has two rows")
            cells[who, state] = Cell(int(word)) if word.isdigit() else Cell(STATUS[word], word)
    for state in STATES:
        cells.setdefault(("robot", state), cells["stranger", state])
    if {who for who, _ in cells} != set(CALLERS):
        raise ValueError(f"{route}: not every caller has a row")
    return Call(method, path, sends, twin, cells)


def _rows(block: str) -> Iterator[tuple[str, list[str]]]:
    for line in block.strip().splitlines():
        who, *words = line.split()
        yield who, words * len(STATES) if len(words) == 1 else words
