"""What is finished of a contest, kept in a file, so that a run that was cut off goes on.

The first line says what is played, each further one is a finished chunk. A line that was cut off counts for nothing.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from pydantic import TypeAdapter, ValidationError

from bots.arena.contest import Contest
from bots.arena.policies import sources_digest
from bots.arena.records import Chunk

_CHUNK: Final = TypeAdapter(Chunk)
FORMAT: Final = 1


class OtherContest(Exception):
    """The file holds parts of another contest, or of one that was played by other policies."""


class Keeper:
    """A file of finished chunks, open for more. `path` None keeps nothing.

    With `resume` what is in the file is kept, and found in `kept`; else it is written anew. Raises OtherContest.
    """

    def __init__(self, path: Path | None, contest: Contest, *, resume: bool) -> None:
        self.path = path
        self.kept: dict[int, Chunk] = {}
        self._file = None
        if path is None:
            return
        head = json.dumps({"format": FORMAT, "sources": sources_digest(contest), "contest": asdict(contest)}) + "\n"
        whole = 0
        if resume and path.exists():
            lines = list(_whole_lines(path))
            if lines and lines[0].decode() != head:
                raise OtherContest
            whole = sum(map(len, lines))
            self.kept = {chunk.number: chunk for chunk in map(_CHUNK.validate_json, lines[1:])}
        self._file = path.open("r+b" if whole else "wb")
        self._file.truncate(whole)
        self._file.seek(whole)
        if not whole:
            self._write(head.encode())

    def keep(self, chunk: Chunk) -> None:
        """This chunk is played, and will not be played again."""
        self._write(_CHUNK.dump_json(chunk) + b"\n")

    def forget(self) -> None:
        """All is done: the file is of no more use."""
        self.close()
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Keep the file for the next run."""
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _write(self, line: bytes) -> None:
        if self._file is not None:
            self._file.write(line)
            self._file.flush()
            os.fsync(self._file.fileno())


def _whole_lines(path: Path) -> Iterator[bytes]:
    """The lines up to the first that was cut off: without an end, or no JSON."""
    with path.open("rb") as file:
        for place, line in enumerate(file):
            if not line.endswith(b"\n"):
                return
            if place:
                try:
                    _CHUNK.validate_json(line)
                except ValidationError:
                    return
            yield line
