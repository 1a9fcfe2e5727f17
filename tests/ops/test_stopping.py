"""Stopped or killed, the tree leaves no process; started again, everything is still there."""

import os
import shlex
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service import CHECKOUT, COMMAND, Service, service_folder


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """One data folder for the starts that follow each other."""
    with service_folder() as path:
        yield path


@pytest.fixture
def own_service(folder: Path) -> Iterator[Service]:
    running = Service(folder)
    yield running
    running.end()


pytestmark = pytest.mark.xdist_group("stopping")
WITH_MAKE = ("make", "-f", str(CHECKOUT / "tests" / "ops" / "as-make-run.mk"))


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_signal_to_make_alone_stops_the_whole_tree(own_service: Service, number: signal.Signals) -> None:
    own_service.start(WITH_MAKE, SERVE=shlex.join(COMMAND))
    _wait_for_address(own_service)

    own_service.stop(number)

    _wait_until_gone(own_service, 10)


def test_a_stop_in_the_middle_of_the_start_leaves_nothing(own_service: Service) -> None:
    own_service.start()
    while "starting PostgreSQL" not in own_service.said():
        time.sleep(0.02)

    assert own_service.stop(signal.SIGINT) < 10

    assert own_service.tree() == set()


def test_killed_started_again_and_stopped(own_service: Service) -> None:
    own_service.start()
    _wait_for_address(own_service)
    cluster = (own_service.data / "postgres" / "PG_VERSION").stat().st_ino

    # When the supervisor is killed, and another started without waiting for what is still ending,
    own_service.stop(signal.SIGKILL)
    own_service.start()
    own_service.wait_ready()

    # then everything is there again; and a signal stops the whole tree.
    assert (own_service.data / "postgres" / "PG_VERSION").stat().st_ino == cluster
    assert len(own_service.tree()) > 5
    assert own_service.stop(signal.SIGTERM) < 10
    assert own_service.process is not None
    assert own_service.process.returncode == 0
    assert own_service.tree() == set()
    assert own_service.said().endswith("nessos: stopped\n")


def test_an_unsafe_database_is_not_served(own_service: Service) -> None:
    with open(own_service.data / "postgres" / "postgresql.conf", "a", encoding="ascii") as file:
        file.write("\nfsync = off\n")

    own_service.start()
    assert own_service.process is not None
    assert own_service.process.wait(timeout=60) == 1

    last = own_service.said().splitlines()[-1]
    assert "PostgreSQL's fsync is off" in last
    assert "Traceback" not in own_service.said()
    assert own_service.tree() == set()


def _wait_for_address(service: Service) -> None:
    until = time.monotonic() + 60
    while f"Nessos is at {service.base_url}/" not in service.said():
        assert time.monotonic() < until, service.said()
        time.sleep(0.05)


def _wait_until_gone(service: Service, patience: float) -> None:
    until = time.monotonic() + patience
    while service.tree():
        assert time.monotonic() < until, [os.readlink(f"/proc/{pid}/exe") for pid in service.tree()]
        time.sleep(0.1)
