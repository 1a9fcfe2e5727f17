"""Places at which the own process may be told to kill itself, to try what is left then.

    CRASH_AT=log.appended:3,games.tell.begun:1

kills each process that passes the first place for the third time, or the second for the first time. With CRASH_MARKS,
a folder, each place kills once: the first that gets there leaves an empty file of that name. Production is deaf to it.
"""

import os
import signal
from collections import Counter
from pathlib import Path
from threading import Lock
from typing import Final

_passed: Final[Counter[str]] = Counter()
_lock: Final = Lock()


def _wanted() -> dict[str, int]:
    """Each place at which to crash, and at which passing of it."""
    if os.environ.get("NESSOS_ENV") == "production":
        return {}
    entries = [entry.rpartition(":") for entry in os.environ.get("CRASH_AT", "").split(",") if entry]
    return {point: int(number) for point, _, number in entries}


_WANTED: Final = _wanted()


def reach(point: str) -> None:
    """Pass a place, if the process lives on. Costs next to nothing when nobody asked for a crash."""
    if _WANTED and point in _WANTED:
        _crash_perhaps(point)


def _crash_perhaps(point: str) -> None:
    with _lock:
        _passed[point] += 1
        if _passed[point] < _WANTED[point] or not _is_first(point):
            return
        os.kill(os.getpid(), signal.SIGKILL)


def _is_first(point: str) -> bool:
    folder = os.environ.get("CRASH_MARKS")
    if folder is None:
        return True
    try:
        (Path(folder) / point).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
