"""The shrewd player: has beliefs for reasons, foresees answers, and lies as it tells the truth."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final, NamedTuple

from bots.policies.advice import Advice, Weighed
from bots.policies.answers import Answer, Answers
from bots.policies.belief import Chance
from bots.policies.learnt import WEIGHTS
from bots.policies.policy import Rng, drawn, own_turn
from bots.policies.suspicion import Laid, Table
from bots.policies.weights import Weights
from games.engine.moves import Accept, Move, Offer, OfferChoices, Refuse
from games.engine.types import CHARON, CREATURES, MOST_CARDS_IN_LOT, Card, Seat
from games.engine.views import GameView, OwnView

EVENNESS: Final = 0.004
"""Chances to win that differ by no more than this are about as good: which of them is taken is left to chance."""
EVENNESS_OF_LYING: Final = 0.02
"""The same between lying and not: what is always done is soon known."""
EVENNESS_OF_LIES: Final = 0.03
"""The same among lies. Which of them is told is drawn after the truths that could be told there, and hardly after what
each is worth: lies told where they are believed most would soon be believed least."""
EVENNESS_OF_LIKENESS: Final = 0.015
"""The same among the truths that lies are drawn after."""
LIED_TO: Final = 3
"""Before how many others a lie is weighed."""
SURE: Final = 1 - 1e-9
COURAGE: Final = -0.05
"""By how much chance to win a lie is favoured over the truth."""
SKILL: Final = 2.0
"""How many times as much it weighs itself as another in its place: it trusts itself to make more of the game."""
ADDED: Final = ((CHARON, 0.12), (5, 0.88))
"""What one who passes the lot on is taken to add, and how likely."""
STAYS: Final = 0.2
"""How likely a lot that was passed on comes back to the one who passed it on."""


class Option(NamedTuple):
    """A legal move, and the chance to win that it leaves.

    `lot` is how the lot may turn out that it makes, and `comes` how likely that lot comes to the viewer's own front.
    """

    move: Move
    win: float
    lot: tuple[Chance, ...]
    comes: float


class _Outcome(NamedTuple):
    """What comes of putting in a card: the chance to win when the lot is accepted, refused, passed on, by seats."""

    ways: tuple[Chance, ...]
    accepted: dict[Seat, float]
    refused: float
    passed_on: dict[Seat, float]


@dataclass(frozen=True, slots=True)
class Shrewd:
    """Takes the move that leaves it the best chance to win, by what it believes and by how others will answer.

    - What lies face down it judges by counts, and by what speaks for a lie (`suspicion`).
    - How an offer will be answered it judges by what everyone can see of it (`answers`).
    - A Charon it claims to be whatever it would have offered there, had it held that: lies are spread as truths are.
    - Between moves about as good it tosses a coin, and it never says "Charon".
    """

    weights: Weights = WEIGHTS
    skill: float = SKILL
    courage: float = COURAGE
    level: Final = "shrewd"

    def choose(self, view: GameView, rng: Rng) -> Move:
        """A legal move for the viewer."""
        own_turn(view)
        options, shares = self._options(Table(view, self.weights), never_made=False)
        return drawn(options, shares, rng).move

    def belief(self, view: GameView) -> float:
        """How likely it is that the lot before the viewer holds a Charon, 0…1. There must be a lot."""
        return _any_charon(Table(view, self.weights).lot_chances())

    def advise(self, view: GameView, rng: Rng) -> Advice:
        """Everything the viewer may do, weighed. Raises ValueError when it is not the viewer's turn."""
        own_turn(view)
        table = Table(view, self.weights)
        chances = table.lot_chances()
        options, shares = self._options(table, never_made=True)
        weighed = [_weighed(table, option, share) for option, share in zip(options, shares, strict=True)]
        return Advice(
            weighed=tuple(sorted(weighed, key=lambda option: -option.share)),
            charons=tuple(
                sum([chance.probability for chance in chances if chance.cards[place] == CHARON])
                for place in range(len(view.lot))
            ),
            charon=_any_charon(chances) if view.lot else None,
        )

    def _options(self, table: Table, *, never_made: bool) -> tuple[list[Option], list[float]]:
        """Every legal move, or those alone that may be made, and how often each is."""
        view = table.view
        own, legal = own_turn(view)
        lot = table.lot_chances()
        answers: list[Option] = []
        if view.lot:
            factor = self.skill * _hand_factor(table, own.hand, None)
            accepted = table.prospects.expected(own.seat, own.seat, lot, factor)
            refused = table.prospects.expected(own.seat, view.lot[-1].from_seat, lot, factor)
            answers = [Option(Accept(), accepted, lot, 1.0), Option(Refuse(), refused, lot, 0.0)]
        truths: list[Option] = []
        lies: list[Option] = []
        others: list[Option] = []
        likeness: list[float] = []
        if legal.offer is not None:
            offering = _Offering(table, own, legal.offer, lot, self.skill)
            credible = credible_claims(table)
            for choice in legal.offer.cards:
                for claim in choice.claims:
                    if choice.card != CHARON:
                        truths += [offering.option(choice.card, claim, to) for to in legal.offer.to]
                        continue
                    lied_to = offering.lied_to() if claim in credible else ()
                    lies += [offering.option(choice.card, claim, to) for to in lied_to]
                    likeness += [offering.likeness(claim, to) for to in lied_to]
                    if never_made:
                        spared = [to for to in legal.offer.to if to not in lied_to]
                        others += [offering.option(choice.card, claim, to) for to in spared]
        shares = _shares(answers, truths, lies, likeness, self.courage)
        return [*answers, *truths, *lies, *others], [*shares, *[0.0] * len(others)]


