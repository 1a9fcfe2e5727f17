"""The facts of a game, in the past tense. A game is the list of its events; nothing else is remembered.

Fields marked *hidden* never leave the engine but through `projection`.
"""

from dataclasses import dataclass

from games.engine.types import Card, EndReason, HandOverReason, LotCard, PlayerId, Seat, Visibility


@dataclass(frozen=True, slots=True)
class GameOpened:
    """A game waits for players. `turn` is in seconds.

    `server_seed` (hex, *hidden* until the game is over) is what `commitment` commits to. `allow_bots`: players may be
    programs with an account; games that were opened before there were any do not say it.
    """

    players: int
    turn: int
    commitment: str
    creator: PlayerId
    name: str
    visibility: Visibility
    rated: bool
    server_seed: str
    allow_bots: bool = False


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player sat down. `entropy` (*hidden* until the start) is what they bring to the shuffle."""

    seat: Seat
    player: PlayerId
    entropy: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player got up before the start."""

    seat: Seat
    player: PlayerId


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Free seats are gone, those taken are numbered anew in their order. `seats[seat]` is who sits there."""

    players: int
    rules_version: int
    seats: tuple[PlayerId, ...]
    entropy: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """`hands[seat]`, in the order dealt, and the draw pile, first card first: *hidden*, but one's own hand."""

    hands: tuple[tuple[Card, ...], ...]
    draw_pile: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """`round` counts from 1. `first_seat` holds the pawn."""

    round: int
    first_seat: Seat


@dataclass(frozen=True, slots=True)
class OfferMade:
    """A card was put in. `position` is its place in the lot, 0…2; `card` is *hidden*, but from the offerer (R4)."""

    from_seat: Seat
    to: Seat
    claim: int
    position: int
    card: Card


@dataclass(frozen=True, slots=True)
class LotAccepted:
    """The lot went face up in front of `receiver`, who is `by`. `points` and `charons` are the receiver's now."""

    by: Seat
    receiver: Seat
    cards: tuple[LotCard, ...]
    points: int
    charons: int


@dataclass(frozen=True, slots=True)
class LotRefused:
    """As `LotAccepted`, but `receiver` is the seat that had offered the lot to `by`."""

    by: Seat
    receiver: Seat
    cards: tuple[LotCard, ...]
    points: int
    charons: int


@dataclass(frozen=True, slots=True)
class PlayerEliminated:
    """Three or more Charon. The front stays, the hand is set aside unseen (R6)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Draw:
    """What one seat drew, in that order: *hidden*, but one's own."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """Hands were refilled, in the order drawn; a seat that drew nothing is not named (R7)."""

    draws: tuple[Draw, ...]


@dataclass(frozen=True, slots=True)
class TurnExpired:
    """The time of the seat to act ran out. The move that a bot makes for it follows."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    """A seat passed to another player for good."""

    seat: Seat
    from_player: PlayerId
    to_player: PlayerId
    reason: HandOverReason


@dataclass(frozen=True, slots=True)
class GameEnded:
    """`points[seat]` of every seat. `reveal` is the server seed: from now on everything is open."""

    reason: EndReason
    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    reveal: str


@dataclass(frozen=True, slots=True)
class GameCancelled:
    """A game ended before it started. `reason` is a word for people and machines, as `unfilled`."""

    reason: str
    reveal: str


@dataclass(frozen=True, slots=True)
class GameVoided:
    """A moderator declared a game void."""

    reason: str
    reveal: str


type Event = (
    GameOpened
    | SeatTaken
    | SeatLeft
    | GameStarted
    | CardsDealt
    | RoundStarted
    | OfferMade
    | LotAccepted
    | LotRefused
    | PlayerEliminated
    | CardsDrawn
    | TurnExpired
    | SeatHandedOver
    | GameEnded
    | GameCancelled
    | GameVoided
)
