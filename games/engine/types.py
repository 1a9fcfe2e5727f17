"""The words of the rules: cards, seats, counts. See docs/rules.md, "Words"."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

type Card = int
"""0 is Charon, 1…10 a Creature, its value."""

type Seat = int
"""0…n-1, clockwise: the left-hand neighbour of seat s is (s+1) mod n."""

type PlayerId = int
"""Who sits at a seat. Opaque to the rules: they only compare it."""

CHARON: Final[Card] = 0
CREATURES: Final[tuple[Card, ...]] = tuple(range(1, 11))
HAND_SIZE: Final = 5
MOST_CARDS_IN_LOT: Final = 3
CHARONS_TO_ELIMINATE: Final = 3
CHARONS_TO_END: Final = 9
FEWEST_PLAYERS: Final = 3
MOST_PLAYERS: Final = 6


class Status(StrEnum):
    """Where a game stands. The last three are over: nothing is hidden any more, nothing may happen any more."""

    OPEN = "open"
    ACTIVE = "active"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    VOIDED = "voided"

    @property
    def is_over(self) -> bool:
        return self not in (Status.OPEN, Status.ACTIVE)


class Visibility(StrEnum):
    """Who may see that a game exists."""

    PUBLIC = "public"
    PRIVATE = "private"


class EndReason(StrEnum):
    """Why a game is over; of several that hold at once the first in this order is given (R10)."""

    LAST_SURVIVOR = "last_survivor"
    POINTS = "points"
    NINE_CHARONS = "nine_charons"
    NO_CARDS = "no_cards"
    VOIDED = "voided"


class HandOverReason(StrEnum):
    """Why a seat passed to a bot."""

    RESIGNED = "resigned"
    EXPIRED = "expired"
    MODERATED = "moderated"


@dataclass(frozen=True, slots=True)
class Rules:
    """What depends on the number of seats at the start, and stays whoever is eliminated later (R5).

    `deck[card]` is how often a card occurs in the game: eleven counts, Charon first.
    """

    version: int
    players: int
    points_to_win: int
    deck: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LotCard:
    """One card of the lot: who put it in, before whom, and the number announced for it."""

    from_seat: Seat
    to: Seat
    claim: int
    card: Card


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. `points[seat]` of every seat, eliminated ones too; no winners when it was voided."""

    reason: EndReason
    winners: tuple[Seat, ...]
    points: tuple[int, ...]
