"""No acknowledged move is lost, whatever is killed; bots are late by 15 s at most; Valkey may lose everything.

Kills are drawn from a seed and triggered by counts of acknowledged moves. The history of all clients is judged
afterwards: log, replay, read models, feeds, statistics. Nothing is tried again until it is green.
"""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import redis

from tests.faults.campaigns import campaign
from tests.faults.trouble import CHILDREN, PARTS, children_of, do, pid_of, plan_drawn, plan_in_turn
from tests.service import Service

SEED = 20_261_130
LATEST_BOT = 15.0
LATEST_ON_ANY_MACHINE = 60.0
"""A machine that runs all tests at once may be slow: there it is shown that bots come, by the long form how soon."""


def test_a_few_kills(service: Service) -> None:
    result = campaign(service, plan_drawn(SEED, PARTS + CHILDREN, number=5, every=6), seed=SEED)

    assert result.faults == ()
    assert len(result.done) == 5


def test_each_part_is_killed_in_turn_while_games_are_played(service: Service) -> None:
    before = service.pids()

    result = campaign(service, plan_in_turn(PARTS, times=1, every=6), seed=SEED + 1)

    assert result.faults == ()
    assert all(service.pids()[part] != before[part] for part in PARTS)


def test_valkey_forgets_everything_again_and_again(service: Service) -> None:
    plan = plan_drawn(SEED + 2, ("flush", "flush", "valkey"), number=4, every=6)
    service.wait_ready()
    with others_live_on(service, "valkey"):
        result = campaign(service, plan, seed=SEED + 2, bots=("novice", "guarded"))

    assert result.faults == ()
    assert result.verdict.latest_bot <= LATEST_ON_ANY_MACHINE


def test_a_worker_that_holds_tasks_lives_on_when_valkey_dies(service: Service) -> None:
    service.wait_ready()
    worker = pid_of(service, "worker")
    with others_live_on(service, "valkey"):
        # What is done before the worker has a new connection is acknowledged otherwise than what is done later.
        for seconds in (0.0, 3.0):
            with standing_still(children_of(worker)):
                # The sweeper asks for a sign of life every few seconds: the worker takes the task, and nobody does it.
                wait_for_unacknowledged(service)
                do(service, "valkey")
                time.sleep(seconds)
            service.wait_ready()
        result = campaign(service, [], seed=SEED + 4, tables=1)

    assert result.faults == ()


def wait_for_unacknowledged(service: Service) -> None:
    """Until a worker holds a task that it did not acknowledge."""
    broker = redis.Redis.from_url(service.given("REDIS_URL"), socket_timeout=5)
    until = time.monotonic() + 60
    while True:
        assert time.monotonic() < until
        # It may just be starting again.
        with contextlib.suppress(redis.ConnectionError):
            if broker.hlen("unacked"):
                return
        time.sleep(0.05)


@contextmanager
def standing_still(processes: list[int]) -> Iterator[None]:
    """Frozen for a while."""
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


@contextmanager
def others_live_on(service: Service, killed: str) -> Iterator[None]:
    """No part but the one that is killed ends meanwhile."""
    before = {part: pid_of(service, part) for part in PARTS}
    yield
    assert [part for part in PARTS if part != killed and pid_of(service, part) != before[part]] == []


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(1, 21))
def test_twenty_kills(service: Service, seed: int) -> None:
    result = campaign(service, plan_drawn(seed, PARTS + CHILDREN, number=20, every=8), seed=seed, tables=4)

    assert result.faults == ()
    assert len(result.done) == 20


@pytest.mark.campaign
def test_each_part_is_killed_ten_times_in_turn(service: Service) -> None:
    result = campaign(service, plan_in_turn(PARTS, times=10, every=6), seed=SEED + 3, tables=4)

    assert result.faults == ()
    assert len(result.done) == 10 * len(PARTS)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(1, 6))
def test_valkey_forgets_everything_forty_times(service: Service, seed: int) -> None:
    plan = plan_drawn(seed, ("flush", "flush", "valkey"), number=40, every=25)
    service.wait_ready()
    with others_live_on(service, "valkey"):
        result = campaign(service, plan, seed=seed, tables=4, bots=("novice", "guarded"))

    assert result.faults == ()
    assert result.verdict.latest_bot <= LATEST_BOT
