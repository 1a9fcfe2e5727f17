"""A game is the list of its events: this folds them into a state. Nothing is decided here, and nothing refused."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, assert_never, cast

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
from games.engine.scoring import points_of
from games.engine.seating import with_seat
from games.engine.setup import rules_for
from games.engine.state import GameState
from games.engine.types import Card, EndReason, LotCard, PlayerId, Result, Rules, Seat, Status

type Hands = tuple[tuple[Card, ...], ...]

_lot_card: Final = cache(LotCard)
"""A game has few different ones, and to look one up is quicker than to make it."""


@dataclass(slots=True)
class _Draft:
    """A state in the making: the fields of GameState, in its order, free to be set until `_freeze`."""

    opening: GameOpened
    status: Status
    rules: Rules
    seats: tuple[PlayerId | None, ...]
    entropy: tuple[str | None, ...]
    hands: Hands
    fronts: Hands
    draw_pile: tuple[Card, ...]
    eliminated: tuple[bool, ...]
    round: int
    first_seat: Seat | None
    lot: tuple[LotCard, ...]
    result: Result | None


def opened(event: GameOpened) -> GameState:
    """The state that the first event of every game gives: all seats free."""
    return GameState(
        opening=event,
        status=Status.OPEN,
        rules=rules_for(event.players),
        seats=(None,) * event.players,
        entropy=(None,) * event.players,
    )


def apply(state: GameState, event: Event) -> GameState:
    """Fold one fact. Total: any event that was decided can be applied."""
    return fold(state, (event,))


def replay(events: Iterable[Event]) -> GameState:
    """Fold a whole game, from its GameOpened on. Raises ValueError when it does not begin with that."""
    facts = iter(events)
    opening = next(facts, None)
    if not isinstance(opening, GameOpened):
        raise ValueError("a game begins with its GameOpened")
    return fold(opened(opening), facts)


def fold(state: GameState, events: Iterable[Event]) -> GameState:
    """Apply facts one after the other: the same as `apply` for each, without the states in between."""
    draft = _thaw(state)
    for event in events:
        match event:
            # The commonest first: this runs for every event of every game that is replayed.
            case OfferMade():
                _put_in(draft, event)
            case LotAccepted() | LotRefused():
                _reveal(draft, event)
            case CardsDrawn():
                _refill(draft, event)
            case RoundStarted():
                draft.round = event.round
                draft.first_seat = event.first_seat
            case TurnExpired():
                pass  # The move that follows says everything.
            case PlayerEliminated():
                draft.eliminated = with_seat(draft.eliminated, event.seat, True)
            case GameOpened():
                draft = _thaw(opened(event))
            case SeatTaken():
                draft.seats = with_seat(draft.seats, event.seat, event.player)
                draft.entropy = with_seat(draft.entropy, event.seat, event.entropy)
            case SeatLeft():
                draft.seats = with_seat(draft.seats, event.seat, None)
                draft.entropy = with_seat(draft.entropy, event.seat, None)
            case GameStarted():
                _start(draft, event)
            case CardsDealt():
                draft.hands = tuple([tuple(sorted(hand)) for hand in event.hands])
                draft.draw_pile = event.draw_pile
            case SeatHandedOver():
                draft.seats = with_seat(draft.seats, event.seat, event.to_player)
            case GameEnded():
                draft.status = Status.FINISHED
                draft.result = Result(event.reason, event.winners, event.points)
            case GameCancelled():
                draft.status = Status.CANCELLED
            case GameVoided():
                draft.status = Status.VOIDED
                draft.result = Result(EndReason.VOIDED, winners=(), points=tuple(map(points_of, draft.fronts)))
            case _:
                assert_never(event)
    return _freeze(draft)


def _put_in(draft: _Draft, event: OfferMade) -> None:
    hand = list(draft.hands[event.from_seat])
    hand.remove(event.card)
    draft.hands = with_seat(draft.hands, event.from_seat, tuple(hand))
    draft.lot = (*draft.lot, _lot_card(event.from_seat, event.to, event.claim, event.card))


def _reveal(draft: _Draft, event: LotAccepted | LotRefused) -> None:
    front = (*draft.fronts[event.receiver], *[put_in.card for put_in in event.cards])
    draft.fronts = with_seat(draft.fronts, event.receiver, front)
    draft.lot = ()


def _refill(draft: _Draft, event: CardsDrawn) -> None:
    hands = list(draft.hands)
    drawn = 0
    for draw in event.draws:
        hands[draw.seat] = tuple(sorted(hands[draw.seat] + draw.cards))
        drawn += len(draw.cards)
    draft.hands = tuple(hands)
    draft.draw_pile = draft.draw_pile[drawn:]


def _start(draft: _Draft, event: GameStarted) -> None:
    draft.status = Status.ACTIVE
    draft.rules = rules_for(event.players, event.rules_version)
    draft.seats = event.seats
    draft.entropy = event.entropy
    draft.hands = draft.fronts = ((),) * event.players
    draft.eliminated = (False,) * event.players


def _thaw(state: GameState) -> _Draft:
    return _Draft(
        state.opening,
        state.status,
        state.rules,
        state.seats,
        state.entropy,
        state.hands,
        state.fronts,
        state.draw_pile,
        state.eliminated,
        state.round,
        state.first_seat,
        state.lot,
        state.result,
    )


def _freeze(draft: _Draft) -> GameState:
    """The draft itself becomes the state: the classes have the same slots, so that Python allows it.

    To make a GameState by its constructor takes five times as long, as each field has to get past the guard that
    keeps it frozen.
    """
    cast(Any, draft).__class__ = GameState
    return cast(GameState, draft)
