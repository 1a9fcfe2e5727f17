"""What the viewer knows, as whole numbers in one list: from a view here, from the kernel's cells in `bots.training`.

Seats are counted from the viewer: 0 is the viewer, 1 their left-hand neighbour. So one set of weights plays every seat.
"""

from typing import Final

from games.engine.types import CHARON, MOST_CARDS_IN_LOT, MOST_PLAYERS, Seat
from games.engine.views import GameView

KINDS: Final = 11

PLAYERS: Final = 0
POINTS_TO_WIN: Final = 1
ROUND: Final = 2
DRAW_PILE: Final = 3
CHARONS_SHOWN: Final = 4
TO_ACT: Final = 5
FIRST: Final = 6
LOT_SIZE: Final = 7
ELIGIBLE: Final = 8
"""The seats, a bit each, that the one to act may offer the lot to; 0 where no card can be added."""

LOT_CLAIM: Final = 9
LOT_FROM: Final = LOT_CLAIM + MOST_CARDS_IN_LOT
LOT_CARD: Final = LOT_FROM + MOST_CARDS_IN_LOT
"""A card of the viewer's own; `HIDDEN` for one of another's, and where there is none."""
HIDDEN: Final = -1

HAND: Final = LOT_CARD + MOST_CARDS_IN_LOT
"""Eleven counts, Charon first; so are the next three."""
UNSEEN: Final = HAND + KINDS
"""What the viewer has not seen: neither in a front nor their own, in hand or in the lot."""
COVERED: Final = UNSEEN + KINDS
"""What is in no front."""
DECK: Final = COVERED + KINDS

SEATS: Final = DECK + KINDS
"""The cells of the viewer; those of seat s begin `s * SEAT_CELLS` further on."""
IN_GAME: Final = 0
POINTS: Final = 1
CHARONS: Final = 2
ONES: Final = 3
TWOS: Final = 4
THREES: Final = 5
CARDS: Final = 6
HAND_CARDS: Final = 7
TALLIES: Final = 8

# What everyone remembers of a seat, from the lots that were turned face up in this game. Tallies:
LIES: Final = 0
"""Charon that it had put forward as Creatures."""
TRUTHS: Final = 1
"""Cards that it had put in as what they were."""
ACCEPTED: Final = 2
REFUSED: Final = 3
PASSED_ON: Final = 4
FOOLED: Final = 5
"""Lots with Charon that it had accepted."""
TALLIES_OF_A_SEAT: Final = 6

SEAT_CELLS: Final = TALLIES + TALLIES_OF_A_SEAT
KNOWN_CELLS: Final = SEATS + MOST_PLAYERS * SEAT_CELLS


def known_of(view: GameView) -> list[int]:
    """What the viewer knows. Raises ValueError for a view of nobody, or of a game that does not run."""
    if view.you is None or view.first_seat is None or view.to_act is None:
        raise ValueError("nobody plays here")
    own = view.you.seat
    players = view.rules.players
    known = [0] * KNOWN_CELLS
    known[PLAYERS] = players
    known[POINTS_TO_WIN] = view.rules.points_to_win
    known[ROUND] = view.round or 0
    known[DRAW_PILE] = view.draw_pile or 0
    known[CHARONS_SHOWN] = view.charons_shown or 0
    known[TO_ACT] = (view.to_act - own) % players
    known[FIRST] = (view.first_seat - own) % players
    known[LOT_SIZE] = len(view.lot)
    known[ELIGIBLE] = _eligible(view, view.first_seat, view.to_act)
    known[DECK : DECK + KINDS] = view.rules.deck
    known[COVERED : COVERED + KINDS] = view.rules.deck
    for seat in view.seats:
        at = SEATS + (seat.seat - own) % players * SEAT_CELLS
        known[at + IN_GAME] = not seat.eliminated
        known[at + POINTS] = seat.points
        known[at + CHARONS] = seat.charons
        known[at + ONES] = seat.front.count(1)
        known[at + TWOS] = seat.front.count(2)
        known[at + THREES] = seat.front.count(3)
        known[at + CARDS] = len(seat.front)
        known[at + HAND_CARDS] = seat.hand_size
        for card in seat.front:
            known[COVERED + card] -= 1
    known[UNSEEN : UNSEEN + KINDS] = known[COVERED : COVERED + KINDS]
    for card in view.you.hand:
        known[HAND + card] += 1
        known[UNSEEN + card] -= 1
    for position in range(MOST_CARDS_IN_LOT):
        known[LOT_CARD + position] = HIDDEN
    for position, put_in in enumerate(view.lot):
        known[LOT_CLAIM + position] = put_in.claim
        known[LOT_FROM + position] = (put_in.from_seat - own) % players
        if put_in.card is not None:
            known[LOT_CARD + position] = put_in.card
            known[UNSEEN + put_in.card] -= 1
    for settled in view.settled:
        for position, shown in enumerate(settled.cards):
            at = SEATS + (shown.from_seat - own) % players * SEAT_CELLS + TALLIES
            known[at + (TRUTHS if shown.card == shown.claim else LIES)] += 1
            known[at + PASSED_ON] += position > 0
        at = SEATS + (settled.by - own) % players * SEAT_CELLS + TALLIES
        is_accepted = settled.by == settled.receiver
        known[at + (ACCEPTED if is_accepted else REFUSED)] += 1
        known[at + FOOLED] += is_accepted and any(shown.card == CHARON for shown in settled.cards)
    return [int(value) for value in known]


def _eligible(view: GameView, first_seat: Seat, to_act: Seat) -> int:
    """Worked out from what everyone sees: also for one who is not to act."""
    if len(view.lot) == MOST_CARDS_IN_LOT or not view.seats[to_act].hand_size or view.you is None:
        return 0
    barred = {first_seat, *(put_in.to for put_in in view.lot)}
    eligible = [seat.seat for seat in view.seats if not seat.eliminated and seat.seat not in barred]
    return sum(1 << (seat - view.you.seat) % view.rules.players for seat in eligible)
