"""The clock of a turn as clients get it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clock import Adjustment
from games.engine.types import Seat
from players.errors import Json
from players.wire import duration_json, time_json


@dataclass(frozen=True, slots=True)
class SeenClock:
    """Why a turn runs out when it does. In a game that is not being played, only `turn` is there."""

    seat: Seat | None
    started_at: datetime | None
    turn: timedelta
    adjustments: Sequence[Adjustment]
    deadline: datetime | None


def clock_json(clock: SeenClock) -> dict[str, Json]:
    """`started_at`, `allowed_seconds` and the seconds of all adjustments add up to `deadline`."""
    return {
        "seat": clock.seat,
        "started_at": _moment_json(clock.started_at),
        "turn": duration_json(clock.turn),
        "allowed_seconds": int(clock.turn.total_seconds()),
        "adjustments": [_adjustment_json(adjustment) for adjustment in clock.adjustments],
        "deadline": _moment_json(clock.deadline),
    }


def _adjustment_json(adjustment: Adjustment) -> dict[str, Json]:
    return {
        "kind": adjustment.kind.value,
        "seconds": adjustment.seconds,
        "from": time_json(adjustment.since),
        "until": time_json(adjustment.until),
    }


def _moment_json(moment: datetime | None) -> str | None:
    return None if moment is None else time_json(moment)
