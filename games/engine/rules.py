"""The rules of play: what a seat may do, and what follows from it.

docs/rules.md is normative; R1…R11 are its rulings. How the facts are folded into a state is told in `folding`.
"""

from functools import cache
from typing import Final, assert_never

from games.engine.errors import ActRefused, Obstacle, Reason, RuleViolation
from games.engine.events import (
    CardsDrawn,
    Draw,
    Event,
    GameEnded,
    LotAccepted,
    LotRefused,
    OfferMade,
    PlayerEliminated,
    RoundStarted,
)
from games.engine.folding import apply, fold, opened, replay
from games.engine.moves import Accept, CardChoice, LegalMoves, Move, Offer, OfferChoices, Refuse
from games.engine.quick import quick
from games.engine.scoring import charons_of, charons_shown, points_of
from games.engine.seating import CLOCKWISE, with_seat
from games.engine.state import GameState
from games.engine.types import (
    CHARON,
    CHARONS_TO_ELIMINATE,
    CHARONS_TO_END,
    CREATURES,
    HAND_SIZE,
    MOST_CARDS_IN_LOT,
    Card,
    EndReason,
    Seat,
)

__all__ = ["CLAIMS", "apply", "decide", "fold", "legal", "opened", "replay"]

type Hands = tuple[tuple[Card, ...], ...]

CLAIMS: Final[tuple[tuple[int, ...], ...]] = ((CHARON, *CREATURES), *((creature,) for creature in CREATURES))
"""`CLAIMS[card]`: the true number for a Creature, anything for Charon (R1), the truth included (R2)."""

_CHOICES: Final = tuple(CardChoice(card, claims) for card, claims in enumerate(CLAIMS))

_legal_moves: Final = quick(LegalMoves)
_offer_choices: Final = quick(OfferChoices)
_lot_accepted: Final = quick(LotAccepted)
_lot_refused: Final = quick(LotRefused)
_cards_drawn: Final = quick(CardsDrawn)

# There are so few different ones of these that looking one up is quicker still, and the caches stay small.
_offer_made: Final = cache(OfferMade)
_draw: Final = cache(Draw)
_round_started: Final = cache(RoundStarted)


# --- What a seat may do ---------------------------------------------------------------------------------------------


def legal(state: GameState) -> LegalMoves | None:
    """All that the seat to act may do; None when nobody is to act."""
    seat = state.to_act
    if seat is None:
        return None
    hand, lot = state.hands[seat], state.lot
    is_asked = bool(lot)
    offer = None
    # With an empty hand one can only accept or refuse (R11).
    if hand and len(lot) < MOST_CARDS_IN_LOT:
        # The seat to act is barred itself: it is the first player, or the last one asked.
        recipients = _recipients(state.eliminated, (state.first_seat, *[asked.to for asked in lot]))
        if recipients:
            offer = _offer_choices(_card_choices(hand), recipients)
    return _legal_moves(is_asked, is_asked, offer)


