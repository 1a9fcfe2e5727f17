"""How quick policies are. It depends on the machine and the moment, so it stands apart from all other results."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Final

from bots.arena.contest import Contest
from bots.arena.records import Chunk, added

STEP: Final = log(1.02)
"""Times are kept on a scale on which each step is 2 % longer than the one before."""


def step_of(nanoseconds: int) -> int:
    """The step on the scale for a time."""
    return int(log(max(nanoseconds, 1)) / STEP)


@dataclass(frozen=True, slots=True)
class Pace:
    """The choices of one contestant: how many there were and what they took, in CPU time."""

    name: str
    decisions: int
    cpu_seconds: float
    decisions_per_cpu_second: float
    p50_ms: float
    p99_ms: float


def paces(contest: Contest, chunks: Sequence[Chunk]) -> tuple[Pace, ...]:
    """Of each contestant."""
    steps = added(chunk.paces for chunk in chunks)
    found = []
    for by, contestant in enumerate(contest.contestants):
        seconds = sum(chunk.spent[by] for chunk in chunks) / 1e9
        own = sorted((took.step, times) for took, times in steps.items() if took.by == by)
        decisions = sum(times for _, times in own)
        found.append(
            Pace(
                contestant.name,
                decisions,
                round(seconds, 3),
                round(decisions / seconds, 1) if seconds else 0.0,
                round(_quantile(own, 0.5), 4),
                round(_quantile(own, 0.99), 4),
            )
        )
    return tuple(found)


def _quantile(steps: Iterable[tuple[int, int]], share: float) -> float:
    """The time, in ms, within which this share of the choices was made; `steps` are ascending."""
    steps = list(steps)
    wanted = share * sum(times for _, times in steps)
    for step, times in steps:
        wanted -= times
        if wanted <= 0:
            return exp((step + 0.5) * STEP) / 1e6
    return 0.0
