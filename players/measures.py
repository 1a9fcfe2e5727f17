"""What is measured: counted in the processes where it happens, or read where it is kept when somebody asks.

Processes of one part share a folder, PROMETHEUS_MULTIPROC_DIR, in which each keeps its counts; without it each process
counts for itself. Labels are few and known beforehand: no id, no name, no address is one.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
if FOLDER:
    # The library looks for it as soon as it is imported.
    Path(FOLDER).mkdir(parents=True, exist_ok=True)

from prometheus_client import Counter, Gauge, Histogram  # noqa: E402

_OF_A_REQUEST: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_OF_A_TASK: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 30.0)

REQUEST_SECONDS: Final = Histogram(
    "nessos_request_seconds",
    "Time from a request to its answer, by the template of its address.",
    ("method", "route", "status"),
    buckets=_OF_A_REQUEST,
)
TASK_SECONDS: Final = Histogram(
    "nessos_task_seconds", "Time that a task of the worker took.", ("task", "result"), buckets=_OF_A_TASK
)
BOT_MOVE_SECONDS: Final = Histogram(
    "nessos_bot_move_seconds",
    "Time from a bot's look at the game to its move, the pause that hides its thoughts included.",
    ("level",),
    buckets=_OF_A_TASK,
)
DELIVERIES: Final = Counter("nessos_deliveries", "Attempts to deliver something to a player.", ("channel", "result"))
DELIVERED: Final = "delivered"
FAILED: Final = "failed"
OPEN_STREAMS: Final = Gauge("nessos_open_streams", "Streams that are open now.", ("kind",), multiprocess_mode="livesum")


@dataclass(frozen=True, slots=True)
class Reading:
    """A gauge that is read when somebody asks: a value for each combination of labels."""

    name: str
    help: str
    labels: tuple[str, ...]
    values: dict[tuple[str, ...], float]


type Reader = Callable[[], Iterable[Reading]]

_READERS: Final[list[Reader]] = []


def readings_offer(reader: Reader) -> None:
    """Have `reader` asked whenever the measures are. It reads the database, and takes milliseconds."""
    _READERS.append(reader)


def readings() -> list[Reading]:
    """What all readers say now."""
    return [reading for reader in _READERS for reading in reader()]


def measures_begin() -> None:
    """Forget what processes counted that are no more: to be called once, where a part of the service starts."""
    if FOLDER:
        for file in Path(FOLDER).glob("*.db"):
            file.unlink(missing_ok=True)
