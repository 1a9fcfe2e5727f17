"""The chunks of a contest, played in several processes at a time. They load no more than they need for that."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Final

from bots.arena.contest import Contest
from bots.arena.playing import chunk_play
from bots.arena.records import Chunk

MOST_JOBS: Final = 64
CHUNKS_AHEAD: Final = 2
"""How many chunks are with each process: enough that none is idle, and few enough that little is lost at the end."""


def chunks_played(contest: Contest, numbers: Sequence[int], *, jobs: int) -> Iterator[Chunk]:
    """The chunks with these numbers, as they are finished. Raises BrokenProcessPool when a process dies."""
    # New processes know nothing of this one: what they play cannot depend on it.
    context = multiprocessing.get_context("spawn")
    left = list(reversed(numbers))
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=begin) as pool:
        waiting: set[Future[Chunk]] = set()
        try:
            while left or waiting:
                while left and len(waiting) < jobs * CHUNKS_AHEAD:
                    waiting.add(pool.submit(chunk_play, contest, left.pop()))
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def begin() -> None:
    """What a process does first: it leaves Ctrl-C to its parent, and ends when that does.

    One whose parent was killed would wait for work for ever, for it holds the other end of its own queue.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
