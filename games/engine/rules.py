"""The rules of play: what a seat may do, and what follows from it.

docs/rules.md is normative; R1…R11 are its rulings. How the facts are folded into a state is told in `folding`.
"""

from collections.abc import Container, Sequence
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
from games.engine.scoring import charons_of, charons_shown, points_of
from games.engine.seating import clockwise, with_seat
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
    Status,
)

__all__ = ["CLAIMS", "apply", "decide", "fold", "legal", "opened", "replay"]

type Fronts = tuple[tuple[Card, ...], ...]

CLAIMS: Final[tuple[tuple[int, ...], ...]] = (
    (CHARON, *CREATURES),
    *((creature,) for creature in CREATURES),
)
"""`CLAIMS[card]`: the true number for a Creature, anything for Charon (R1), the truth included (R2)."""

_CHOICES: Final = tuple(CardChoice(card, claims) for card, claims in enumerate(CLAIMS))


# --- What a seat may do ---------------------------------------------------------------------------------------------


def legal(state: GameState) -> LegalMoves | None:
    """All that the seat to act may do; None when nobody is to act."""
    seat = state.to_act
    if seat is None:
        return None
    is_asked = bool(state.lot)
    return LegalMoves(accept=is_asked, refuse=is_asked, offer=_offer_choices(state, seat))


def _offer_choices(state: GameState, seat: Seat) -> OfferChoices | None:
    """None with three cards in the lot, with no eligible seat left, and with an empty hand (R11)."""
    hand = state.hands[seat]
    if not hand or len(state.lot) >= MOST_CARDS_IN_LOT:
        return None
    recipients = tuple(to for to in range(len(state.seats)) if _bar_to_recipient(state, seat, to) is None)
    return OfferChoices(_card_choices(hand), recipients) if recipients else None


# No more than 4368 sorted hands of up to five cards exist, so that the cache is bounded by the game itself.
@cache
def _card_choices(hand: tuple[Card, ...]) -> tuple[CardChoice, ...]:
    """Each card of a sorted hand once."""
    return tuple(_CHOICES[card] for card in dict.fromkeys(hand))


def _bar_to_offer(state: GameState, seat: Seat, offer: Offer) -> Reason | None:
    """The first rule that `offer` breaks."""
    if len(state.lot) >= MOST_CARDS_IN_LOT:
        return Reason.LOT_IS_FULL
    if offer.card not in state.hands[seat]:
        return Reason.UNKNOWN_CARD
    if not CHARON <= offer.claim <= CREATURES[-1]:
        return Reason.CLAIM_OUT_OF_RANGE
    if offer.claim not in CLAIMS[offer.card]:
        return Reason.FALSE_CLAIM
    return _bar_to_recipient(state, seat, offer.to)


def _bar_to_recipient(state: GameState, seat: Seat, to: Seat) -> Reason | None:
    """Why `seat` may not offer the lot to `to`. An empty hand is no reason (R11)."""
    if not 0 <= to < len(state.seats):
        return Reason.NO_SUCH_SEAT
    if to == seat:
        return Reason.RECIPIENT_SELF
    if to == state.first_seat:
        return Reason.RECIPIENT_FIRST_PLAYER
    if state.eliminated[to]:
        return Reason.RECIPIENT_ELIMINATED
    if any(asked.to == to for asked in state.lot):
        return Reason.RECIPIENT_ALREADY_ASKED
    return None


# --- What follows from a move ---------------------------------------------------------------------------------------


def decide(state: GameState, seat: Seat, move: Move) -> tuple[Event, ...]:
    """The facts that `move` causes.

    Raises ActRefused with game_not_started, game_over or not_your_turn, in this order, then RuleViolation with the
    first rule it breaks.
    """
    if state.status is not Status.ACTIVE:
        raise ActRefused(Obstacle.GAME_OVER if state.status.is_over else Obstacle.GAME_NOT_STARTED)
    if seat != state.to_act:
        raise ActRefused(Obstacle.NOT_YOUR_TURN)
    match move:
        case Offer():
            bar = _bar_to_offer(state, seat, move)
            if bar is not None:
                raise RuleViolation(bar)
            return (OfferMade(seat, move.to, move.claim, len(state.lot), move.card),)
        case Accept():
            return _settle(state, seat, accepted=True)
        case Refuse():
            return _settle(state, seat, accepted=False)
        case _:
            assert_never(move)


def _settle(state: GameState, by: Seat, *, accepted: bool) -> tuple[Event, ...]:
    """The lot is revealed, and what comes of it, in the order of the rules (R10)."""
    lot = state.lot
    if not lot:
        raise RuleViolation(Reason.NO_LOT_YET)
    receiver = by if accepted else lot[-1].from_seat
    front = state.fronts[receiver] + tuple([put_in.card for put_in in lot])
    points, charons = points_of(front), charons_of(front)
    facts: list[Event] = [(LotAccepted if accepted else LotRefused)(by, receiver, lot, points, charons)]

    fronts = with_seat(state.fronts, receiver, front)
    remaining = [seat for seat, is_out in enumerate(state.eliminated) if not is_out]
    if charons >= CHARONS_TO_ELIMINATE:
        remaining.remove(receiver)
        facts.append(PlayerEliminated(receiver))

    if len(remaining) == 1:
        facts.append(_ended(state, EndReason.LAST_SURVIVOR, fronts, remaining))
    elif points >= state.rules.points_to_win and receiver in remaining:
        facts.append(_ended(state, EndReason.POINTS, fronts, [receiver]))
    elif charons_shown(fronts) >= CHARONS_TO_END:
        facts.append(_ended(state, EndReason.NINE_CHARONS, fronts, _best(fronts, remaining)))
    else:
        # The first player alone offers a lot that nobody has offered before.
        first_seat = lot[0].from_seat
        draws = _refill(state, first_seat, remaining)
        holders = {seat for seat in remaining if state.hands[seat]} | {draw.seat for draw in draws}
        if draws:
            facts.append(CardsDrawn(draws))
        if holders:
            facts.append(RoundStarted(state.round + 1, _next_first_seat(first_seat, holders, len(fronts))))
        else:
            facts.append(_ended(state, EndReason.NO_CARDS, fronts, _best(fronts, remaining)))
    return tuple(facts)


def _ended(state: GameState, reason: EndReason, fronts: Fronts, winners: Sequence[Seat]) -> GameEnded:
    return GameEnded(reason, tuple(winners), tuple(map(points_of, fronts)), state.opening.server_seed)


def _best(fronts: Fronts, remaining: Sequence[Seat]) -> list[Seat]:
    """Most points, then most cards in front, Charon included. Those still level share the victory, however many."""
    merits = {seat: (points_of(fronts[seat]), len(fronts[seat])) for seat in remaining}
    best = max(merits.values())
    return [seat for seat in remaining if merits[seat] == best]


def _refill(state: GameState, first_seat: Seat, remaining: Sequence[Seat]) -> tuple[Draw, ...]:
    """Clockwise from the round's first player, each draws up to five before the next, while the pile lasts (R7)."""
    pile = state.draw_pile
    draws = []
    for seat in clockwise(first_seat, len(state.seats)):
        missing = HAND_SIZE - len(state.hands[seat])
        if missing and pile and seat in remaining:
            draws.append(Draw(seat, pile[:missing]))
            pile = pile[missing:]
    return tuple(draws)


def _next_first_seat(first_seat: Seat, holders: Container[Seat], players: int) -> Seat:
    """The pawn goes clockwise to the next seat in the game with a card (R8), back to `first_seat` if to no other."""
    return next(seat for seat in clockwise(first_seat + 1, players) if seat in holders)
