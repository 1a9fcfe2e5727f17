"""What may lie face down in the lot: counts, and what speaks for a lie.

A card is what it is claimed to be, or Charon. How many there are of each unseen is known; how much more a Charon is
likely to be put forward so than the Creature itself is learnt, from who offered it to whom, what either would have of
it, and how the one who offered it has lied before.
"""

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from bots.policies.belief import Chance, unseen_by_all, unseen_by_viewer
from bots.policies.memory import Character, characters
from bots.policies.prospects import Prospects
from bots.policies.weights import Weights, weighed
from games.engine.types import CHARON, CHARONS_TO_ELIMINATE, Card, Seat
from games.engine.views import GameView

OF_CLAIM: Final = (
    *("value", "value_squared", "of_a_set", "few_left", "claims_before"),
    *("worth_to_recipient", "truth_pays", "lie_pays", "lie_costs"),
)
OF_SEATS: Final = (
    *("always", "second_card", "third_card", "late", "charons_left"),
    *("offerer_two_charons", "recipient_two_charons", "offerer_far", "recipient_far"),
    *("was_passed_on", "lying", "is_rash", "few_players", "many_players"),
)
FEATURES: Final = OF_CLAIM + OF_SEATS
"""What speaks for a Charon: of the number that is claimed, and of those between whom it lies."""
LEAST: Final = -6.0
MOST: Final = 6.0
JUST_CHARON: Final = (CHARON,)


class Laid(NamedTuple):
    """A card lying face down, as everyone sees it. `before` is the sum of the claims that lay there when it came."""

    from_seat: Seat
    to: Seat
    claim: int
    position: int
    before: int
    was_passed_on: bool


class Table:
    """A view, and what can be worked out from it for one choice."""

    def __init__(self, view: GameView, weights: Weights) -> None:
        self.view = view
        self.weights = weights
        self.prospects = Prospects(view, weights.standing)
        self.characters: tuple[Character, ...] = characters(view)
        self.unseen_by_all = unseen_by_all(view)
        self.unseen = unseen_by_viewer(view)
        self.players = sum(not seat.eliminated for seat in view.seats)
        self.lot = tuple(
            Laid(
                card.from_seat,
                card.to,
                card.claim,
                position,
                sum([earlier.claim for earlier in view.lot[:position]]),
                position + 1 < len(view.lot),
            )
            for position, card in enumerate(view.lot)
        )
        self._suspicions: dict[Laid, float] = {}
        self._of_seats: dict[tuple[Seat, Seat, int, bool], float] = {}

    def suspicion(self, card: Laid) -> float:
        """How many times as likely a Charon is to be put forward so as the Creature that is claimed."""
        known = self._suspicions.get(card)
        if known is None:
            split = len(OF_CLAIM)
            between = (card.from_seat, card.to, card.position, card.was_passed_on)
            of_seats = self._of_seats.get(between)
            if of_seats is None:
                of_seats = weighed(self.weights.lying[split:], features_of_seats(self, card))
                self._of_seats[between] = of_seats
            speaks = of_seats + weighed(self.weights.lying[:split], features_of_claim(self, card))
            known = self._suspicions[card] = exp(min(max(speaks, LEAST), MOST))
        return known

    def chances(self, lot: Sequence[Laid], unseen: Sequence[int], known: Sequence[Card | None]) -> tuple[Chance, ...]:
        """All ways these cards may turn out, in the order of `lot`; `known` has those that are known, None for others.

        Each way weighs as many as there are of its cards unseen. Cards draw on the same counts: a Phoenix that is the
        last cannot lie there twice.
        """
        if not lot:
            return (Chance(1.0, ()),)
        ways: list[tuple[float, tuple[Card, ...]]] = [(1.0, ())]
        for laid, sure in zip(lot, known, strict=True):
            if sure is not None:
                ways = [(weight, (*cards, sure)) for weight, cards in ways]
                continue
            suspicion = self.suspicion(laid)
            longer: list[tuple[float, tuple[Card, ...]]] = []
            for weight, cards in ways:
                hidden = [card for card, is_known in zip(cards, known, strict=False) if is_known is None]
                charons = unseen[CHARON] - hidden.count(CHARON)
                creatures = 0 if laid.claim == CHARON else unseen[laid.claim] - hidden.count(laid.claim)
                if charons > 0:
                    longer.append((weight * charons * suspicion, (*cards, CHARON)))
                if creatures > 0:
                    longer.append((weight * creatures, (*cards, laid.claim)))
            ways = longer
        total = sum([weight for weight, _ in ways])
        return tuple([Chance(weight / total, cards) for weight, cards in ways])

    def lot_chances(self) -> tuple[Chance, ...]:
        """All ways the lot may turn out, as the viewer can tell."""
        return self.chances(self.lot, self.unseen, [card.card for card in self.view.lot])


def lying_features(table: Table, card: Laid) -> tuple[float, ...]:
    """What speaks for or against a Charon, known to everyone; in the order of FEATURES."""
    return features_of_claim(table, card) + features_of_seats(table, card)


def features_of_claim(table: Table, card: Laid) -> tuple[float, ...]:
    """Those that depend on the number claimed."""
    offerer, recipient = card.from_seat, card.to
    claimed = (card.claim,)
    chance = table.prospects.chance
    value = card.claim / 10
    truth_taken = chance(offerer, recipient, claimed)
    return (
        value,
        value * value,
        card.claim <= 3,
        1 / max(1, table.unseen_by_all[card.claim]),
        card.before / 10,
        5 * (chance(recipient, recipient, claimed) - chance(recipient, offerer, claimed)),
        5 * (truth_taken - chance(offerer, offerer, claimed)),
        5 * (chance(offerer, recipient, JUST_CHARON) - truth_taken),
        5 * (truth_taken - chance(offerer, offerer, JUST_CHARON)),
    )


def features_of_seats(table: Table, card: Laid) -> tuple[float, ...]:
    """Those that do not."""
    offerer, recipient = table.view.seats[card.from_seat], table.view.seats[card.to]
    character = table.characters[card.from_seat]
    points_to_win = table.view.rules.points_to_win
    return (
        1.0,
        card.position == 1,
        card.position == 2,
        table.prospects.late,
        1 / max(1, table.unseen_by_all[CHARON]),
        offerer.charons == CHARONS_TO_ELIMINATE - 1,
        recipient.charons == CHARONS_TO_ELIMINATE - 1,
        offerer.points / points_to_win,
        recipient.points / points_to_win,
        card.was_passed_on,
        4 * character.lying,
        character.is_rash,
        table.players <= 3,
        table.players >= 5,
    )
