"""The real service for tests: what `make run` starts, on a port and in a data folder of its own."""

import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nessos_service.local.folder import birth_of
from tests.servers import PREFIX

CHECKOUT = Path(__file__).resolve().parent.parent
COMMAND = (sys.executable, "-m", "nessos_service.local")
GIVEN_FROM_OUTSIDE = (
    *("DATABASE_URL", "REDIS_URL", "NESSOS_DATA", "PORT", "NESSOS_ENV", "MAKELEVEL", "MAKEFLAGS"),
    *("PUBLIC_URL", "EMAIL_HOST", "EMAIL_FILE_PATH"),
)
PATIENCE = 180


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Service:
    """One running service. `parts` are killed by name; `is_ready` is what `/readyz` says."""

    def __init__(self, data: Path, *, port: int | None = None) -> None:
        self.data = data
        self.port = port or free_port()
        self.base_url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self._said = data.with_name(data.name + ".out")

    def environment(self, **more: str) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if name not in GIVEN_FROM_OUTSIDE}
        return {**inherited, "NESSOS_DATA": str(self.data), "PORT": str(self.port), **more}

    def start(self, command: tuple[str, ...] = COMMAND, **more: str) -> None:
        with open(self._said, "wb") as output:
            self.process = subprocess.Popen(
                command,
                cwd=CHECKOUT,
                env=self.environment(**more),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                # Whoever was started in the background ignores it, and so would all of its children.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )

    def said(self) -> str:
        """Everything that the terminal would show."""
        return self._said.read_text(encoding="utf-8", errors="replace")

    def get(self, path: str, *, timeout: float = 10) -> tuple[int, Any]:
        """Status and decoded body of a GET."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def is_ready(self) -> bool:
        try:
            return self.get("/readyz", timeout=5)[0] == 200
        except (OSError, ValueError, http.client.HTTPException):
            return False

    def wait_ready(self, patience: float = PATIENCE) -> float:
        """Seconds until `/readyz` says ok."""
        began = time.monotonic()
        while not self.is_ready():
            assert self.process is not None
            assert self.process.poll() is None, self.said()
            assert time.monotonic() - began < patience, self.said()
            time.sleep(0.1)
        return time.monotonic() - began

    def pids(self) -> dict[str, int]:
        """The process of each part that runs now."""
        try:
            recorded = json.loads((self.data / "processes.json").read_text(encoding="ascii"))
        except (OSError, ValueError):
            return {}
        return {name: pid for name, (pid, birth) in recorded.items() if birth is not None and birth_of(pid) == birth}

    def tree(self) -> set[int]:
        """Every process that carries this service's data folder in its environment, whoever its parent is."""
        mark = f"NESSOS_DATA={self.data}".encode()
        found = set()
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and birth_of(int(entry.name)) is not None:
                with contextlib.suppress(OSError):
                    if mark in (entry / "environ").read_bytes().split(b"\0"):
                        found.add(int(entry.name))
        return found

    def database_url(self) -> str:
        """Where the database of this service is, for tests that look at it from outside."""
        return self.given("DATABASE_URL")

    def given(self, name: str) -> str:
        """What the web was given in this variable."""
        given = Path(f"/proc/{self.pids()['web']}/environ").read_bytes().split(b"\0")
        mark = f"{name}=".encode()
        return next(entry for entry in given if entry.startswith(mark)).removeprefix(mark).decode()

    def kill(self, name: str) -> int:
        """`kill -9` one part; its process id. Returns once another one runs in its place."""
        pid = self.pids()[name]
        os.kill(pid, signal.SIGKILL)
        until = time.monotonic() + 30
        while self.pids().get(name, pid) == pid:
            assert time.monotonic() < until, f"{name} was not started again:\n{self.said()}"
            time.sleep(0.05)
        return pid

    def stop(self, number: signal.Signals = signal.SIGTERM, patience: float = 15) -> float:
        """Seconds until the whole tree is gone after the signal."""
        assert self.process is not None
        began = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(timeout=patience)
        return time.monotonic() - began

    def end(self) -> None:
        """Leave nothing, whatever happened."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for pid in self.tree():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


@contextlib.contextmanager
def service_folder() -> Iterator[Path]:
    """A data folder with a short path, gone afterwards."""
    home = Path(tempfile.mkdtemp(prefix=PREFIX))
    try:
        yield home / "data"
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextlib.contextmanager
def running_service(**environment: str) -> Iterator[Service]:
    """A service that is ready, with more in its environment."""
    with service_folder() as folder:
        service = Service(folder)
        try:
            service.start(**environment)
            service.wait_ready()
            yield service
        finally:
            service.end()
