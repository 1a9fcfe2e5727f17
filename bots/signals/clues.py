"""What one decision says about who plays for whom: what was done, beyond what could be seen and is usual.

Each clue is a residual, 0 on average for a player who knows no more than their view shows, with its variance. What is
usual is what `shrewd` has learnt (`Weights`), and for offers a logit that was fitted to games of bots (`usual`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bots.policies.answers import Answers
from bots.policies.learnt import WEIGHTS
from bots.policies.suspicion import Table
from bots.signals.usual import offers_usual
from games.engine.decisions import Decision
from games.engine.moves import Accept, Offer
from games.engine.projection import project
from games.engine.types import CHARON, Seat


class ClueKind(StrEnum):
    """What a clue is about.

    - `insight`: they accept the other's Creatures and not their Charons, more than they could tell them apart.
    - `trust`: they accept from this one more than is usual for such an offer.
    - `favour`: they put cards before this one that are good to have, and spare them Charons.
    """

    INSIGHT = "insight"
    TRUST = "trust"
    FAVOUR = "favour"


@dataclass(frozen=True, slots=True)
class Clue:
    """`seat` did something that bears on `about`: by `value` more than is usual, which varies by `variance`.

    `accepting` is how often others accept there, where that was the question.
    """

    kind: ClueKind
    seat: Seat
    about: Seat
    value: float
    variance: float
    accepting: float | None = None


NEVER: Final = 1e-3
"""Clues that could hardly have come out otherwise say nothing."""


def clues_of(decision: Decision) -> Iterator[Clue]:
    """All that a decision says; nothing when a bot made it because the time was over."""
    if decision.is_expired:
        return
    table = Table(project(decision.state, decision.seat), WEIGHTS)
    if decision.state.lot:
        yield from _of_answer(decision, table)
    if isinstance(decision.move, Offer):
        yield from _of_offer(decision, table, decision.move)


def _of_answer(decision: Decision, table: Table) -> Iterator[Clue]:
    seat, lot = decision.seat, decision.state.lot
    chances = table.lot_chances()
    accepting = Answers(table).to(table.lot, chances).accepted
    beyond = isinstance(decision.move, Accept) - accepting
    of_answer = accepting * (1 - accepting)
    yield Clue(ClueKind.TRUST, seat, lot[-1].from_seat, beyond, of_answer, accepting)
    for place, card in enumerate(lot):
        if card.from_seat == seat:
            continue
        creature = sum([chance.probability for chance in chances if chance.cards[place] != CHARON])
        of_card = creature * (1 - creature)
        if of_card > NEVER:
            # What lies there is unknown to who cannot see it: whatever they do, the product is 0 on average.
            surprise = (card.card != CHARON) - creature
            yield Clue(ClueKind.INSIGHT, seat, card.from_seat, beyond * surprise, of_answer * of_card, accepting)


def _of_offer(decision: Decision, table: Table, made: Offer) -> Iterator[Clue]:
    options = offers_usual(table)
    for to in {option.to for option in options}:
        mean = sum([option.share * option.worth for option in options if option.to == to])
        square = sum([option.share * option.worth**2 for option in options if option.to == to])
        variance = square - mean * mean
        if variance <= 0:
            continue
        done = next(
            (option.worth for option in options if option.to == to == made.to and option.card == made.card), 0.0
        )
        yield Clue(ClueKind.FAVOUR, decision.seat, to, done - mean, variance)
