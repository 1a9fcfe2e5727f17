"""Why the guarded player would move as it does: its own weights, for every legal move, and how often it makes it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from bots.policies.advice import Advice, Weighed
from bots.policies.belief import Chance, chances, unseen_by_all, unseen_by_viewer
from bots.policies.guarded import BLUFFS, EVENNESS, PRICE_OF_A_BLUFF, Guarded, Option, is_lie, without_rash_ones
from bots.policies.offering import PASSES_ON, answered_offer, claims_in_mind
from bots.policies.outlook import Outlook
from bots.policies.policy import Rng, own_turn
from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.scoring import points_of
from games.engine.types import CHARON, CHARONS_TO_ELIMINATE, Card
from games.engine.views import GameView

SAMPLES: Final = 24
"""So often it is asked which lies come to mind: its shares are means over these."""


@dataclass(frozen=True, slots=True)
class GuardedAdviser(Guarded):
    """The guarded player, asked why. It plays as ever."""

    def belief(self, view: GameView) -> float:
        """How likely it is that the lot before the viewer holds a Charon, 0…1. There must be a lot."""
        return _charon_in(_lot(view))

    def advise(self, view: GameView, rng: Rng) -> Advice:
        """Everything the viewer may do, weighed. Raises ValueError when it is not the viewer's turn."""
        own, _ = own_turn(view)
        outlook = Outlook(view)
        gains = {option.move: (option, gain) for option, gain in _every_option(view, outlook)}
        shares = dict.fromkeys(gains, 0.0)
        with_two = view.seats[own.seat].charons == CHARONS_TO_ELIMINATE - 1
        for _ in range(SAMPLES if any(is_lie(move) for move in gains) else 1):
            options = [gains[move][0] for move in _in_mind(view, gains, rng)]
            for move, share in _shares(without_rash_ones(options) if with_two else options):
                shares[move] += share
        total = sum(shares.values())
        lot = _lot(view) if view.lot else ()
        return Advice(
            weighed=tuple(
                Weighed(move, shares[move] / total, option.prospect, gain.points, gain.charons)
                for move, (option, gain) in sorted(
                    gains.items(), key=lambda entry: (-shares[entry[0]], -entry[1][0].prospect)
                )
            ),
            charons=tuple(
                sum(chance.probability for chance in lot if chance.cards[place] == CHARON)
                for place in range(len(view.lot))
            ),
            charon=_charon_in(lot) if view.lot else None,
        )


@dataclass(frozen=True, slots=True)
class _Gain:
    """What the viewer's front gains on average."""

    points: float
    charons: float


_NOTHING: Final = _Gain(0.0, 0.0)


def _lot(view: GameView) -> tuple[Chance, ...]:
    """All ways in which the lot before the viewer may turn out."""
    return chances([card.claim for card in view.lot], unseen_by_viewer(view))


def _charon_in(lot: Sequence[Chance]) -> float:
    return sum(chance.probability for chance in lot if CHARON in chance.cards)


def _every_option(view: GameView, outlook: Outlook) -> Iterator[tuple[Option, _Gain]]:
    """Each legal move with its prospect, as `weighed_options` has it, and what it brings."""
    own, legal = own_turn(view)
    front = view.seats[own.seat].front
    if view.lot:
        lot = _lot(view)
        if legal.accept:
            prospect = outlook.expected(own.seat, own.seat, lot)
            yield Option(Accept(), prospect, outlook.may_eliminate(own.seat, lot)), _gain(front, lot, 1.0)
        if legal.refuse:
            prospect = outlook.expected(own.seat, view.lot[-1].from_seat, lot)
            yield Option(Refuse(), prospect, is_risky=False), _NOTHING
    if legal.offer is None:
        return
    before = tuple(card.claim for card in view.lot)
    unseen, unseen_by_others = unseen_by_viewer(view), unseen_by_all(view)
    for choice in legal.offer.cards:
        lot = chances(before, unseen, (choice.card,))
        is_risky = outlook.may_eliminate(own.seat, lot)
        for claim in choice.claims:
            as_others_see = chances((*before, claim), unseen_by_others)
            for to in legal.offer.to:
                answered = answered_offer(view, own.seat, to, legal.offer.to, outlook, lot, as_others_see)
                stays = 1 - PASSES_ON if answered.is_passable else 1.0
                gain = _gain(front, lot, stays * (1 - answered.willing))
                yield Option(Offer(choice.card, claim, to), answered.prospect, is_risky), gain


def _gain(front: tuple[Card, ...], lot: Sequence[Chance], probability: float) -> _Gain:
    """What this lot brings on average, if it comes with this probability."""
    points = sum(chance.probability * (points_of(front + chance.cards) - points_of(front)) for chance in lot)
    charons = sum(chance.probability * chance.cards.count(CHARON) for chance in lot)
    return _Gain(probability * points, probability * charons)


def _in_mind(view: GameView, moves: Iterable[Move], rng: Rng) -> list[Move]:
    """The moves that the guarded player weighs this time: not every lie comes to its mind."""
    _, legal = own_turn(view)
    claims: list[int] = []
    for choice in () if legal.offer is None else legal.offer.cards:
        if choice.card == CHARON:
            claims = claims_in_mind(choice, view.rules.deck, unseen_by_all(view), rng)
    return [move for move in moves if not isinstance(move, Offer) or move.card != CHARON or move.claim in claims]


def _shares(options: Sequence[Option]) -> Iterator[tuple[Move, float]]:
    """How often `Guarded.choose` takes each of these options, which are all that it has in mind."""
    lies = [option for option in options if is_lie(option.move)]
    of_lies = dict(zip(lies, _softmax(lies), strict=True))
    for option, share in zip(options, _softmax(options), strict=True):
        bluffs = 0.0
        if isinstance(option.move, Offer):
            for lie, often in of_lies.items():
                if lie.prospect > option.prospect - PRICE_OF_A_BLUFF:
                    bluffs += BLUFFS * often
                    yield lie.move, share * BLUFFS * often
        yield option.move, share * (1 - bluffs)


def _softmax(options: Sequence[Option]) -> list[float]:
    """The shares of `one_of_the_best`."""
    if not options:
        return []
    best = max(option.prospect for option in options)
    weights = [exp((option.prospect - best) / EVENNESS) for option in options]
    return [weight / sum(weights) for weight in weights]