@cache
def _recipients(eliminated: tuple[bool, ...], barred: tuple[Seat | None, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat, is_out in enumerate(eliminated) if not is_out and seat not in barred)


# There are 4368 sorted hands of up to five cards, and no more.
@cache
def _card_choices(hand: tuple[Card, ...]) -> tuple[CardChoice, ...]:
    """Each card of a sorted hand once."""
    return tuple(_CHOICES[card] for card in dict.fromkeys(hand))


def _bar_to_offer(state: GameState, seat: Seat, offer: Offer) -> Reason | None:
    """The first rule that an offer by the seat to act breaks. A recipient's empty hand is no bar (R11)."""
    card, to = offer.card, offer.to
    if len(state.lot) >= MOST_CARDS_IN_LOT:
        return Reason.LOT_IS_FULL
    if card not in state.hands[seat]:
        return Reason.UNKNOWN_CARD
    if not CHARON <= offer.claim <= CREATURES[-1]:
        return Reason.CLAIM_OUT_OF_RANGE
    if offer.claim not in CLAIMS[card]:
        return Reason.FALSE_CLAIM
    if not 0 <= to < len(state.seats):
        return Reason.NO_SUCH_SEAT
    if to == seat:
        return Reason.RECIPIENT_SELF
    if to == state.first_seat:
        return Reason.RECIPIENT_FIRST_PLAYER
    if state.eliminated[to]:
        return Reason.RECIPIENT_ELIMINATED
    for asked in state.lot:
        if asked.to == to:
            return Reason.RECIPIENT_ALREADY_ASKED
    return None


# --- What follows from a move ---------------------------------------------------------------------------------------


def decide(state: GameState, seat: Seat, move: Move) -> tuple[Event, ...]:
    """The facts that `move` causes.

    Raises ActRefused with game_not_started, game_over or not_your_turn, in this order, then RuleViolation with the
    first rule it breaks.
    """
    to_act = state.to_act
    if to_act is None:
        raise ActRefused(Obstacle.GAME_OVER if state.status.is_over else Obstacle.GAME_NOT_STARTED)
    if seat != to_act:
        raise ActRefused(Obstacle.NOT_YOUR_TURN)
    match move:
        case Offer():
            bar = _bar_to_offer(state, seat, move)
            if bar is not None:
                raise RuleViolation(bar)
            return (_offer_made(seat, move.to, move.claim, len(state.lot), move.card),)
        case Accept():
            return _settle(state, seat, accepted=True)
        case Refuse():
            return _settle(state, seat, accepted=False)
        case _:
            assert_never(move)


def _settle(state: GameState, by: Seat, *, accepted: bool) -> tuple[Event, ...]:
    """The lot is revealed, and what comes of it, in the order of the rules (R10)."""
    lot, eliminated = state.lot, state.eliminated
    if not lot:
        raise RuleViolation(Reason.NO_LOT_YET)
    receiver = by if accepted else lot[-1].from_seat
    cards = tuple([put_in.card for put_in in lot])
    front = state.fronts[receiver] + cards
    fronts = with_seat(state.fronts, receiver, front)
    points, charons = points_of(front), charons_of(front)
    facts: list[Event] = [(_lot_accepted if accepted else _lot_refused)(by, receiver, lot, points, charons)]

    if charons >= CHARONS_TO_ELIMINATE:
        eliminated = with_seat(eliminated, receiver, True)
        facts.append(PlayerEliminated(receiver))
        if eliminated.count(False) == 1:
            return (*facts, _ended(state, EndReason.LAST_SURVIVOR, fronts, (eliminated.index(False),)))
    elif points >= state.rules.points_to_win:
        return (*facts, _ended(state, EndReason.POINTS, fronts, (receiver,)))
    # Only another Charon can make it nine.
    if CHARON in cards and charons_shown(fronts) >= CHARONS_TO_END:
        return (*facts, _ended(state, EndReason.NINE_CHARONS, fronts, _best(fronts, eliminated)))

    # The first card of a lot is the first player's.
    first_seat = lot[0].from_seat
    draws = _refill(state.hands, state.draw_pile, eliminated, first_seat)
    if draws:
        facts.append(_cards_drawn(draws))
    next_first_seat = _next_first_seat(state.hands, draws, eliminated, first_seat)
    if next_first_seat is None:
        return (*facts, _ended(state, EndReason.NO_CARDS, fronts, _best(fronts, eliminated)))
    return (*facts, _round_started(state.round + 1, next_first_seat))


def _ended(state: GameState, reason: EndReason, fronts: Hands, winners: tuple[Seat, ...]) -> GameEnded:
    return GameEnded(reason, winners, tuple(map(points_of, fronts)), state.opening.server_seed)


def _best(fronts: Hands, eliminated: tuple[bool, ...]) -> tuple[Seat, ...]:
    """Most points, then most cards in front, Charon included. Those still level share the victory, however many."""
    merits = {seat: (points_of(front), len(front)) for seat, front in enumerate(fronts) if not eliminated[seat]}
    best = max(merits.values())
    return tuple(seat for seat, merit in merits.items() if merit == best)


def _refill(
    hands: Hands, draw_pile: tuple[Card, ...], eliminated: tuple[bool, ...], first_seat: Seat
) -> tuple[Draw, ...]:
    """Clockwise from the round's first player each draws up to five before the next does, while the pile lasts (R7)."""
    draws = []
    drawn = 0
    for seat in CLOCKWISE[len(hands)][first_seat]:
        hand_size = len(hands[seat])
        if hand_size < HAND_SIZE and not eliminated[seat]:
            cards = draw_pile[drawn : drawn + HAND_SIZE - hand_size]
            if not cards:
                break
            draws.append(_draw(seat, cards))
            drawn += len(cards)
    return tuple(draws)


def _next_first_seat(
    hands: Hands, draws: tuple[Draw, ...], eliminated: tuple[bool, ...], first_seat: Seat
) -> Seat | None:
    """The pawn goes clockwise to the next seat in the game that has a card (R8), at last to `first_seat` again.

    None when there is no such seat (R9).
    """
    players = len(hands)
    for seat in CLOCKWISE[players][(first_seat + 1) % players]:
        if not eliminated[seat] and (hands[seat] or any(draw.seat == seat for draw in draws)):
            return seat
    return None
