"""What is done to a running service, when so many moves were acknowledged: a seeded list, printed as it is done."""

import contextlib
import os
import queue
import random
import signal
import threading
import time
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Self

import redis

from tests.service import Service

PARTS = ("web", "worker", "courier", "sweeper", "streams", "valkey", "postgres")
CHILDREN = ("web's child", "worker's child", "postgres' child")
PATIENCE = 60.0

type Plan = list[tuple[int, str]]


def plan_drawn(seed: int, deeds: Sequence[str], *, number: int, every: int) -> Plan:
    """So many deeds, each about `every` acknowledged moves after the one before."""
    rng = random.Random(seed)
    count, plan = 0, []
    for _ in range(number):
        count += rng.randint(1, 2 * every - 1)
        plan.append((count, rng.choice(deeds)))
    return plan


def plan_in_turn(deeds: Sequence[str], *, times: int, every: int) -> Plan:
    """Each deed in turn, so many times."""
    return [((place + 1) * every, deed) for place, deed in enumerate(list(deeds) * times)]


class Trouble:
    """Does what is planned, from a thread of its own, while it is entered. `acknowledged` counts the moves."""

    def __init__(self, service: Service, plan: Plan) -> None:
        self._service = service
        self._plan = list(plan)
        self._count = 0
        self._lock = threading.Lock()
        self._due: queue.SimpleQueue[tuple[int, str] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work)
        self.done: list[str] = []
        self.failed: list[BaseException] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._due.put(None)
        self._thread.join()

    def acknowledged(self) -> None:
        with self._lock:
            self._count += 1
            while self._plan and self._plan[0][0] <= self._count:
                self._due.put(self._plan.pop(0))

    def is_over(self) -> bool:
        """All was done, or nothing more can be."""
        with self._lock:
            return (not self._plan and self._due.empty()) or bool(self.failed)

    def _work(self) -> None:
        try:
            while (due := self._due.get()) is not None:
                count, deed = due
                self.done.append(f"after {count} moves: {do(self._service, deed)}")
        except BaseException as failure:
            self.failed.append(failure)


def do(service: Service, deed: str) -> str:
    """Do one thing to the service; what it was."""
    part = deed.removesuffix("'s child").removesuffix("' child")
    if deed == "flush":
        with contextlib.suppress(redis.RedisError):
            redis.Redis.from_url(service.given("REDIS_URL"), socket_timeout=2).flushall()
        return "FLUSHALL"
    if deed == "restart postgres":
        return f"immediate stop of postgres ({send(service, 'postgres', signal.SIGQUIT)})"
    if part != deed:
        parent = pid_of(service, part)
        children = children_of(parent)
        if children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(children[-1], signal.SIGKILL)
        return f"kill -9 of {deed} ({children[-1] if children else 'none'})"
    return f"kill -9 of {part} ({send(service, part, signal.SIGKILL)})"


def send(service: Service, part: str, number: signal.Signals) -> int:
    """Send a signal to a part, by the process that is recorded for it."""
    pid = pid_of(service, part)
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)
    return pid


def pid_of(service: Service, part: str) -> int:
    """The process of a part; waits while it is being started again."""
    until = time.monotonic() + PATIENCE
    while (pid := service.pids().get(part)) is None:
        assert time.monotonic() < until, f"{part} was not started again:\n{service.said()}"
        time.sleep(0.02)
    return pid


def children_of(pid: int) -> list[int]:
    """The processes that a process started, the youngest last."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return sorted(int(child) for child in file.read().split())
    except OSError:
        return []


def told(lines: Iterable[str]) -> str:
    return "\n  ".join(["", *lines])
