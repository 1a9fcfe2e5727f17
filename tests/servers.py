"""Throw-away PostgreSQL and Valkey: a pytest plugin, and a command that lends them to another.

    python -m tests.servers COMMAND…

They live in a temporary folder, on unix sockets, so any number of checkouts may test side by side. They are fast, not
durable. What DATABASE_URL and REDIS_URL name already is used instead. With xdist the controller starts them and the
workers inherit the addresses.
"""

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from nessos_service.local.identity import launched, unprivileged_identity
from nessos_service.local.processes import Part
from nessos_service.local.servers import (
    THROW_AWAY_SETTINGS,
    cluster_made,
    database_url,
    postgres_answers,
    postgres_binary,
    postgres_part,
    redis_url,
    scratch_for,
    valkey_part,
    valkey_socket,
)

PREFIX = "nessos-test-"
PATIENCE = 60
A_MINUTE = 60


def sweep_up() -> None:
    """Remove what killed test runs left: a folder whose lock nobody holds is nobody's."""
    for folder in Path(tempfile.gettempdir()).glob(PREFIX + "*"):
        with contextlib.suppress(OSError), open(folder / "lock", "rb") as lock:
            if time.time() - os.fstat(lock.fileno()).st_mtime < A_MINUTE:
                continue
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)


def started(part: Part, log: Path) -> subprocess.Popen[bytes]:
    """A server that ends with this process, however this process ends."""
    with open(log, "ab") as output:
        return subprocess.Popen(
            launched(part.command, identity=part.identity, last_signal=signal.SIGKILL),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=part.folder,
            start_new_session=True,
        )


@contextlib.contextmanager
def throw_away_servers(*, durable: bool = False) -> Iterator[dict[str, str]]:
    """The addresses of servers that are gone afterwards. The service itself only runs on a `durable` one."""
    sweep_up()
    home = Path(tempfile.mkdtemp(prefix=PREFIX))
    with contextlib.ExitStack() as afterwards:
        afterwards.callback(shutil.rmtree, home, ignore_errors=True)
        lock = afterwards.enter_context(open(home / "lock", "wb"))
        fcntl.flock(lock, fcntl.LOCK_EX)
        valkey = started(valkey_part(home, home), home / "valkey.log")
        afterwards.callback(stopped, valkey, signal.SIGKILL)
        scratch = scratch_for(home / "postgres")
        identity = unprivileged_identity(binary=postgres_binary("postgres"), folders=(home, scratch))
        cluster_made(home / "postgres", scratch, identity=identity, durable=False)
        part = postgres_part(
            home / "postgres", home, identity=identity, settings={} if durable else THROW_AWAY_SETTINGS
        )
        postgres = started(part, home / "postgres.log")
        afterwards.callback(stopped, postgres, signal.SIGQUIT)
        until = time.monotonic() + PATIENCE
        while not (postgres_answers(home / "postgres") and valkey_socket(home).exists()):
            if postgres.poll() is not None or valkey.poll() is not None or time.monotonic() > until:
                raise RuntimeError("The servers for the tests did not start: " + (home / "postgres.log").read_text())
            time.sleep(0.01)
        yield {"DATABASE_URL": database_url(home), "REDIS_URL": redis_url(home)}


def stopped(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    process.send_signal(number)
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Before Django's settings are read, there must be addresses to read."""
    # Tests are in a hurry and share an address; those of limits set their own.
    os.environ.setdefault("RATE_LIMITS", "off")
    known = early_config.known_args_namespace
    given = "DATABASE_URL" in os.environ and "REDIS_URL" in os.environ
    if given or getattr(known, "help", False) or getattr(known, "version", False):
        return
    lent = contextlib.ExitStack()
    for name, address in lent.enter_context(throw_away_servers()).items():
        os.environ.setdefault(name, address)
    early_config.add_cleanup(lent.close)


def main(command: list[str]) -> int:
    if "DATABASE_URL" in os.environ and "REDIS_URL" in os.environ:
        return subprocess.run(command, check=False).returncode
    with throw_away_servers() as addresses:
        return subprocess.run(command, env={**addresses, **os.environ}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
