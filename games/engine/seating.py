"""Going around the table."""

from typing import Final

from games.engine.types import MOST_PLAYERS, Seat

CLOCKWISE: Final[tuple[tuple[tuple[Seat, ...], ...], ...]] = tuple(
    tuple(tuple((first + turn) % players for turn in range(players)) for first in range(players))
    for players in range(MOST_PLAYERS + 1)
)
"""`CLOCKWISE[players][first]`: every seat once, from `first` on."""


def with_seat[T](by_seat: tuple[T, ...], seat: Seat, entry: T) -> tuple[T, ...]:
    """`by_seat` with one entry exchanged."""
    entries = list(by_seat)
    entries[seat] = entry
    return tuple(entries)
