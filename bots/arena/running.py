"""A whole contest, played in several processes."""

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Final

from bots.arena.contest import Contest
from bots.arena.keeping import Keeper
from bots.arena.playing import chunk_play, chunks_of
from bots.arena.records import Chunk

MOST_JOBS: Final = 64
CHUNKS_AHEAD: Final = 2
"""How many chunks wait for each process: enough that none is idle, and few enough that little is lost at the end."""


def contest_play(
    contest: Contest, keeper: Keeper, *, jobs: int, told: Callable[[int], None] = lambda games: None
) -> tuple[Chunk, ...]:
    """All chunks in their order; those that `keeper` has are not played again.

    What comes of it does not depend on `jobs`. `told` hears how many games are over. Raises BrokenProcessPool when a
    process dies; what was finished is kept then.
    """
    done = dict(keeper.kept)
    games = sum(len(chunk.games) for chunk in done.values())
    told(games)
    for chunk in _played(contest, [number for number in range(chunks_of(contest)) if number not in done], jobs):
        keeper.keep(chunk)
        done[chunk.number] = chunk
        games += len(chunk.games)
        told(games)
    return tuple(done[number] for number in range(chunks_of(contest)))


def _played(contest: Contest, numbers: list[int], jobs: int) -> Iterator[Chunk]:
    """The chunks with these numbers, as they are finished."""
    jobs = min(jobs, len(numbers), MOST_JOBS)
    if jobs <= 1:
        for number in numbers:
            yield chunk_play(contest, number)
        return
    # New processes know nothing of this one: what they play cannot depend on it.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_end_with_parent) as pool:
        waiting: set[Future[Chunk]] = set()
        left = list(reversed(numbers))
        try:
            while True:
                while left and len(waiting) < jobs * CHUNKS_AHEAD:
                    waiting.add(pool.submit(chunk_play, contest, left.pop()))
                if not waiting:
                    return
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _end_with_parent() -> None:
    """A process whose parent was killed would wait for work for ever: it holds the other end of its own queue."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
