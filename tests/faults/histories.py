"""What clients did and what they were told: the history by which a campaign is judged."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Outcome(StrEnum):
    """What a client knows of its request."""

    OK = "ok"
    FAIL = "fail"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Attempt:
    """One request for a move at `version`."""

    game: str
    seat: int
    version: int
    move: dict[str, Any]
    outcome: Outcome
    status: int | None = None

    @property
    def content(self) -> tuple[object, ...]:
        """The move as the log would tell it: kind, seat, card, claim, to."""
        kind = {"offer": "offer_made", "accept": "lot_accepted", "refuse": "lot_refused"}[self.move["kind"]]
        return (kind, self.seat, *(self.move.get(name) for name in ("card", "claim", "to")))


@dataclass
class History:
    """Everything that all clients of a campaign went through. `on_ack` hears of each acknowledged move."""

    on_ack: Callable[[], None] = lambda: None
    attempts: list[Attempt] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    given_up: threading.Event = field(default_factory=threading.Event)
    """When it is set, games are left as they are."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, attempt: Attempt) -> None:
        with self._lock:
            self.attempts.append(attempt)
        if attempt.status is not None and attempt.status >= 500 and attempt.status != 503:
            self.fault(f"status {attempt.status} at {attempt.game} {attempt.version}")
        if attempt.outcome is Outcome.OK:
            self.on_ack()

    def fault(self, what: str) -> None:
        with self._lock:
            self.faults.append(what)

    def end(self, game: str) -> None:
        with self._lock:
            self.finished.append(game)

    def count(self, outcome: Outcome) -> int:
        return sum(attempt.outcome is outcome for attempt in self.attempts)

    def summary(self) -> str:
        counted = ", ".join(f"{self.count(outcome)} {outcome.value}" for outcome in Outcome)
        return f"{len(self.finished)} games finished, attempts: {counted}"
