"""Whether a turn that a player was told of still waits: the room of the games knows, and says so here."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final

from players.notices.models import Notice

type Look = Callable[[Sequence[Notice]], Mapping[int, datetime]]

_LOOKS: Final[list[Look]] = []


def turns_look_add(look: Look) -> None:
    """Have `look` say of notices of turns, by their keys, which turns still wait, and until when."""
    _LOOKS.append(look)


def turns_waiting(notices: Sequence[Notice]) -> dict[int, datetime]:
    """Of these notices of turns, by key, those whose turn waits for their player at this moment; and its deadline."""
    waiting: dict[int, datetime] = {}
    if notices:
        for look in _LOOKS:
            waiting |= look(notices)
    return waiting
