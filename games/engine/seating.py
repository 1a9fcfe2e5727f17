"""Going around the table."""

from games.engine.types import Seat


def clockwise(first: Seat, players: int) -> list[Seat]:
    """Every seat once, from `first` on; `first` may be one past the last seat."""
    return [(first + turn) % players for turn in range(players)]


def with_seat[T](by_seat: tuple[T, ...], seat: Seat, entry: T) -> tuple[T, ...]:
    """`by_seat` with one entry exchanged."""
    entries = list(by_seat)
    entries[seat] = entry
    return tuple(entries)
