"""What everyone remembers of each seat: how it lied and how it answered, as far as lots were turned face up."""

from dataclasses import dataclass
from typing import Final

from bots.policies.belief import without
from games.engine.types import CHARON
from games.engine.views import GameView

USUAL_LIES: Final = 0.2
"""The share of lies among revealed cards of somebody of whom nothing is known."""
USUAL_ANSWERS: Final = (0.36, 0.36, 0.28)
"""The same for accepting, refusing and passing on."""
CREDIT: Final = 6.0
"""How many cards, or answers, of the usual sort everybody is given in advance."""


@dataclass(frozen=True, slots=True)
class Character:
    """A seat, as it has shown itself in this game.

    `lying`, `accepting` and `passing` are how far it is above or below the usual, -1…1, drawn towards 0 while little
    is known. `is_rash` is true of one who said what everyone could see through, or owned up to a Charon.
    """

    lying: float
    accepting: float
    passing: float
    is_rash: bool


def characters(view: GameView) -> tuple[Character, ...]:
    """Of every seat, by the lots that were turned face up."""
    seats = len(view.seats)
    told, lies, rash = [0] * seats, [0] * seats, [False] * seats
    answers = [[0, 0, 0] for _ in range(seats)]
    unseen = list(view.rules.deck)
    for lot in view.settled:
        for card in lot.cards:
            told[card.from_seat] += 1
            if card.card == CHARON:
                lies[card.from_seat] += card.claim != CHARON
                # A claim of zero says so itself; another of which all cards lay open fools nobody.
                rash[card.from_seat] |= card.claim == CHARON or unseen[card.claim] <= 0
            answers[card.to][2] += 1
        answers[lot.by][2] -= 1
        answers[lot.by][0 if lot.receiver == lot.by else 1] += 1
        unseen = without(unseen, [card.card for card in lot.cards])
    return tuple(
        Character(
            lying=(lies[seat] - USUAL_LIES * told[seat]) / (told[seat] + CREDIT),
            accepting=_beyond(answers[seat], 0),
            passing=_beyond(answers[seat], 2),
            is_rash=rash[seat],
        )
        for seat in range(seats)
    )


def _beyond(answers: list[int], which: int) -> float:
    asked = sum(answers)
    return (answers[which] - USUAL_ANSWERS[which] * asked) / (asked + CREDIT)
