"""Going around the table."""

from functools import cache

from games.engine.types import Seat


@cache
def clockwise(first: Seat, players: int) -> tuple[Seat, ...]:
    """Every seat once, from `first` on; `first` may be one past the last seat."""
    return tuple((first + turn) % players for turn in range(players))


def with_seat[T](by_seat: tuple[T, ...], seat: Seat, entry: T) -> tuple[T, ...]:
    """`by_seat` with one entry exchanged."""
    entries = list(by_seat)
    entries[seat] = entry
    return tuple(entries)
