"""What other rooms hear of players: their time changed. Those who listen say so at start-up; this room knows none."""

from collections.abc import Callable
from typing import Final

type Listener = Callable[[int], object]

_listeners: Final[list[Listener]] = []


def on_time_changed(listener: Listener) -> None:
    """Call `listener` with the id of each player whose hours, time zone or away days changed.

    After the change, and outside of its transaction where it has one of its own. A call may be lost with the process:
    `players.selectors.time_changed_lately` tells what was missed.
    """
    _listeners.append(listener)


def time_changed(player: int) -> None:
    """Tell those who listen."""
    for listener in _listeners:
        listener(player)
