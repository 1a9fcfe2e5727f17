"""How others answer an offer, judged by what everyone can see of it."""

from collections.abc import Sequence
from math import exp, tanh
from typing import Final, NamedTuple

from bots.policies.belief import Chance
from bots.policies.suspicion import Laid, Table
from bots.policies.weights import weighed
from games.engine.types import CHARON, CHARONS_TO_ELIMINATE, MOST_CARDS_IN_LOT, Seat

OF_LOT: Final = (
    *("gain", "clear_gain", "charon", "charon_to_two", "would_win", "would_make_win"),
    *("value", "value_squared", "of_a_set", "charon_claimed", "few_left", "claims"),
)
OF_SEATS: Final = (
    *("always", "one_charon", "two_charons", "offerer_one_charon", "offerer_two_charons"),
    *("second_card", "third_card", "far", "offerer_far", "late"),
    *("accepting", "passing", "is_rash", "offerer_lying", "last_to_ask", "few_players", "many_players"),
)
FEATURES: Final = OF_LOT + OF_SEATS
"""What speaks for refusing, or for passing on: of the lot, and of those between whom it lies."""
STEEPEST: Final = 8.0


class Answer(NamedTuple):
    """How likely each answer is; they add up to 1."""

    accepted: float
    refused: float
    passed_on: float


class Answers:
    """How each seat answers what may be put before it. Made for one choice: it remembers what it worked out."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._of_seats: dict[tuple[Seat, Seat, int], tuple[float, float]] = {}

    def to(self, lot: Sequence[Laid], chances: Sequence[Chance]) -> Answer:
        """The answer of the one before whom the lot lies; `chances` are how it may turn out, for all anyone can see."""
        refusing, passing = self._table.weights.refusing, self._table.weights.passing
        split = len(OF_LOT)
        between = (lot[-1].from_seat, lot[-1].to, len(lot))
        of_seats = self._of_seats.get(between)
        if of_seats is None:
            features = features_of_seats(self._table, lot)
            of_seats = weighed(refusing[split:], features), weighed(passing[split:], features)
            self._of_seats[between] = of_seats
        features = features_of_lot(self._table, lot, chances)
        refused = _odds(of_seats[0] + weighed(refusing[:split], features))
        passed_on = 0.0
        if may_pass_on(self._table, lot):
            passed_on = _odds(of_seats[1] + weighed(passing[:split], features))
        total = 1 + refused + passed_on
        return Answer(1 / total, refused / total, passed_on / total)


def _odds(speaks: float) -> float:
    return exp(min(max(speaks, -STEEPEST), STEEPEST))


def seats_beyond(table: Table, lot: Sequence[Laid]) -> list[Seat]:
    """To whom the holder of the lot could pass it on."""
    asked = {card.to for card in lot}
    first = lot[0].from_seat
    return [seat.seat for seat in table.view.seats if not (seat.eliminated or seat.seat == first or seat.seat in asked)]


def may_pass_on(table: Table, lot: Sequence[Laid]) -> bool:
    """Can its holder add a card, and offer it to somebody?"""
    holder = table.view.seats[lot[-1].to]
    return len(lot) < MOST_CARDS_IN_LOT and holder.hand_size > 0 and bool(seats_beyond(table, lot))


def answer_features(table: Table, lot: Sequence[Laid], chances: Sequence[Chance]) -> tuple[float, ...]:
    """What speaks for or against each answer, in the order of FEATURES."""
    return features_of_lot(table, lot, chances) + features_of_seats(table, lot)


def features_of_lot(table: Table, lot: Sequence[Laid], chances: Sequence[Chance]) -> tuple[float, ...]:
    """Those that depend on what lies there."""
    prospects, seats = table.prospects, table.view.seats
    claim = lot[-1].claim
    holder, offerer = lot[-1].to, lot[-1].from_seat
    gain = prospects.expected(holder, holder, chances) - prospects.expected(holder, offerer, chances)
    charon = sum([chance.probability for chance in chances if CHARON in chance.cards])
    claims = tuple([card.claim for card in lot])
    points_to_win = table.view.rules.points_to_win
    value = claim / 10
    return (
        3 * gain,
        tanh(15 * gain),
        charon,
        charon if seats[holder].charons == CHARONS_TO_ELIMINATE - 1 else 0.0,
        seats[holder].points + prospects.points_gained(holder, claims) >= points_to_win,
        seats[offerer].points + prospects.points_gained(offerer, claims) >= points_to_win,
        value,
        value * value,
        0 < claim <= 3,
        CHARON in claims,
        1 / max(1, table.unseen_by_all[claim]),
        sum(claims) / 10,
    )


def features_of_seats(table: Table, lot: Sequence[Laid]) -> tuple[float, ...]:
    """Those that do not."""
    seats, points_to_win = table.view.seats, table.view.rules.points_to_win
    holder, offerer = seats[lot[-1].to], seats[lot[-1].from_seat]
    character = table.characters[holder.seat]
    return (
        1.0,
        holder.charons == 1,
        holder.charons == CHARONS_TO_ELIMINATE - 1,
        offerer.charons == 1,
        offerer.charons == CHARONS_TO_ELIMINATE - 1,
        len(lot) == 2,
        len(lot) == 3,
        holder.points / points_to_win,
        offerer.points / points_to_win,
        table.prospects.late,
        3 * character.accepting,
        3 * character.passing,
        character.is_rash,
        4 * table.characters[offerer.seat].lying,
        not seats_beyond(table, lot),
        table.players <= 3,
        table.players >= 5,
    )
