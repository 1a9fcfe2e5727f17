"""How the seats would stand, should the lot go face up in front of one of them: everyone's chance to win.

Where the rules decide, the chance is exact: an elimination, the last survivor, the points, the ninth Charon. Else
each seat weighs e to the power of what speaks for it, and has its share of all the weights. The coefficients below
are a multinomial logit fitted to some thousand games of bots, one position a round.
"""

from collections.abc import Sequence
from math import exp
from typing import Final

from bots.policies.belief import Chance
from games.engine.scoring import points_of
from games.engine.types import CHARON, CHARONS_TO_ELIMINATE, CHARONS_TO_END, MOST_CARDS_IN_LOT, Card, Seat
from games.engine.views import GameView

# What speaks for a seat. "Late" runs from 0 to 1 with the Charon on the table, "far" with the points on the way to win.
FAR: Final = 1.9
FAR_SQUARED: Final = 0.8
FAR_WHEN_LATE: Final = 1.8
# A Charon burdens less when it is late: there are fewer left to fear.
ONE_CHARON: Final = -0.5
ONE_CHARON_WHEN_LATE: Final = 0.4
TWO_CHARONS: Final = -1.6
TWO_CHARONS_WHEN_LATE: Final = 1.1
# A guarded player trusts itself to make more of the rest of the game than the others will.
OWN_SKILL: Final = 1.1
OWN_SKILL_WHEN_LATE: Final = -0.3


class Outlook:
    """What may come of the table that a view shows. Made for one choice: it remembers what it worked out."""

    def __init__(self, view: GameView) -> None:
        self._points_to_win = view.rules.points_to_win
        self._own_seat = view.you.seat if view.you else None
        self._fronts = {seat.seat: seat.front for seat in view.seats}
        self._in_game = tuple(seat.seat for seat in view.seats if not seat.eliminated)
        self._charons_shown = sum(seat.charons for seat in view.seats)
        # For each number of Charon that a lot may bring: what everybody weighs whose front stays as it is.
        self._weights = tuple(
            {seat: self._weight(seat, self._fronts[seat], self._charons_shown + more) for seat in self._in_game}
            for more in range(MOST_CARDS_IN_LOT + 1)
        )
        self._worked_out: dict[tuple[Seat, tuple[Card, ...]], dict[Seat, float]] = {}

    def expected(self, seat: Seat, receiver: Seat, chances: Sequence[Chance]) -> float:
        """The chance of `seat` to win when `receiver` gets the lot that may turn out in these ways."""
        return sum([chance.probability * self.after(receiver, chance.cards).get(seat, 0.0) for chance in chances])

    def may_eliminate(self, receiver: Seat, chances: Sequence[Chance]) -> bool:
        """Can the lot bring `receiver` their third Charon?"""
        charons = self._fronts[receiver].count(CHARON)
        return any(charons + chance.cards.count(CHARON) >= CHARONS_TO_ELIMINATE for chance in chances)

    def after(self, receiver: Seat, cards: tuple[Card, ...]) -> dict[Seat, float]:
        """Everyone's chance to win once `receiver` has these cards; who has none is not named."""
        known = self._worked_out.get((receiver, cards))
        if known is None:
            known = self._worked_out[receiver, cards] = self._work_out(receiver, cards)
        return known

    def _work_out(self, receiver: Seat, cards: tuple[Card, ...]) -> dict[Seat, float]:
        front = self._fronts[receiver] + cards
        charons = cards.count(CHARON)
        in_game = self._in_game
        if front.count(CHARON) >= CHARONS_TO_ELIMINATE:
            in_game = tuple(seat for seat in in_game if seat != receiver)
            if len(in_game) == 1:
                return {in_game[0]: 1.0}
        elif points_of(front) >= self._points_to_win:
            return {receiver: 1.0}
        if self._charons_shown + charons >= CHARONS_TO_END:
            return self._compared({seat: front if seat == receiver else self._fronts[seat] for seat in in_game})
        weights = {seat: self._weights[charons][seat] for seat in in_game}
        if receiver in weights:
            weights[receiver] = self._weight(receiver, front, self._charons_shown + charons)
        total = sum(weights.values())
        return {seat: weight / total for seat, weight in weights.items()}

    def _compared(self, fronts: dict[Seat, tuple[Card, ...]]) -> dict[Seat, float]:
        """Nine Charon: the most points win, then the most cards; those still level share."""
        marks = {seat: (points_of(front), len(front)) for seat, front in fronts.items()}
        best = max(marks.values())
        winners = [seat for seat, mark in marks.items() if mark == best]
        return {seat: 1 / len(winners) for seat in winners}

    def _weight(self, seat: Seat, front: tuple[Card, ...], charons_shown: int) -> float:
        late = charons_shown / CHARONS_TO_END
        far = points_of(front) / self._points_to_win
        merit = far * (FAR + FAR_SQUARED * far + FAR_WHEN_LATE * late)
        match front.count(CHARON):
            case 1:
                merit += ONE_CHARON + ONE_CHARON_WHEN_LATE * late
            case 2:
                merit += TWO_CHARONS + TWO_CHARONS_WHEN_LATE * late
        if seat == self._own_seat:
            merit += OWN_SKILL + OWN_SKILL_WHEN_LATE * late
        return exp(merit)
