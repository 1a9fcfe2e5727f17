"""Notice that `make` was told to stop.

Of a Ctrl-C the whole process group hears. But a SIGINT sent to `make` alone makes it wait for us without a word, and
a SIGKILL leaves us an orphan. Both can be seen from here (Linux; elsewhere `make` passes on SIGTERM, which is enough).
"""

import os
import re
import signal
from pathlib import Path

CAUGHT = re.compile(r"^SigCgt:\s*([0-9a-f]+)$", re.MULTILINE)
MAKES = ("make", "gmake")


class Parent:
    """The process that started this one, when it is `make`."""

    def __init__(self) -> None:
        self._pid = os.getppid()
        try:
            name = Path(f"/proc/{self._pid}/comm").read_text(encoding="utf-8").strip()
        except OSError:
            name = ""
        self._is_make = name in MAKES
        self._listens = self._catches_interrupts()

    def wants_to_stop(self) -> bool:
        """True once `make` is gone or is on its way out: it stops catching SIGINT when it gets one."""
        if not self._is_make:
            return False
        return os.getppid() != self._pid or (self._listens and not self._catches_interrupts())

    def _catches_interrupts(self) -> bool:
        try:
            found = CAUGHT.search(Path(f"/proc/{self._pid}/status").read_text(encoding="utf-8"))
        except OSError:
            return False
        return found is not None and bool(int(found[1], 16) >> (signal.SIGINT - 1) & 1)
