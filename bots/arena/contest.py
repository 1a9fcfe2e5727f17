"""Who plays whom, where everyone sits, and how many deals there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import ceil
from typing import Final

from games.engine.types import FEWEST_PLAYERS, MOST_PLAYERS, Seat

THE_REST: Final = " (the rest)"


class ContestRefused(ValueError):
    """No contest can be made of what was asked. The text is for people."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """What is measured: one policy, at one seat of a game or at several."""

    name: str
    policy: str


@dataclass(frozen=True, slots=True)
class Contest:
    """A tournament. The same contest gives the same games, whoever plays them and in whatever order.

    `entries[e]` is the contestant that plays the e-th place at the table. Each deal is played once for each seat: in
    turn every entry sits at every seat, with the same cards there, so that no entry has better seats than another.
    """

    players: int
    contestants: tuple[Contestant, ...]
    entries: tuple[int, ...]
    deals: int
    seed: int

    @property
    def games(self) -> int:
        """How many games are played in all."""
        return self.deals * self.players

    @property
    def par(self) -> float:
        """The win share of an entry among equals."""
        return 1 / self.players


def contest_made(names: Sequence[str], *, players: int, games: int, seed: int) -> Contest:
    """The contest among these policies.

    As many names as seats sit together; equal names are one contestant. Of two names the first sits against the
    second at all other seats, also when they are equal. `games` are rounded up to whole deals. Raises ContestRefused.
    """
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise ContestRefused(f"A game has {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {players}.")
    if games < 1:
        raise ContestRefused("There must be a game at least.")
    if len(names) == players:
        different = tuple(dict.fromkeys(names))
        contestants = tuple(map(Contestant, _labels(different), different))
        entries = tuple(different.index(name) for name in names)
    elif len(names) == 2:
        one, rest = _labels(names)
        contestants = (Contestant(one, names[0]), Contestant(rest + THE_REST * (one == rest), names[1]))
        entries = (0, *[1] * (players - 1))
    else:
        raise ContestRefused(
            f"Name {players} policies to sit together at {players} seats, or two, of which the first sits against "
            f"{players - 1} of the second; {len(names)} are neither."
        )
    return Contest(players, contestants, entries, deals=ceil(games / players), seed=seed)


def seating(contest: Contest, deal: int, rotation: int) -> tuple[int, ...]:
    """Which entry sits at each seat. Rotations of a deal keep the neighbours; the next deal has other neighbours."""
    orders = _orders(contest.players)
    order = orders[deal % len(orders)]
    return tuple(order[(seat - rotation) % contest.players] for seat in range(contest.players))


@cache
def _orders(players: int) -> tuple[tuple[Seat, ...], ...]:
    """Every way to sit round a table, the first entry staying where it is."""
    return tuple((0, *others) for others in permutations(range(1, players)))


def _labels(names: Sequence[str]) -> list[str]:
    """Short names for `module:Name`, as far as they still tell different policies apart."""
    short = [name.rpartition(":")[2] for name in names]
    return short if len(set(short)) == len(set(names)) else list(names)