def credible_claims(table: Table) -> list[Card]:
    """What a Charon may be claimed to be: a Creature of which not all lie face up."""
    deck, unseen = table.view.rules.deck, table.unseen_by_all
    credible = [claim for claim in CREATURES if unseen[claim] > 0]
    return credible or [claim for claim in CREATURES if deck[claim] > 0]


def _shares(
    answers: Sequence[Option],
    truths: Sequence[Option],
    lies: Sequence[Option],
    likeness: Sequence[float],
    courage: float,
) -> list[float]:
    """How often each of these is done. First it is decided whether to offer at all, then whether to lie, then how."""
    among_truths = _spread([truth.win for truth in truths], EVENNESS)
    among_lies = _spread([lie.win for lie in lies], EVENNESS_OF_LIES, likeness)
    truth = sum([share * option.win for share, option in zip(among_truths, truths, strict=True)])
    lie = sum([share * option.win for share, option in zip(among_lies, lies, strict=True)])
    if not lies:
        lying = 0.0
    elif not truths:
        lying = 1.0
    else:
        lying = 1 / (1 + exp(min(max((truth - lie - courage) / EVENNESS_OF_LYING, -30), 30)))
    wins = [answer.win for answer in answers]
    if truths or lies:
        wins.append(lying * lie + (1 - lying) * truth)
    acts = _spread(wins, EVENNESS)
    offers = acts[-1] if truths or lies else 0.0
    return [
        *acts[: len(answers)],
        *[offers * (1 - lying) * share for share in among_truths],
        *[offers * lying * share for share in among_lies],
    ]


def _spread(wins: Sequence[float], evenness: float, likeness: Sequence[float] | None = None) -> list[float]:
    """Shares that add up to 1: the better, the more."""
    if not wins:
        return []
    best = max(wins)
    # Nothing is about as good as a victory that is certain.
    weights = [exp((win - best) / evenness) if best < SURE or win >= SURE else 0.0 for win in wins]
    if likeness is not None:
        weights = [weight * like for weight, like in zip(weights, likeness, strict=True)]
    total = sum(weights)
    return [weight / total for weight in weights]


