"""What one viewer may know. Built from nothing by `projection`; None stands for "hidden from you"."""

from dataclasses import dataclass

from games.engine.events import (
    GameCancelled,
    GameEnded,
    GameStarted,
    GameVoided,
    LotAccepted,
    LotRefused,
    PlayerEliminated,
    RoundStarted,
    SeatHandedOver,
    SeatLeft,
    TurnExpired,
)
from games.engine.moves import LegalMoves
from games.engine.types import Card, PlayerId, Result, Rules, Seat, Status, Visibility


@dataclass(frozen=True, slots=True)
class LotCardView:
    """A card of the lot; `card` shows only to the seat that put it in (R4)."""

    from_seat: Seat
    to: Seat
    claim: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everyone sees of a seat. `front` is in the order of arrival; before the start all is empty."""

    seat: Seat
    player: PlayerId | None
    hand_size: int
    front: tuple[Card, ...]
    points: int
    charons: int
    eliminated: bool


@dataclass(frozen=True, slots=True)
class OwnView:
    """What only the viewer sees: their sorted hand, and what they may do when it is their turn."""

    seat: Seat
    hand: tuple[Card, ...]
    legal: LegalMoves | None


@dataclass(frozen=True, slots=True)
class FairnessView:
    """The proof of the shuffle: `entropy` is None until the start, `reveal` until the game is over."""

    commitment: str
    entropy: tuple[str, ...] | None
    reveal: str | None


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as one viewer may see it. A bot gets exactly this. Fields of play are None before the start.

    `settled` are the lots that were turned face up, in order: who said what, and what it was, is what everyone
    remembers of each other.
    """

    status: Status
    rules: Rules
    name: str
    creator: PlayerId
    turn: int
    visibility: Visibility
    rated: bool
    round: int | None
    first_seat: Seat | None
    to_act: Seat | None
    lot: tuple[LotCardView, ...]
    draw_pile: int | None
    charons_shown: int | None
    seats: tuple[SeatView, ...]
    you: OwnView | None
    result: Result | None
    fairness: FairnessView
    allow_bots: bool
    settled: tuple[LotAccepted | LotRefused, ...]


@dataclass(frozen=True, slots=True)
class OpenedView:
    """`GameOpened` without the seed."""

    players: int
    turn: int
    commitment: str
    creator: PlayerId
    name: str
    visibility: Visibility
    rated: bool
    allow_bots: bool


@dataclass(frozen=True, slots=True)
class SeatTakenView:
    """`SeatTaken` without the entropy, which is public only from the start on."""

    seat: Seat
    player: PlayerId


@dataclass(frozen=True, slots=True)
class SeatCards:
    """How many cards a seat got, and which, for that seat alone, in the order they came."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class DealtView:
    """`CardsDealt`, one entry a seat; the draw pile shows its size only."""

    seats: tuple[SeatCards, ...]
    draw_pile: int


@dataclass(frozen=True, slots=True)
class DrawnView:
    """`CardsDrawn`."""

    draws: tuple[SeatCards, ...]


@dataclass(frozen=True, slots=True)
class OfferView:
    """`OfferMade`; `card` shows only to the seat that put it in."""

    from_seat: Seat
    to: Seat
    claim: int
    position: int
    card: Card | None


type EventView = (
    OpenedView
    | SeatTakenView
    | SeatLeft
    | GameStarted
    | DealtView
    | RoundStarted
    | OfferView
    | LotAccepted
    | LotRefused
    | PlayerEliminated
    | DrawnView
    | TurnExpired
    | SeatHandedOver
    | GameEnded
    | GameCancelled
    | GameVoided
)
