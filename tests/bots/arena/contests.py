"""Contests that are played in tests, in this process."""

from collections.abc import Sequence

from bots.arena.contest import Contest, contest_made
from bots.arena.playing import chunk_play, chunks_of
from bots.arena.records import Chunk, Played
from bots.arena.results import Results
from bots.arena.statistics import results_of
from games.engine.types import EndReason
from tests.service import CHECKOUT

PLAYERS = "tests.bots.arena.players:"
KEPT = [
    path
    for path in sorted((CHECKOUT / "docs" / "bots").glob("*.json"))
    if ".pace." not in path.name and not path.name.startswith("best-response")
]
"""Results of the arena that are kept in the documentation."""


def chunks_played(contest: Contest) -> tuple[Chunk, ...]:
    return tuple(chunk_play(contest, number) for number in range(chunks_of(contest)))


def results_played(*names: str, players: int, games: int, seed: int = 1) -> Results:
    contest = contest_made(names, players=players, games=games, seed=seed)
    return results_of(contest, chunks_played(contest))


def won_by(entry: int, *others: int, players: int = 4) -> Played:
    """A game that these entries won, with as many points as their number; nobody was eliminated."""
    winners = {entry, *others}
    return Played(
        ranks=tuple(1 if place in winners else 2 for place in range(players)),
        points=tuple(range(players)),
        eliminated=(False,) * players,
        reason=EndReason.POINTS,
    )


def chunk_of(games: Sequence[Played], *, contestants: int = 2) -> Chunk:
    """A chunk in which nothing is noted but the games."""
    return Chunk(0, tuple(games), (), (), (), (0,) * contestants, (), (0,) * contestants)