class _Offering:
    """What each offer would bring."""

    def __init__(self, table: Table, own: OwnView, choices: OfferChoices, lot: Sequence[Chance], skill: float) -> None:
        self._table = table
        self._own = own
        self._to = choices.to
        self._lot = lot
        self._skill = skill
        self._before = tuple([card._replace(was_passed_on=True) for card in table.lot])
        self._claimed_before = sum([card.claim for card in table.lot])
        self._answers = Answers(table)
        self._answered: dict[tuple[int, Seat], Answer] = {}
        self._outcomes: dict[Card, _Outcome] = {}
        self._truths: dict[Card, tuple[float, dict[Seat, float]]] = {}

    def option(self, card: Card, claim: int, to: Seat) -> Option:
        """This offer."""
        answer = self._answer(claim, to)
        outcome = self._outcomes.get(card)
        if outcome is None:
            outcome = self._outcomes[card] = self._work_out(card)
        win = (
            answer.accepted * outcome.accepted[to]
            + answer.refused * outcome.refused
            + answer.passed_on * outcome.passed_on[to]
        )
        return Option(Offer(card, claim, to), win, outcome.ways, answer.refused)

    def lied_to(self) -> tuple[Seat, ...]:
        """Before whom a Charon is worth a thought: where it does most good, and few enough to weigh every lie."""
        outcome = self._outcomes.get(CHARON)
        if outcome is None:
            outcome = self._outcomes[CHARON] = self._work_out(CHARON)
        accepted = outcome.accepted
        return tuple(sorted(self._to, key=lambda seat: -accepted[seat])[:LIED_TO])

    def likeness(self, claim: int, to: Seat) -> float:
        """How often the truth would look like this lie: what it would have been worth to offer that card there."""
        known = self._truths.get(claim)
        if known is None:
            chance, own_seat = self._table.prospects.chance, self._own.seat
            refused = chance(own_seat, own_seat, (claim,), self._skill)
            accepted = {seat: chance(own_seat, seat, (claim,), self._skill) for seat in self._to}
            known = self._truths[claim] = refused, accepted
        refused, taken = known
        answer = self._answer(claim, to)
        win = refused + (answer.accepted + answer.passed_on) * (taken[to] - refused)
        return max(1, self._table.unseen_by_all[claim]) * exp(win / EVENNESS_OF_LIKENESS)

    def _answer(self, claim: int, to: Seat) -> Answer:
        known = self._answered.get((claim, to))
        if known is None:
            position = len(self._before)
            laid = Laid(self._own.seat, to, claim, position, self._claimed_before, was_passed_on=False)
            lot = (*self._before, laid)
            seen = self._table.chances(lot, self._table.unseen_by_all, [None] * len(lot))
            known = self._answered[claim, to] = self._answers.to(lot, seen)
        return known

    def _work_out(self, card: Card) -> _Outcome:
        own_seat, expected = self._own.seat, self._table.prospects.expected
        ways = tuple([Chance(chance.probability, (*chance.cards, card)) for chance in self._lot])
        factor = self._skill * _hand_factor(self._table, self._own.hand, card)
        accepted = {seat: expected(own_seat, seat, ways, factor) for seat in self._to}
        refused = expected(own_seat, own_seat, ways, factor)
        if len(self._to) == 1 or len(self._before) + 1 == MOST_CARDS_IN_LOT:
            return _Outcome(ways, accepted, refused, accepted)
        longer = dict.fromkeys(self._to, 0.0)
        for added, likely in ADDED:
            with_it = [Chance(chance.probability, (*chance.cards, added)) for chance in ways]
            for seat in self._to:
                longer[seat] += likely * expected(own_seat, seat, with_it, factor)
        everywhere, others = sum(longer.values()), len(self._to) - 1
        passed_on = {
            seat: STAYS * stays + (1 - STAYS) * (everywhere - stays) / others for seat, stays in longer.items()
        }
        return _Outcome(ways, accepted, refused, passed_on)


def _hand_factor(table: Table, hand: Sequence[Card], without: Card | None) -> float:
    """How much a seat with this hand weighs, once a card has left it and another was drawn, if there is any."""
    charons, creatures = float(hand.count(CHARON)), float(sum(hand))
    if without is not None:
        charons -= without == CHARON
        creatures -= without
        if table.view.draw_pile:
            unseen = sum(table.unseen)
            charons += table.unseen[CHARON] / unseen
            creatures += sum([card * count for card, count in enumerate(table.unseen)]) / unseen
    return table.prospects.hand_factor(charons, creatures)


def _weighed(table: Table, option: Option, share: float) -> Weighed:
    own, _ = own_turn(table.view)
    gained = [(chance.probability, chance.cards) for chance in option.lot]
    gain = table.prospects.points_gained
    return Weighed(
        option.move,
        share,
        option.win,
        points=option.comes * sum([likely * gain(own.seat, cards) for likely, cards in gained]),
        charons=option.comes * sum([likely * cards.count(CHARON) for likely, cards in gained]),
    )


def _any_charon(chances: Sequence[Chance]) -> float:
    return min(1.0, sum([chance.probability for chance in chances if CHARON in chance.cards]))
