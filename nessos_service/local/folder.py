"""The data folder: one instance at a time, its sockets, and what the instance before may have left running."""

import contextlib
import fcntl
import hashlib
import json
import os
import re
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from nessos_service.local.refusals import CannotStart

# A socket's whole path must stay under about 104 bytes, everywhere; the longest name below it is PostgreSQL's lock.
LONGEST_SOCKET_FOLDER = 104 - len("/.s.PGSQL.5432.lock") - 1
PLAIN_PATH = re.compile(r"[A-Za-z0-9/_.-]+")
SPACE_FOR_A_NEW_DATABASE = 200 * 2**20
SPACE_FOR_MORE = 64 * 2**20


@dataclass(frozen=True, slots=True)
class DataFolder:
    """Everything that must be there again after a restart, below `path`; sockets in `sockets`."""

    path: Path
    sockets: Path

    @property
    def postgres(self) -> Path:
        return self.path / "postgres"

    @property
    def valkey(self) -> Path:
        return self.path / "valkey"

    @property
    def logs(self) -> Path:
        return self.path / "logs"

    @property
    def mails(self) -> Path:
        return self.path / "mails"

    @property
    def records(self) -> Path:
        return self.path / "processes.json"


@contextlib.contextmanager
def data_folder_held(path: Path) -> Iterator[DataFolder]:
    """Hold the folder for this process alone. What a killed instance left running is ended first.

    Raises `CannotStart` when another instance holds it, or when it cannot be written to.
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = open(path / "lock", "a+", encoding="ascii")  # noqa: SIM115 - held until the process ends
    except OSError as error:
        raise CannotStart(f"The data folder {path} cannot be used: {error.strerror}. Set NESSOS_DATA.") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            owner = lock.read().strip() or "unknown"
            raise CannotStart(
                f"The data folder {path} is in use by another Nessos (process {owner}): stop it, or set NESSOS_DATA."
            ) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        try:
            lock.flush()
        except OSError as error:
            raise CannotStart(f"The data folder {path} cannot be written to: {error.strerror}.") from None
        folder = DataFolder(path=path, sockets=sockets_folder(path))
        _end_leftovers(folder)
        _expect_space(folder)
        for part in (folder.valkey, folder.logs):
            part.mkdir(mode=0o700, exist_ok=True)
        try:
            yield folder
        finally:
            folder.records.unlink(missing_ok=True)
            if folder.sockets.parent != path:
                shutil.rmtree(folder.sockets, ignore_errors=True)


def _expect_space(folder: DataFolder) -> None:
    needed = SPACE_FOR_MORE if folder.postgres.exists() else SPACE_FOR_A_NEW_DATABASE
    free = shutil.disk_usage(folder.path).free
    if free < needed:
        raise CannotStart(
            f"The disk is too full: {folder.path} has {free >> 20} MiB free, Nessos needs {needed >> 20} MiB."
        )


def sockets_folder(path: Path) -> Path:
    """A folder that only we may enter, with a path short and plain enough for sockets and for addresses."""
    inside = path / "run"
    if len(bytes(inside)) <= LONGEST_SOCKET_FOLDER and PLAIN_PATH.fullmatch(str(inside)):
        chosen = inside
    else:
        name = f"nessos-{os.getuid()}-{hashlib.sha256(bytes(path)).hexdigest()[:12]}"
        chosen = Path(tempfile.gettempdir()) / name
        if len(bytes(chosen)) > LONGEST_SOCKET_FOLDER or not PLAIN_PATH.fullmatch(str(chosen)):
            # Whose it is, is checked below.
            chosen = Path("/tmp") / name  # noqa: S108 # nosec B108
    chosen.mkdir(mode=0o700, exist_ok=True)
    status = chosen.lstat()
    if chosen.is_symlink() or status.st_uid not in (os.getuid(), *_unprivileged_owners()):
        raise CannotStart(f"{chosen} belongs to somebody else: remove it, or set NESSOS_DATA to a shorter path.")
    chosen.chmod(0o700)
    return chosen


def _unprivileged_owners() -> tuple[int, ...]:
    """Root may have handed the folder to the user that PostgreSQL runs as."""
    from nessos_service.local.identity import unprivileged_ids

    return unprivileged_ids() if os.getuid() == 0 else ()


def birth_of(pid: int) -> str | None:
    """What tells a running process from a later one with the same id; None when it is not running."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else fields[19]


def record_processes(folder: DataFolder, pids: dict[str, int]) -> None:
    """Remember who runs, for an instance that comes after a kill. On a full disk it is only less thorough."""
    births = {name: [pid, birth_of(pid)] for name, pid in pids.items()}
    with contextlib.suppress(OSError):
        scratch = folder.records.with_suffix(".new")
        scratch.write_text(json.dumps(births), encoding="ascii")
        scratch.replace(folder.records)


def _end_leftovers(folder: DataFolder) -> None:
    """End what a killed supervisor left behind: gently, then not."""
    try:
        recorded: dict[str, tuple[int, str | None]] = json.loads(folder.records.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return
    for number, patience in ((signal.SIGTERM, 0.0), (signal.SIGINT, 4.0), (signal.SIGKILL, 4.0)):
        alive = [pid for pid, birth in recorded.values() if birth is not None and birth_of(pid) == birth]
        for pid in alive:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, number) if number == signal.SIGKILL else os.kill(pid, number)
        until = time.monotonic() + patience
        while time.monotonic() < until and any(birth_of(pid) for pid in alive):
            time.sleep(0.02)
        if not any(birth_of(pid) for pid in alive):
            return
