"""As whom PostgreSQL runs: it refuses to run as root."""

import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path

from nessos_service.local.refusals import CannotStart

LAUNCHER = Path(__file__).with_name("launch.py")
SAME = "same"
NAMESPACE = "namespace"
UNPRIVILEGED_USERS = ("postgres", "nobody")


def launched(command: tuple[str, ...], *, identity: str, last_signal: int) -> tuple[str, ...]:
    """`command`, which names its program by its whole path, such that it does not outlive this process."""
    here = (sys.executable, "-I", "-S", str(LAUNCHER))
    return (*here, str(os.getpid()), str(int(last_signal)), identity, *command)


def unprivileged_ids() -> tuple[int, ...]:
    """The users that root may drop to, by number."""
    return tuple(entry.pw_uid for entry in pwd.getpwall() if entry.pw_name in UNPRIVILEGED_USERS)


def unprivileged_identity(*, binary: Path, folders: tuple[Path, ...]) -> str:
    """An identity that is not root, may run `binary` and may write into `folders` (whose owner may change).

    Raises `CannotStart` when root finds none.
    """
    if os.getuid() != 0:
        return SAME
    handed_over = any(folder.stat().st_uid in unprivileged_ids() for folder in folders)
    if not handed_over and _works(NAMESPACE, (str(binary), "--version")):
        return NAMESPACE
    for name in UNPRIVILEGED_USERS:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        identity = f"user:{name}"
        if not _works(identity, (str(binary), "--version")):
            continue
        for folder in folders:
            _hand_over(folder, entry.pw_uid, entry.pw_gid)
        if all(_works(identity, (shutil.which("test") or "/usr/bin/test", "-w", str(folder))) for folder in folders):
            return identity
    raise CannotStart(
        "PostgreSQL does not run as root, and here root cannot become somebody else for it:"
        " start Nessos as an ordinary user, put checkout and NESSOS_DATA where others may read, or set DATABASE_URL."
    )


def _works(identity: str, command: tuple[str, ...]) -> bool:
    wrapped = launched(command, identity=identity, last_signal=9)
    return subprocess.run(wrapped, capture_output=True, check=False, cwd="/").returncode == 0


def _hand_over(folder: Path, user: int, group: int) -> None:
    """Give `folder` to another user, who must also be let through to it."""
    folder.parent.chmod(folder.parent.stat().st_mode | 0o011)
    for path in (folder, *folder.rglob("*")):
        os.chown(path, user, group, follow_symlinks=False)
