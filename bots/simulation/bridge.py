"""From the engine's terms to the kernel's and back. The one place that knows both."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bots.simulation.compiling import Cells
from bots.simulation.kernel import new_state
from bots.simulation.layout import (
    ACCEPT,
    ASKED,
    CHARON_STATEMENTS,
    CHARONS_SHOWN,
    FIRST_SEAT,
    FRONT,
    FRONT_CARDS,
    HAND,
    HAND_CARDS,
    HAND_KINDS,
    IN_GAME,
    LAST_SURVIVOR,
    LOT_CARD,
    LOT_CLAIM,
    LOT_FROM,
    LOT_SIZE,
    LOT_TO,
    MOVES,
    NEXT_CARD,
    NINE_CHARONS,
    NO_CARDS,
    NOBODY,
    OFFER,
    PILE,
    PILE_CELLS,
    PLAYERS,
    POINTS,
    POINTS_REACHED,
    POINTS_TO_WIN,
    REASON,
    REFUSE,
    ROUND,
    RULES_VERSION,
    SEAT_CELLS,
    SEATS,
    STATEMENTS,
    TO_ACT,
    WINNERS,
)
from games.engine.moves import Accept, LegalMoves, Move, Offer, Refuse
from games.engine.scoring import charons_shown, points_of
from games.engine.state import GameState
from games.engine.types import CHARON, MOST_PLAYERS, Card, EndReason, LotCard, Result, Rules, Seat
from games.engine.views import GameView

REASON_OF: Final = {
    EndReason.LAST_SURVIVOR: LAST_SURVIVOR,
    EndReason.POINTS: POINTS_REACHED,
    EndReason.NINE_CHARONS: NINE_CHARONS,
    EndReason.NO_CARDS: NO_CARDS,
}


class Unplayable(ValueError):
    """The kernel cannot go on from here: other rules, not begun, voided, or cards that do not fit."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """One way in which the cards that a viewer does not see may lie.

    `hands[seat]` of every seat, the viewer's own and those set aside too, `lot` the faces in the order put in,
    `draw_pile` with its first card first.
    """

    hands: tuple[tuple[Card, ...], ...]
    lot: tuple[Card, ...]
    draw_pile: tuple[Card, ...]


# --- Moves ----------------------------------------------------------------------------------------------------------


def code_of(move: Move) -> int:
    """The number of a move, legal or not, of known cards and claims."""
    match move:
        case Accept():
            return ACCEPT
        case Refuse():
            return REFUSE
        case Offer(card=card, claim=claim, to=to):
            return OFFER + to * STATEMENTS + (claim if card == CHARON else CHARON_STATEMENTS - 1 + card)


def _move_of(code: int) -> Move:
    if code < OFFER:
        return Accept() if code == ACCEPT else Refuse()
    to, statement = divmod(code - OFFER, STATEMENTS)
    if statement < CHARON_STATEMENTS:
        return Offer(CHARON, statement, to)
    creature = statement - (CHARON_STATEMENTS - 1)
    return Offer(creature, creature, to)


MOVE_OF: Final[tuple[Move, ...]] = tuple(map(_move_of, range(MOVES)))
"""`MOVE_OF[code]`: what the number stands for."""


def codes_of(legal: LegalMoves | None) -> list[int]:
    """The numbers of all legal moves, ascending, as the kernel lists them."""
    if legal is None:
        return []
    codes = [ACCEPT] * legal.accept + [REFUSE] * legal.refuse
    if legal.offer is not None:
        codes += [
            code_of(Offer(choice.card, claim, to))
            for to in legal.offer.to
            for choice in legal.offer.cards
            for claim in choice.claims
        ]
    return codes


# --- States ---------------------------------------------------------------------------------------------------------


def from_state(state: GameState) -> Cells:
    """The cells of a game that has started. Raises Unplayable."""
    if not state.is_started or state.first_seat is None:
        raise Unplayable("the game has not started")
    return _laid_out(
        rules=state.rules,
        first_seat=state.first_seat,
        to_act=state.to_act,
        round_number=state.round,
        hands=state.hands,
        fronts=state.fronts,
        eliminated=state.eliminated,
        lot=state.lot,
        draw_pile=state.draw_pile,
        result=state.result,
    )


def from_view(view: GameView, hidden: Hidden) -> Cells:
    """The cells of what a viewer sees, with the hidden cards as assigned.

    Raises Unplayable when the game has not started, or when an assignment contradicts the view: other sizes, another
    hand or other cards than the viewer's own, or not exactly the cards of the game in all.
    """
    if view.first_seat is None or view.round is None:
        raise Unplayable("the game has not started")
    _expect_fit(view, hidden)
    return _laid_out(
        rules=view.rules,
        first_seat=view.first_seat,
        to_act=view.to_act,
        round_number=view.round,
        hands=hidden.hands,
        fronts=tuple(seat.front for seat in view.seats),
        eliminated=tuple(seat.eliminated for seat in view.seats),
        lot=tuple(
            LotCard(shown.from_seat, shown.to, shown.claim, card)
            for shown, card in zip(view.lot, hidden.lot, strict=True)
        ),
        draw_pile=hidden.draw_pile,
        result=view.result,
    )


def _expect_fit(view: GameView, hidden: Hidden) -> None:
    sizes = tuple(seat.hand_size for seat in view.seats)
    if tuple(map(len, hidden.hands)) != sizes or len(hidden.lot) != len(view.lot):
        raise Unplayable("the hands or the lot have other sizes")
    if view.you is not None and sorted(hidden.hands[view.you.seat]) != list(view.you.hand):
        raise Unplayable("the viewer has another hand")
    if any(shown.card not in (None, card) for shown, card in zip(view.lot, hidden.lot, strict=True)):
        raise Unplayable("the viewer put other cards in")
    counts = [0] * len(view.rules.deck)
    for cards in (*hidden.hands, hidden.lot, hidden.draw_pile, *[seat.front for seat in view.seats]):
        for card in cards:
            if not 0 <= card < len(counts):
                raise Unplayable("there is no such card")
            counts[card] += 1
    if tuple(counts) != view.rules.deck:
        raise Unplayable("these are not the cards of the game")


def _laid_out(
    *,
    rules: Rules,
    first_seat: Seat,
    to_act: Seat | None,
    round_number: int,
    hands: Sequence[Sequence[Card]],
    fronts: Sequence[Sequence[Card]],
    eliminated: Sequence[bool],
    lot: Sequence[LotCard],
    draw_pile: Sequence[Card],
    result: Result | None,
) -> Cells:
    if rules.version != RULES_VERSION:
        raise Unplayable(f"the kernel plays version {RULES_VERSION} of the rules, not {rules.version}")
    if result is not None and result.reason not in REASON_OF:
        raise Unplayable("the game was voided")
    cells = new_state()
    cells[PLAYERS] = rules.players
    cells[FIRST_SEAT] = first_seat
    cells[TO_ACT] = NOBODY if to_act is None else to_act
    cells[LOT_SIZE] = len(lot)
    cells[ASKED] = _mask(put_in.to for put_in in lot)
    cells[IN_GAME] = _mask(seat for seat, is_out in enumerate(eliminated) if not is_out)
    cells[NEXT_CARD] = PILE_CELLS - len(draw_pile)
    cells[CHARONS_SHOWN] = charons_shown(fronts)
    cells[POINTS_TO_WIN] = rules.points_to_win
    cells[ROUND] = round_number
    if result is not None:
        cells[REASON] = REASON_OF[result.reason]
        cells[WINNERS] = _mask(result.winners)
    for position, put_in in enumerate(lot):
        cells[LOT_CARD + position] = put_in.card
        cells[LOT_CLAIM + position] = put_in.claim
        cells[LOT_FROM + position] = put_in.from_seat
        cells[LOT_TO + position] = put_in.to
    for seat, (hand, front) in enumerate(zip(hands, fronts, strict=True)):
        at = SEATS + seat * SEAT_CELLS
        for card in hand:
            cells[at + HAND + card] += 1
        for card in front:
            cells[at + FRONT + card] += 1
        cells[at + HAND_CARDS] = len(hand)
        cells[at + HAND_KINDS] = _mask(hand)
        cells[at + FRONT_CARDS] = len(front)
        cells[at + POINTS] = points_of(front)
    for place, card in enumerate(draw_pile, start=PILE + PILE_CELLS - len(draw_pile)):
        cells[place] = card
    return cells


def _mask(members: Iterable[int]) -> int:
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


def seats_in(mask: int) -> tuple[Seat, ...]:
    """The seats of a set of seats, a bit each, ascending."""
    return tuple(seat for seat in range(MOST_PLAYERS) if mask >> seat & 1)
