"""The one gate through which anything leaves for a viewer.

Everything is built from nothing, by allow-list: a field is shown because a line here says so. Two worlds that differ
only in what a viewer may not see give that viewer equal views; so what is shown must not depend on anything hidden,
by its order, number or length either.
"""

from typing import assert_never

from games.engine.events import (
    CardsDealt,
    CardsDrawn,
    Draw,
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
from games.engine.rules import legal
from games.engine.scoring import charons_of, charons_shown, points_of
from games.engine.state import GameState
from games.engine.types import Card, LotCard, Seat
from games.engine.views import (
    DealtView,
    DrawnView,
    EventView,
    FairnessView,
    GameView,
    LotCardView,
    OfferView,
    OpenedView,
    OwnView,
    SeatCards,
    SeatTakenView,
    SeatView,
)


def project(state: GameState, viewer: Seat | None) -> GameView:
    """The game as the one at seat `viewer` may see it; None is anyone who is not seated."""
    opening = state.opening
    is_started = state.is_started
    return GameView(
        status=state.status,
        rules=state.rules,
        name=opening.name,
        creator=opening.creator,
        turn=opening.turn,
        visibility=opening.visibility,
        rated=opening.rated,
        round=state.round if is_started else None,
        first_seat=state.first_seat,
        to_act=state.to_act,
        lot=tuple(_lot_card(card, viewer) for card in state.lot),
        draw_pile=len(state.draw_pile) if is_started else None,
        charons_shown=charons_shown(state.fronts) if is_started else None,
        seats=tuple(_seat(state, seat) for seat in range(len(state.seats))),
        you=None if viewer is None else _own(state, viewer),
        result=state.result,
        fairness=_fairness(state),
        allow_bots=opening.allow_bots,
        # Face up for everyone, whoever received them.
        settled=state.settled,
    )


def project_event(event: Event, viewer: Seat | None) -> EventView:
    """The event as the one at seat `viewer` may see it. It stays the same for ever, after the end of the game too."""
    match event:
        case GameOpened():
            return OpenedView(
                players=event.players,
                turn=event.turn,
                commitment=event.commitment,
                creator=event.creator,
                name=event.name,
                visibility=event.visibility,
                rated=event.rated,
                allow_bots=event.allow_bots,
            )
        case SeatTaken():
            return SeatTakenView(seat=event.seat, player=event.player)
        case CardsDealt():
            return DealtView(
                seats=tuple(_seat_cards(seat, hand, viewer) for seat, hand in enumerate(event.hands)),
                draw_pile=len(event.draw_pile),
            )
        case CardsDrawn():
            return DrawnView(draws=tuple(_draw(draw, viewer) for draw in event.draws))
        case OfferMade():
            return OfferView(
                from_seat=event.from_seat,
                to=event.to,
                claim=event.claim,
                position=event.position,
                card=event.card if event.from_seat == viewer else None,
            )
        case LotAccepted() | LotRefused():
            # Face up for everyone, whoever receives them.
            return event
        case SeatLeft() | GameStarted() | RoundStarted() | PlayerEliminated() | TurnExpired() | SeatHandedOver():
            return event
        case GameEnded() | GameCancelled() | GameVoided():
            # These open the seed: from now on there is nothing left to guess with it.
            return event
        case _:
            assert_never(event)


def project_opened_event(event: Event, state: GameState) -> EventView:
    """The event with everything open. Only for a game that is over; raises ValueError while one is not."""
    if not state.status.is_over:
        raise ValueError("nothing is opened before the game is over")
    match event:
        case CardsDealt():
            return DealtView(
                seats=tuple(_seat_cards(seat, hand, seat) for seat, hand in enumerate(event.hands)),
                draw_pile=len(event.draw_pile),
            )
        case CardsDrawn():
            return DrawnView(draws=tuple(_draw(draw, draw.seat) for draw in event.draws))
        case OfferMade():
            return project_event(event, event.from_seat)
        case _:
            # Of the others nothing is hidden but what the proof of the shuffle opens, in its own place.
            return project_event(event, None)


def _lot_card(card: LotCard, viewer: Seat | None) -> LotCardView:
    """A seat sees the cards that it put in itself (R4)."""
    return LotCardView(
        from_seat=card.from_seat,
        to=card.to,
        claim=card.claim,
        card=card.card if card.from_seat == viewer else None,
    )


def _seat(state: GameState, seat: Seat) -> SeatView:
    """What everyone sees. The hand of an eliminated seat lies set aside: its size is known, its cards never (R6)."""
    if not state.is_started:
        return SeatView(
            seat=seat, player=state.seats[seat], hand_size=0, front=(), points=0, charons=0, eliminated=False
        )
    front = state.fronts[seat]
    return SeatView(
        seat=seat,
        player=state.seats[seat],
        hand_size=len(state.hands[seat]),
        front=front,
        points=points_of(front),
        charons=charons_of(front),
        eliminated=state.eliminated[seat],
    )


def _own(state: GameState, viewer: Seat) -> OwnView:
    """Legal moves are for the one who is to act alone: their number tells whether a Charon is in the hand."""
    return OwnView(
        seat=viewer,
        hand=state.hands[viewer] if state.is_started else (),
        legal=legal(state) if viewer == state.to_act else None,
    )


def _fairness(state: GameState) -> FairnessView:
    return FairnessView(
        commitment=state.opening.commitment,
        entropy=tuple(entropy for entropy in state.entropy if entropy is not None) if state.is_started else None,
        reveal=state.opening.server_seed if state.status.is_over else None,
    )


def _draw(draw: Draw, viewer: Seat | None) -> SeatCards:
    return _seat_cards(draw.seat, draw.cards, viewer)


def _seat_cards(seat: Seat, cards: tuple[Card, ...], viewer: Seat | None) -> SeatCards:
    """How many cards everyone saw come; which, the seat itself alone, in the order they came."""
    return SeatCards(seat=seat, count=len(cards), cards=cards if seat == viewer else None)
