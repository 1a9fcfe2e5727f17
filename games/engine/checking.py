"""Is a stored game what the rules make of it? Every event is decided anew from the state before it and compared."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from games.engine import lobby
from games.engine.errors import ActRefused, RuleViolation
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
from games.engine.moves import Accept, Offer, Refuse
from games.engine.rules import apply, decide, opened
from games.engine.setup import UnknownRules, commitment_of
from games.engine.state import GameState


@dataclass(frozen=True, slots=True)
class Difference:
    """The first event, counted from 1, that the rules would not have made. `why` names no card."""

    seq: int
    why: str


def first_difference(game_id: str, events: Sequence[Event]) -> Difference | None:
    """Replay a game by deciding every act in it again; None when log and rules agree to the last event."""
    if not events or not isinstance(events[0], GameOpened):
        return Difference(1, "a log begins with GameOpened")
    if commitment_of(events[0].server_seed) != events[0].commitment:
        return Difference(1, "the commitment is not the seed's")
    state = opened(events[0])
    place = 1
    while place < len(events):
        caused = _caused_by(events[place], state, game_id)
        if not caused:
            return Difference(place + 1, f"nothing causes this {type(events[place]).__name__}")
        for event in caused:
            if place == len(events) or events[place] != event:
                return Difference(place + 1, f"the rules make another {type(event).__name__} here")
            state = apply(state, event)
            place += 1
    return None


def _caused_by(event: Event, state: GameState, game_id: str) -> tuple[Event, ...]:
    """What the act that `event` reports causes by the rules; nothing when it was not possible."""
    try:
        match event:
            case OfferMade():
                return decide(state, event.from_seat, Offer(card=event.card, claim=event.claim, to=event.to))
            case LotAccepted():
                return decide(state, event.by, Accept())
            case LotRefused():
                return decide(state, event.by, Refuse())
            case SeatTaken():
                return lobby.take_seat(state, event.player, event.entropy, event.seat)
            case SeatLeft():
                return lobby.vacate(state, event.seat)
            case GameStarted():
                return lobby.start(state, game_id, event.rules_version)
            case TurnExpired():
                return lobby.expire(state)
            case SeatHandedOver():
                return lobby.hand_over(state, event.seat, event.to_player, event.reason)
            case GameCancelled():
                return lobby.cancel(state, event.reason)
            case GameVoided():
                return lobby.void(state, event.reason)
            case GameOpened() | CardsDealt() | RoundStarted() | PlayerEliminated() | CardsDrawn() | GameEnded():
                # These never stand first: they follow from an act.
                return ()
            case _:
                assert_never(event)
    except (RuleViolation, ActRefused, UnknownRules):
        return ()
