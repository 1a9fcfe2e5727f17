"""Everything about one game. Holds secrets: only `projection` may show any of it to anyone."""

from dataclasses import dataclass
from typing import Final

from games.engine.events import GameOpened, LotAccepted, LotRefused
from games.engine.types import Card, LotCard, PlayerId, Result, Rules, Seat, Status

# Whose turn it is gets asked at every step, and a look into an enumeration takes longer than the rest of the answer.
_ACTIVE: Final = Status.ACTIVE


@dataclass(frozen=True, slots=True)
class GameState:
    """What folding all events of a game gives.

    Tuples named after the seats have one entry a seat, in the order of seats. `hands` are sorted, `fronts` are in
    the order of arrival, `draw_pile` has its first card first. Before the start a free seat is None in `seats`,
    `rules` are those of the number of seats asked for, and the fields of play are empty, `first_seat` None, `round` 0.
    The hand of an eliminated seat stays in `hands`, set aside (R6). `turn_expired` is true from an expiry to the move
    that is made for the seat; `missed` are the seats whose last turn expired, in the order of seats. `settled` are the
    lots that were turned face up, in order.
    """

    opening: GameOpened
    status: Status
    rules: Rules
    seats: tuple[PlayerId | None, ...]
    entropy: tuple[str | None, ...]
    hands: tuple[tuple[Card, ...], ...] = ()
    fronts: tuple[tuple[Card, ...], ...] = ()
    draw_pile: tuple[Card, ...] = ()
    eliminated: tuple[bool, ...] = ()
    round: int = 0
    first_seat: Seat | None = None
    lot: tuple[LotCard, ...] = ()
    result: Result | None = None
    turn_expired: bool = False
    missed: tuple[Seat, ...] = ()
    settled: tuple[LotAccepted | LotRefused, ...] = ()

    @property
    def is_started(self) -> bool:
        """Did the game start, whatever became of it since?"""
        return bool(self.fronts)

    @property
    def to_act(self) -> Seat | None:
        """The seat whose turn it is: the holder of the offer, or the first player when there is no lot yet."""
        if self.status is not _ACTIVE:
            return None
        return self.lot[-1].to if self.lot else self.first_seat

    @property
    def still_in(self) -> tuple[PlayerId, ...]:
        """Who sits at the seats that are not eliminated, in the order of seats. For a game that has started."""
        seats = zip(self.seats, self.eliminated, strict=True)
        return tuple(player for player, is_out in seats if player is not None and not is_out)

    def seat_of(self, player: PlayerId) -> Seat | None:
        """The seat at which `player` sits now."""
        return self.seats.index(player) if player in self.seats else None
