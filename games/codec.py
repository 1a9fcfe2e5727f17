"""Events to and from the form in which they are stored. The only reader of `GameEvent.data`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, cast

from pydantic import TypeAdapter

from games.engine.events import (
    CardsDealt,
    CardsDrawn,
    Event,
    GameCancelled,
    GameEnded,
    GameOpened,
    GameStarted,
    GameVoided,
    LotAccepted,
    LotRefused,
    OfferMade,
    PlayerEliminated,
    RoundStarted,
    SeatHandedOver,
    SeatLeft,
    SeatTaken,
    TurnExpired,
)
from games.models import EventKind

type Stored = dict[str, Any]

SCHEMA: Final = 1
"""The version of the stored form that is written now. Older ones are upcast on reading."""

EVENT_TYPES: Final[Mapping[EventKind, type[Event]]] = MappingProxyType(
    {
        EventKind.GAME_OPENED: GameOpened,
        EventKind.SEAT_TAKEN: SeatTaken,
        EventKind.SEAT_LEFT: SeatLeft,
        EventKind.GAME_STARTED: GameStarted,
        EventKind.CARDS_DEALT: CardsDealt,
        EventKind.ROUND_STARTED: RoundStarted,
        EventKind.OFFER_MADE: OfferMade,
        EventKind.LOT_ACCEPTED: LotAccepted,
        EventKind.LOT_REFUSED: LotRefused,
        EventKind.PLAYER_ELIMINATED: PlayerEliminated,
        EventKind.CARDS_DRAWN: CardsDrawn,
        EventKind.TURN_EXPIRED: TurnExpired,
        EventKind.SEAT_HANDED_OVER: SeatHandedOver,
        EventKind.GAME_ENDED: GameEnded,
        EventKind.GAME_CANCELLED: GameCancelled,
        EventKind.GAME_VOIDED: GameVoided,
    }
)
_KINDS: Final = {event_type: kind for kind, event_type in EVENT_TYPES.items()}
_ADAPTERS: Final[Mapping[EventKind, TypeAdapter[Any]]] = MappingProxyType(
    {kind: TypeAdapter(event_type) for kind, event_type in EVENT_TYPES.items()}
)


class UnknownEvent(ValueError):
    """A stored event that this version of the service cannot read."""


def kind_of(event: Event) -> EventKind:
    """The kind under which an event is stored."""
    return _KINDS[type(event)]


def encode(event: Event) -> Stored:
    """The stored form of an event, of version `SCHEMA`."""
    return cast(Stored, _ADAPTERS[kind_of(event)].dump_python(event, mode="json"))


def encoded(event: Event) -> str:
    """The same as text, for what is written by the thousand."""
    return _ADAPTERS[kind_of(event)].dump_json(event).decode()


def decode(kind: str, schema: int, data: Stored) -> Event:
    """The event that was stored, whatever version wrote it. Raises UnknownEvent."""
    if schema != SCHEMA:
        raise UnknownEvent(f"event {kind} has the unknown schema {schema}")
    try:
        return cast(Event, _ADAPTERS[EventKind(kind)].validate_python(data))
    except ValueError as error:
        # Pydantic's message would show what is hidden in `data`.
        raise UnknownEvent(f"event {kind} of schema {schema} cannot be read: {type(error).__name__}") from None
