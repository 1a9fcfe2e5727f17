"""A game is the list of its events: this folds them into a state. Nothing is decided here, and nothing refused."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

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
from games.engine.types import Card, EndReason, LotCard, PlayerId, Result, Seat, Status

type Hands = tuple[tuple[Card, ...], ...]


def opened(event: GameOpened) -> GameState:
    """The state that the first event of every game gives: all seats free."""
    return GameState(
        opening=event,
        status=Status.OPEN,
        rules=rules_for(event.players),
        seats=(None,) * event.players,
        entropy=(None,) * event.players,
    )


def replay(events: Iterable[Event]) -> GameState:
    """Fold a whole game, from its GameOpened on. Raises ValueError when it does not begin with that."""
    facts = iter(events)
    opening = next(facts, None)
    if not isinstance(opening, GameOpened):
        raise ValueError("a game begins with its GameOpened")
    state = opened(opening)
    for event in facts:
        state = apply(state, event)
    return state


def apply(state: GameState, event: Event) -> GameState:
    """Fold one fact. Total: any event that was decided can be applied."""
    match event:
        # The commonest first: this runs for every event of every game that is replayed.
        case OfferMade():
            return _offer_made(state, event)
        case LotAccepted() | LotRefused():
            return _lot_revealed(state, event)
        case RoundStarted():
            return replace(state, round=event.round, first_seat=event.first_seat)
        case CardsDrawn():
            return _cards_drawn(state, event)
        case TurnExpired():
            # The move that follows says everything.
            return state
        case PlayerEliminated():
            return replace(state, eliminated=with_seat(state.eliminated, event.seat, True))
        case GameOpened():
            return opened(event)
        case SeatTaken():
            return _seated(state, event.seat, event.player, event.entropy)
        case SeatLeft():
            return _seated(state, event.seat, None, None)
        case GameStarted():
            return _game_started(state, event)
        case CardsDealt():
            return replace(state, hands=tuple(map(_sorted, event.hands)), draw_pile=event.draw_pile)
        case SeatHandedOver():
            return replace(state, seats=with_seat(state.seats, event.seat, event.to_player))
        case GameEnded():
            result = Result(event.reason, event.winners, event.points)
            return replace(state, status=Status.FINISHED, result=result)
        case GameCancelled():
            return replace(state, status=Status.CANCELLED)
        case GameVoided():
            result = Result(EndReason.VOIDED, winners=(), points=tuple(map(points_of, state.fronts)))
            return replace(state, status=Status.VOIDED, result=result)
        case _:
            assert_never(event)


def _offer_made(state: GameState, event: OfferMade) -> GameState:
    hand = state.hands[event.from_seat]
    place = hand.index(event.card)
    put_in = LotCard(event.from_seat, event.to, event.claim, event.card)
    return replace(
        state,
        hands=with_seat(state.hands, event.from_seat, hand[:place] + hand[place + 1 :]),
        lot=(*state.lot, put_in),
    )


def _lot_revealed(state: GameState, event: LotAccepted | LotRefused) -> GameState:
    front = state.fronts[event.receiver] + tuple([put_in.card for put_in in event.cards])
    return replace(state, fronts=with_seat(state.fronts, event.receiver, front), lot=())


def _cards_drawn(state: GameState, event: CardsDrawn) -> GameState:
    hands = list(state.hands)
    drawn = 0
    for draw in event.draws:
        hands[draw.seat] = _sorted(hands[draw.seat] + draw.cards)
        drawn += len(draw.cards)
    return replace(state, hands=tuple(hands), draw_pile=state.draw_pile[drawn:])


def _seated(state: GameState, seat: Seat, player: PlayerId | None, entropy: str | None) -> GameState:
    return replace(
        state,
        seats=with_seat(state.seats, seat, player),
        entropy=with_seat(state.entropy, seat, entropy),
    )


def _game_started(state: GameState, event: GameStarted) -> GameState:
    nothing: Hands = ((),) * event.players
    return replace(
        state,
        status=Status.ACTIVE,
        rules=rules_for(event.players, event.rules_version),
        seats=event.seats,
        entropy=event.entropy,
        hands=nothing,
        fronts=nothing,
        eliminated=(False,) * event.players,
    )


def _sorted(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards))
