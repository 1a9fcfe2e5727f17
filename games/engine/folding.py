"""A game is the list of its events: this folds them into a state. Nothing is decided here, and nothing refused."""

from collections.abc import Iterable
from functools import cache
from typing import Final, assert_never

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
from games.engine.types import Card, EndReason, LotCard, Result, Seat, Status

type Hands = tuple[tuple[Card, ...], ...]

_lot_card: Final = cache(LotCard)
"""A game has few different ones, and to look one up is quicker than to make it."""


class _Draft:
    """A state in the making: the slots of GameState without the guard that keeps it frozen."""

    __slots__ = GameState.__slots__

    def __init__(self, state: GameState) -> None:
        self.opening = state.opening
        self.status = state.status
        self.rules = state.rules
        self.seats = state.seats
        self.entropy = state.entropy
        self.hands = state.hands
        self.fronts = state.fronts
        self.draw_pile = state.draw_pile
        self.eliminated = state.eliminated
        self.round = state.round
        self.first_seat = state.first_seat
        self.lot = state.lot
        self.result = state.result
        self.turn_expired = state.turn_expired
        self.missed = state.missed
        self.settled = state.settled


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
    draft = _Draft(state)
    for event in events:
        match event:
            # The commonest first: this runs for every event of every game that is replayed.
            case OfferMade():
                _put_in(draft, event)
                _moved(draft, event.from_seat)
            case LotAccepted() | LotRefused():
                _reveal(draft, event)
                _moved(draft, event.by)
            case CardsDrawn():
                _refill(draft, event)
            case RoundStarted():
                draft.round = event.round
                draft.first_seat = event.first_seat
            case TurnExpired():
                draft.turn_expired = True
                draft.missed = tuple(sorted({*draft.missed, event.seat}))
            case PlayerEliminated():
                draft.eliminated = with_seat(draft.eliminated, event.seat, True)
            case GameOpened():
                draft = _Draft(opened(event))
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
                draft.missed = tuple([seat for seat in draft.missed if seat != event.seat])
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
    # The draft itself becomes the state: Python allows it, as the slots are the same. The constructor of GameState
    # would take five times as long, for it has to get past its guard once for each field.
    draft.__class__ = GameState  # type: ignore[assignment]
    return draft  # type: ignore[return-value]


def _put_in(draft: _Draft, event: OfferMade) -> None:
    hand = list(draft.hands[event.from_seat])
    hand.remove(event.card)
    draft.hands = with_seat(draft.hands, event.from_seat, tuple(hand))
    draft.lot = (*draft.lot, _lot_card(event.from_seat, event.to, event.claim, event.card))


def _reveal(draft: _Draft, event: LotAccepted | LotRefused) -> None:
    front = (*draft.fronts[event.receiver], *[put_in.card for put_in in event.cards])
    draft.fronts = with_seat(draft.fronts, event.receiver, front)
    draft.lot = ()
    draft.settled = (*draft.settled, event)


def _moved(draft: _Draft, seat: Seat) -> None:
    """A move in time says that somebody is there. After an expiry the move is not the seat's own."""
    if draft.turn_expired:
        draft.turn_expired = False
    elif seat in draft.missed:
        draft.missed = tuple([other for other in draft.missed if other != seat])


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
