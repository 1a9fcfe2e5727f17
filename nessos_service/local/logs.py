"""What the parts say: kept in files of bounded size, and shown on the terminal once everything runs."""

import contextlib
import re
import sys
from collections import deque
from pathlib import Path
from typing import BinaryIO

LARGEST_FILE = 5 * 2**20
REMEMBERED_LINES = 40
NAME_WIDTH = 8
# What says most first: our own checks, then a server's complaint, then an exception.
TELLING = (re.compile(r"nessos\.E\d+"), re.compile("FATAL|PANIC"), re.compile(r"^\S*(Error|Exception|Halt\w*)\b"))


class Log:
    """The lines of one part. Neither a full disk nor a closed terminal stops the part or the supervisor."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.shown = False
        self.last_lines: deque[str] = deque(maxlen=REMEMBERED_LINES)
        self._path = folder / f"{name}.log"
        self._file: BinaryIO | None = None
        self._size = 0
        self._rest = b""

    def feed(self, chunk: bytes) -> None:
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        if len(self._rest) > 64 * 1024:
            lines, self._rest = [*lines, self._rest], b""
        for line in lines:
            self._keep(line)

    def close(self) -> None:
        if self._rest:
            self._keep(self._rest)
            self._rest = b""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None

    def last_words(self) -> str:
        """The line that most likely says why the part ended."""
        lines = [line for line in self.last_lines if line.strip()]
        for line in reversed(lines):
            if "No space left" in line:
                return "no space is left on the disk"
        for telling in TELLING:
            found = [line for line in lines if telling.search(line)]
            if found:
                return found[-1].strip()[:400]
        return (lines or ["it said nothing"])[-1].strip()[:400]

    def _keep(self, line: bytes) -> None:
        text = line.decode("utf-8", errors="replace").rstrip("\r")
        self.last_lines.append(text)
        with contextlib.suppress(OSError):
            self._write(line + b"\n")
        if self.shown:
            with contextlib.suppress(OSError, ValueError):
                sys.stdout.write(f"{self.name:<{NAME_WIDTH}} | {text}\n")
                sys.stdout.flush()

    def _write(self, line: bytes) -> None:
        if self._file is not None and self._size > LARGEST_FILE:
            self._file.close()
            self._file = None
            self._path.replace(self._path.with_suffix(".log.1"))
        if self._file is None:
            self._file = open(self._path, "ab", buffering=0)  # noqa: SIM115 - open as long as the part runs
            self._size = self._file.tell()
        self._file.write(line)
        self._size += len(line)


def say(text: str) -> None:
    """Tell the person at the terminal how it goes."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.write(f"nessos: {text}\n")
        sys.stdout.flush()
