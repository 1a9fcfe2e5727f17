"""Start parts, start them again when they die, and stop them all.

One thread does everything: it waits for the parts' output, for their deaths, for signals and for the time of the next
restart. A part is never given up on.
"""

import contextlib
import ctypes
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from nessos_service.local.folder import DataFolder, record_processes
from nessos_service.local.identity import SAME, launched
from nessos_service.local.logs import Log, say
from nessos_service.local.parent import Parent
from nessos_service.local.refusals import CannotStart

FIRST_DELAY = 0.1
LONGEST_DELAY = 2.0
STEADY_AFTER = 10.0
TICK = 0.5
DEATHS_THAT_FORBID_A_START = 5
PR_SET_CHILD_SUBREAPER = 36
STOPPING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopRequested(Exception):
    """Somebody wants the whole tree to stop."""


@dataclass(frozen=True, slots=True)
class Part:
    """One command to be kept running. `shown`: its lines belong on the terminal."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: Path = field(default_factory=Path.cwd)
    stop_signal: signal.Signals = signal.SIGTERM
    identity: str = SAME
    handed_down: tuple[int, ...] = ()
    shown: bool = True


@dataclass(slots=True)
class Running:
    """A part and its process, if it has one now."""

    part: Part
    log: Log
    restarted: bool = True
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    delay: float = FIRST_DELAY
    due_at: float | None = None
    deaths: int = 0


class Supervisor:
    """Keeps parts running. Use it as a context: on leaving, nothing that it started is left."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder
        self._running: dict[str, Running] = {}
        self._selector = selectors.DefaultSelector()
        self._parent = Parent()
        self._is_complete = False
        self._stop_wanted = False
        self._stopping = False
        self._waker, self._wakened = os.pipe()

    def __enter__(self) -> "Supervisor":
        for end in (self._waker, self._wakened):
            os.set_blocking(end, False)
        self._selector.register(self._waker, selectors.EVENT_READ)
        signal.set_wakeup_fd(self._wakened, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in STOPPING_SIGNALS:
            signal.signal(number, self._ask_to_stop)
        if sys.platform == "linux":
            # What a killed part leaves behind becomes ours, so that we can end it and see it end.
            ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        return self

    def __exit__(self, *_: object) -> None:
        for running in self._running.values():
            self._kill_group(running)
        self._pump(0)
        for running in self._running.values():
            running.log.close()
        signal.set_wakeup_fd(-1)
        self._selector.close()

    def start(self, *parts: Part, restarted: bool = True) -> None:
        """Start `parts`; from now on each is started again when it dies."""
        for part in parts:
            log = Log(part.name, self._folder.logs)
            running = Running(part=part, log=log, restarted=restarted)
            self._running[part.name] = running
            self._launch(running)

    def run(self, part: Part, *, problem: str) -> None:
        """Run `part` to its end. Raises `CannotStart` with `problem` and the part's last words when it fails."""
        self.start(part, restarted=False)
        running = self._running[part.name]
        while running.process is not None:
            self._pump_or_stop()
        del self._running[part.name]
        running.log.close()
        if running.deaths:
            raise CannotStart(f"{problem}: {running.log.last_words()}")

    def wait_until(self, ready: Callable[[], bool], *, needs: Iterable[str], patience: float, problem: str) -> None:
        """Return as soon as `ready`. Raises `CannotStart` when the parts it `needs` keep dying, or after `patience`."""
        needed = [self._running[name] for name in needs]
        until = time.monotonic() + patience
        while not ready():
            self._pump_or_stop(0.02)
            for running in needed:
                if running.deaths >= DEATHS_THAT_FORBID_A_START:
                    raise CannotStart(f"{problem}: {running.log.last_words()}")
            if time.monotonic() > until:
                words = needed[0].log.last_words() if needed else ""
                raise CannotStart(f"{problem} within {patience:.0f} s: {words}")

    def show_logs(self) -> None:
        """From now on the terminal shows what the parts say."""
        self._is_complete = True
        for running in self._running.values():
            running.log.shown = running.part.shown

    def keep_running(self) -> None:
        """Restart what dies, until somebody wants to stop."""
        with contextlib.suppress(StopRequested):
            while True:
                self._pump_or_stop()

    def stop(self, *stages: tuple[Iterable[str], float]) -> None:
        """Ask the parts of each stage to end, and kill those that have not after its seconds."""
        self._stopping = True
        for names, patience in stages:
            stage = [self._running[name] for name in names if name in self._running]
            for running in stage:
                running.due_at = None
                if running.process is not None:
                    with contextlib.suppress(ProcessLookupError, PermissionError):
                        os.kill(running.process.pid, running.part.stop_signal)
            until = time.monotonic() + patience
            while any(running.process for running in stage) and time.monotonic() < until:
                self._pump(until - time.monotonic())
            for running in stage:
                self._kill_group(running)

    def _ask_to_stop(self, *_: object) -> None:
        self._stop_wanted = True

    def _pump_or_stop(self, patience: float = TICK) -> None:
        self._pump(patience)
        if self._stop_wanted or self._parent.wants_to_stop():
            raise StopRequested

    def _pump(self, patience: float) -> None:
        """Wait for something to happen, at most `patience` seconds, and deal with it."""
        now = time.monotonic()
        dues = [running.due_at - now for running in self._running.values() if running.due_at is not None]
        for key, _ in self._selector.select(max(0.0, min([patience, *dues]))):
            if key.fd == self._waker:
                with contextlib.suppress(BlockingIOError):
                    os.read(self._waker, 4096)
            else:
                self._read(key.fd, key.data)
        for running in self._running.values():
            if running.process is not None and running.process.poll() is not None:
                self._bury(running, running.process)
        self._reap_orphans()
        for running in self._running.values():
            if running.due_at is not None and time.monotonic() >= running.due_at and not self._stopping:
                self._launch(running)

    def _read(self, descriptor: int, running: Running) -> bool:
        """Take what a part has said; False when there is no more to come now."""
        try:
            chunk = os.read(descriptor, 65536)
        except BlockingIOError:
            return False
        except OSError:
            chunk = b""
        if chunk:
            running.log.feed(chunk)
            return True
        self._forget(descriptor)
        return False

    def _forget(self, descriptor: int) -> None:
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(descriptor)

    def _launch(self, running: Running) -> None:
        part = running.part
        running.due_at = None
        running.started_at = time.monotonic()
        try:
            process = subprocess.Popen(
                launched(part.command, identity=part.identity, last_signal=part.stop_signal),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=part.folder,
                env={**os.environ, **part.environment},
                start_new_session=True,
                pass_fds=part.handed_down,
            )
        except OSError as error:
            running.log.feed(f"cannot be started: {error.strerror}\n".encode())
            self._expect_again(running)
            return
        assert process.stdout is not None  # noqa: S101 - it is a pipe, for the type checker
        os.set_blocking(process.stdout.fileno(), False)
        self._selector.register(process.stdout, selectors.EVENT_READ, running)
        running.process = process
        self._record()

    def _bury(self, running: Running, process: subprocess.Popen[bytes]) -> None:
        """Deal with the end of a part's process: the rest of its group ends with it, and it is due again."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        assert process.stdout is not None  # noqa: S101 - it is a pipe, for the type checker
        while self._read(process.stdout.fileno(), running):
            pass
        self._forget(process.stdout.fileno())
        process.stdout.close()
        running.process = None
        if process.returncode != 0 or running.restarted:
            running.deaths += 1
        if running.restarted and not self._stopping:
            self._expect_again(running)
            if self._is_complete:
                say(f"{running.part.name} ended ({_how(process.returncode)}), starting it again")
        self._record()

    def _expect_again(self, running: Running) -> None:
        if time.monotonic() - running.started_at > STEADY_AFTER:
            running.delay = FIRST_DELAY
        running.due_at = time.monotonic() + running.delay
        running.delay = min(running.delay * 2, LONGEST_DELAY)

    def _kill_group(self, running: Running) -> None:
        if running.process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(running.process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            running.process.wait(timeout=1)
        self._bury(running, running.process)

    def _reap_orphans(self) -> None:
        """Collect what parts have left behind, but not the parts themselves: those are asked one by one."""
        if not hasattr(os, "waitid"):
            return
        ours = {running.process.pid for running in self._running.values() if running.process is not None}
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)) is not None:
                if ended.si_pid in ours:
                    return
                os.waitpid(ended.si_pid, 0)

    def _record(self) -> None:
        record_processes(
            self._folder,
            {name: running.process.pid for name, running in self._running.items() if running.process is not None},
        )


def _how(returncode: int) -> str:
    if returncode >= 0:
        return f"exit {returncode}"
    with contextlib.suppress(ValueError):
        return signal.Signals(-returncode).name
    return f"signal {-returncode}"
