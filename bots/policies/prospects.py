"""Everyone's chance to win, should the lot go face up in front of one of them.

Where the rules decide the chance is exact: an elimination, the last survivor, the points, the ninth Charon. Else each
seat weighs e to the power of what speaks for it (a multinomial logit), and has its share of all the weights.
"""

from collections.abc import Sequence
from math import exp
from typing import Final

from bots.policies.belief import Chance
from bots.policies.weights import weighed
from games.engine.scoring import POINTS_PER_SET
from games.engine.types import CHARON, CHARONS_TO_ELIMINATE, CHARONS_TO_END, MOST_CARDS_IN_LOT, Card, Seat
from games.engine.views import GameView

FEATURES: Final = (
    *("far", "far_squared", "far_when_late", "near"),
    *("one_charon", "one_charon_when_late", "two_charons", "two_charons_when_late", "two_charons_far"),
    *("set_begun", "cards_when_late", "turns_away"),
    *("charons_in_hand", "charons_in_hand_when_late", "creatures_in_hand"),
)
"""What speaks for a seat. The last three are known of one's own seat alone, and 0 for the others."""
OF_HAND: Final = 3

type Decided = dict[Seat, float]


def hand_features(charons: float, creatures: float, late: float) -> tuple[float, ...]:
    """What a hand of so many Charon and so many points of Creatures says, about 0 on the average."""
    more = charons - 1.4
    return (more, more * late, (creatures - 20) / 10)


class Prospects:
    """What may come of the table that a view shows. Made for one choice: it remembers what it worked out."""

    def __init__(self, view: GameView, standing: tuple[float, ...]) -> None:
        self._standing = standing[:-OF_HAND]
        self._of_hand = standing[-OF_HAND:]
        self._points_to_win = view.rules.points_to_win
        self._points = [seat.points for seat in view.seats]
        self._charons = [seat.charons for seat in view.seats]
        self._cards = [len(seat.front) for seat in view.seats]
        self._triples = [(seat.front.count(1), seat.front.count(2), seat.front.count(3)) for seat in view.seats]
        self._in_game = tuple(seat.seat for seat in view.seats if not seat.eliminated)
        self._shown = sum(self._charons)
        self._away = _turns_away(view)
        # For each number of Charon that a lot may bring: what everybody weighs whose front stays as it is.
        self._weights = [
            {seat: self._weight(seat, (), self._shown + more) for seat in self._in_game}
            for more in range(MOST_CARDS_IN_LOT + 2)
        ]
        self._totals = [sum(weights.values()) for weights in self._weights]
        self._known: dict[tuple[Seat, tuple[Card, ...]], tuple[Decided | None, int, float]] = {}

    @property
    def late(self) -> float:
        """0…1, with the Charon on the table."""
        return self._shown / CHARONS_TO_END

    def hand_factor(self, charons: float, creatures: float) -> float:
        """How many times as much a seat weighs whose hand is known to be this."""
        return exp(weighed(self._of_hand, hand_features(charons, creatures, self.late)))

    def expected(self, seat: Seat, receiver: Seat, chances: Sequence[Chance], factor: float = 1.0) -> float:
        """The chance of `seat` to win when `receiver` gets the lot that may turn out in these ways."""
        if len(chances) == 1:
            return self.chance(seat, receiver, chances[0].cards, factor)
        return sum([chance.probability * self.chance(seat, receiver, chance.cards, factor) for chance in chances])

    def chance(self, seat: Seat, receiver: Seat, cards: tuple[Card, ...], factor: float = 1.0) -> float:
        """The same when the cards are known. What `seat` weighs is taken `factor` times."""
        known = self._known.get((receiver, cards))
        if known is None:
            known = self._known[receiver, cards] = self._work_out(receiver, cards)
        decided, charons, weight = known
        if decided is not None:
            return decided.get(seat, 0.0)
        before = self._weights[charons]
        own = weight if seat == receiver else before[seat]
        others = self._totals[charons] - before[receiver] + weight - own
        return factor * own / (factor * own + others) if own else 0.0

    def points_gained(self, receiver: Seat, cards: tuple[Card, ...]) -> int:
        """By how many points these cards raise the front of `receiver`."""
        return self._points_after(receiver, cards) - self._points[receiver]

    def _points_after(self, receiver: Seat, cards: tuple[Card, ...]) -> int:
        points = self._points[receiver] + sum(cards)
        if 1 in cards or 2 in cards or 3 in cards:
            ones, twos, threes = self._triples[receiver]
            sets = min(ones + cards.count(1), twos + cards.count(2), threes + cards.count(3))
            points += POINTS_PER_SET * (sets - min(ones, twos, threes))
        return points

    def _work_out(self, receiver: Seat, cards: tuple[Card, ...]) -> tuple[Decided | None, int, float]:
        charons = cards.count(CHARON)
        weight = 0.0
        is_out = self._charons[receiver] + charons >= CHARONS_TO_ELIMINATE
        if is_out:
            if len(self._in_game) == 2:
                return {seat: 1.0 for seat in self._in_game if seat != receiver}, charons, 0.0
        elif self._points_after(receiver, cards) >= self._points_to_win:
            return {receiver: 1.0}, charons, 0.0
        if self._shown + charons >= CHARONS_TO_END:
            return self._compared(receiver, cards, is_out), charons, 0.0
        if not is_out:
            weight = self._weight(receiver, cards, self._shown + charons)
        return None, charons, weight

    def _compared(self, receiver: Seat, cards: tuple[Card, ...], is_out: bool) -> Decided:
        """Nine Charon: the most points win, then the most cards; those still level share."""
        marks = {seat: (self._points[seat], self._cards[seat]) for seat in self._in_game}
        if is_out:
            del marks[receiver]
        else:
            marks[receiver] = (self._points_after(receiver, cards), self._cards[receiver] + len(cards))
        best = max(marks.values())
        winners = [seat for seat, mark in marks.items() if mark == best]
        return {seat: 1 / len(winners) for seat in winners}

    def _weight(self, seat: Seat, cards: tuple[Card, ...], shown: int) -> float:
        return exp(weighed(self._standing, self.features(seat, cards, shown)))

    def features(self, seat: Seat, cards: tuple[Card, ...], shown: int) -> tuple[float, ...]:
        """What everyone can see speak for `seat`, once these cards are added to its front."""
        late = shown / CHARONS_TO_END
        points = self._points_after(seat, cards)
        far = points / self._points_to_win
        charons = self._charons[seat] + cards.count(CHARON)
        one, two = charons == 1, charons == 2
        ones, twos, threes = self._triples[seat]
        if 1 in cards or 2 in cards or 3 in cards:
            ones, twos, threes = ones + cards.count(1), twos + cards.count(2), threes + cards.count(3)
        whole = min(ones, twos, threes)
        return (
            far,
            far * far,
            far * late,
            max(0.0, 1 - (self._points_to_win - points) / 15),
            one,
            one * late,
            two,
            two * late,
            two * far,
            (ones > whole) + (twos > whole) + (threes > whole) == 2,
            (self._cards[seat] + len(cards)) / 10 * late,
            self._away[seat],
        )


def _turns_away(view: GameView) -> list[float]:
    """How far the pawn is from each seat after this round, 0 for the next to open it … 1."""
    seats = len(view.seats)
    first = view.first_seat or 0
    order = [seat for step in range(1, seats + 1) if not view.seats[seat := (first + step) % seats].eliminated]
    away = [0.0] * seats
    for place, seat in enumerate(order):
        away[seat] = place / max(1, len(order) - 1)
    return away
