"""Each move sent five times at once under one key, on the real service: one effect, byte-equal answers.

The short form runs with every test run, the long one with `make campaign`.
"""

import random
import time

import pytest

from tests.edge.retrying import play_doubled
from tests.service import Service

SEED = 20_261_130
A_MOVE = 0.05
"""Seconds in which five at once are answered, or nearly."""


def test_forty_moves_five_times_each(service: Service) -> None:
    assert play_doubled(service.port, moves=40, seed=SEED) == []


def test_the_web_is_killed_meanwhile(service: Service) -> None:
    rng = random.Random(SEED)
    kills = set(rng.sample(range(5, 30), 2))

    def maybe_kill(number: int) -> None:
        if number in kills:
            kills.discard(number)
            time.sleep(rng.random() * A_MOVE)
            service.kill("web")

    assert play_doubled(service.port, moves=30, seed=SEED + 1, meanwhile=maybe_kill) == []
    assert kills == set()


def test_without_keys_it_would_be_seen(service: Service) -> None:
    """The negative control."""
    faults = play_doubled(service.port, moves=3, seed=SEED + 2, keyed=False)

    assert any("answers differ" in fault for fault in faults)


@pytest.mark.campaign
def test_a_thousand_moves_five_times_each(service: Service) -> None:
    assert play_doubled(service.port, moves=1_000, seed=SEED + 3) == []


@pytest.mark.campaign
def test_a_thousand_moves_while_the_web_is_killed(service: Service) -> None:
    rng = random.Random(SEED)

    def maybe_kill(number: int) -> None:
        if number % 50 == 25:
            time.sleep(rng.random() * A_MOVE)
            service.kill("web")

    assert play_doubled(service.port, moves=1_000, seed=SEED + 4, meanwhile=maybe_kill) == []
