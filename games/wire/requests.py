"""What clients may send: strict forms, one a call."""

import re
from datetime import timedelta
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, RootModel
from pydantic_core import PydanticCustomError

from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.types import FEWEST_PLAYERS, MOST_PLAYERS, Visibility
from games.models import LAST_SEQ
from players.errors import ErrorCode, Refusal
from players.wire import Body, Duration, Line, parse

SHORTEST_TURN: Final = timedelta(seconds=10)
LONGEST_TURN: Final = timedelta(days=14)
LONGEST_ENTROPY: Final = 64
LONGEST_GAME_NAME: Final = 60
LONGEST_PLAYER_NAME: Final = 64
LONGEST_INVITE: Final = 64


def _turn_in_bounds(turn: timedelta) -> timedelta:
    if not SHORTEST_TURN <= turn <= LONGEST_TURN or turn.microseconds:
        raise PydanticCustomError("invalid_value", "A turn lasts 10 seconds to 14 days, in whole seconds")
    return turn


type Entropy = Annotated[
    Line, Field(max_length=LONGEST_ENTROPY, description="What you bring to the shuffle; drawn for you if absent.")
]
type Version = Annotated[int, Field(ge=0, le=2**31 - 1, description="The version of the game you looked at.")]


class GameOpenBody(Body):
    """Open a game. Everything has a default."""

    players: int = Field(4, ge=FEWEST_PLAYERS, le=MOST_PLAYERS, description="How many seats, yours included.")
    turn: Annotated[Duration, AfterValidator(_turn_in_bounds)] = Field(
        timedelta(days=3), description="Time for one turn, ten seconds to 14 days."
    )
    visibility: Visibility = Field(Visibility.PUBLIC, description="A private game is seen by those invited only.")
    bots: tuple[Line, ...] = Field(
        (), max_length=MOST_PLAYERS - 1, description="Bots to seat at once: levels, or `guarded+bold`."
    )
    rated: bool = Field(True, description="Whether it counts for ratings; never with `allow_bots`, nor a guest's.")
    allow_bots: bool = Field(False, description="Whether bots with an account of their own may sit down.")
    name: Line = Field("", max_length=LONGEST_GAME_NAME, description="What the game is called in lists.")
    entropy: Entropy | None = None


class SeatTakeBody(Body):
    """Take a seat; a private game needs its invitation."""

    invite: Line | None = Field(None, max_length=LONGEST_INVITE, description="The invitation to a private game.")
    entropy: Entropy | None = None


class RematchBody(Body):
    """Ask for a rematch, or take the seat in it."""

    entropy: Entropy | None = None


class BotSeatBody(Body):
    """Seat a bot."""

    level: Line = Field(max_length=65, description="One of `GET /bots`, or with a temperament: `guarded+bold`.")
    temperament: Line | None = Field(None, max_length=32, description="One of `GET /bots`; none if absent.")


class BotUnseatBody(Body):
    """Unseat a bot."""

    seat: int = Field(description="The number of its seat.")


class InviteBody(Body):
    """How to look at a private game."""

    invite: str | None = Field(None, max_length=LONGEST_INVITE, description="The invitation.")


class NothingBody(Body):
    """A call that takes nothing: no body, or an empty object."""


class OfferBody(Body):
    """Offer a card, or pass the lot on with one more."""

    version: Version
    kind: Literal["offer"]
    card: int = Field(description="A card of your hand: 0 is Charon, 1 to 10 a Creature.")
    claim: int = Field(description="Its value; for Charon any number from 0 to 10.")
    to: int = Field(description="The seat before which you put it.")

    @property
    def move(self) -> Move:
        return Offer(card=self.card, claim=self.claim, to=self.to)


class AcceptBody(Body):
    """Take the whole lot."""

    version: Version
    kind: Literal["accept"]

    @property
    def move(self) -> Move:
        return Accept()


class RefuseBody(Body):
    """Send the whole lot to the seat that offered it last."""

    version: Version
    kind: Literal["refuse"]

    @property
    def move(self) -> Move:
        return Refuse()


class _SomeMoveBody(Body):
    """A move of no known kind: says what is wrong with the kind, and bears with what belongs to an offer."""

    version: Version
    kind: Literal["offer", "accept", "refuse"]
    card: Any = None
    claim: Any = None
    to: Any = None


class MoveRequest(RootModel[Annotated[OfferBody | AcceptBody | RefuseBody, Field(discriminator="kind")]]):
    """A move, as the OpenAPI document shows it; `move_parse` reads it, and names faults more plainly."""


type MoveBody = OfferBody | AcceptBody | RefuseBody

_MOVE_BODIES: Final[dict[str, type[OfferBody] | type[AcceptBody] | type[RefuseBody]]] = {
    "offer": OfferBody,
    "accept": AcceptBody,
    "refuse": RefuseBody,
}


def move_parse(data: object) -> MoveBody:
    """The move that a client asks for. Raises Refusal as `players.wire.parse` does."""
    kind = data.get("kind") if isinstance(data, dict) else None
    body = _MOVE_BODIES.get(kind) if isinstance(kind, str) else None
    if body is None:
        parse(_SomeMoveBody, data)
        raise AssertionError("a body without a known kind is refused")
    return parse(body, data)


def seq_parse(cursor: str, *, field: str) -> int:
    """The `seq` that a cursor in a log stands for. Raises bad_cursor."""
    if not re.fullmatch("[0-9]{1,10}", cursor) or int(cursor) > LAST_SEQ:
        raise Refusal(ErrorCode.BAD_CURSOR, field=field)
    return int(cursor)
