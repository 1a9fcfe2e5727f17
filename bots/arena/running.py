"""A whole contest, from what is kept of it to its end."""

from collections.abc import Callable, Iterator

from bots.arena.contest import Contest
from bots.arena.keeping import Keeper
from bots.arena.playing import chunk_play, chunks_of
from bots.arena.processes import chunks_played
from bots.arena.records import Chunk


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
    jobs = min(jobs, len(numbers))
    if jobs > 1:
        return chunks_played(contest, numbers, jobs=jobs)
    return (chunk_play(contest, number) for number in numbers)
