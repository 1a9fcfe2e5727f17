"""Bots that play for each other: they know their partner's hand, and what the partner put into the lot.

Nobody else may look there. That is why they are no policies, and live nowhere but in trials.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bots.policies.policy import Policy, Rng
from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.projection import project
from games.engine.rules import legal
from games.engine.scoring import points_of
from games.engine.state import GameState
from games.engine.types import CHARON, CHARONS_TO_ELIMINATE, Card, Seat


class Collusion(StrEnum):
    """How two play together."""

    BLATANT = "blatant"
    MODERATE = "moderate"
    FEEDING = "feeding"
    SOFT = "soft"


@dataclass(frozen=True, slots=True)
class Manner:
    """How often, 0…1, a colluder does what it could: tell their cards apart, give good ones, spare and avoid bad ones.

    `returns`: the favours go both ways. Else the second of the two is only fed, and plays honestly for itself.
    """

    heeds: float
    gives: float
    spares: float
    returns: bool = True


MANNERS: Final = {
    Collusion.BLATANT: Manner(heeds=1.0, gives=0.8, spares=1.0),
    Collusion.MODERATE: Manner(heeds=0.6, gives=0.4, spares=0.6),
    Collusion.FEEDING: Manner(heeds=0.9, gives=0.9, spares=1.0, returns=False),
    Collusion.SOFT: Manner(heeds=0.3, gives=0.2, spares=0.4),
}
GOOD: Final = 5
"""Creatures from here on are worth a favour, as is what makes a set."""


def colluding_move(policy: Policy, state: GameState, seat: Seat, partner: Seat, manner: Manner, rng: Rng) -> Move:
    """What one does at `seat` who plays for the one at `partner`: mostly what its policy says, bent where it helps."""
    usual = policy.choose(project(state, seat), rng)
    if state.eliminated[partner]:
        return usual
    if state.lot and any(card.from_seat == partner for card in state.lot):
        answer = _heeding(state, seat, partner, usual) if rng.random() < manner.heeds else None
        if answer is not None:
            return answer
    return _favour(state, seat, partner, usual, manner, rng) if isinstance(usual, Offer) else usual


def feeder_is(first: bool, manner: Manner) -> bool:
    """Does this one of the two do favours?"""
    return first or manner.returns


def _heeding(state: GameState, seat: Seat, partner: Seat, usual: Move) -> Move | None:
    """An answer by what the partner's cards are; None when they do not matter, or do not decide it."""
    lot = state.lot
    theirs = [card.card for card in lot if card.from_seat == partner]
    charons = state.fronts[seat].count(CHARON)
    if CHARON not in theirs:
        if any(card.card == CHARON and card.from_seat != partner and card.from_seat != seat for card in lot):
            # What others put in it can only guess at.
            return None
        return Accept()
    if isinstance(usual, Accept):
        choices = legal(state)
        last = lot[-1].from_seat
        if last != partner or state.fronts[partner].count(CHARON) <= charons:
            return Refuse()
        if choices is not None and choices.offer is not None and charons < CHARONS_TO_ELIMINATE - 1:
            card = choices.offer.cards[-1].card
            to = next((other for other in choices.offer.to if other != partner), choices.offer.to[0])
            return Offer(card, card or GOOD, to)
        return Refuse()
    return None


def _favour(state: GameState, seat: Seat, partner: Seat, usual: Offer, manner: Manner, rng: Rng) -> Move:
    """The offer, bent: no Charon before the partner, and good cards rather before them than before others."""
    choices = legal(state)
    if choices is None or choices.offer is None:
        return usual
    others = [to for to in choices.offer.to if to != partner]
    if usual.to == partner and usual.card == CHARON and rng.random() < manner.spares:
        if others:
            return replace(usual, to=rng.choice(others))
        creatures = [choice.card for choice in choices.offer.cards if choice.card != CHARON]
        return Offer(creatures[-1], creatures[-1], partner) if creatures else usual
    if partner in choices.offer.to and usual.card != CHARON and rng.random() < manner.gives:
        best = max(
            (choice.card for choice in choices.offer.cards if choice.card != CHARON),
            key=lambda card: _worth(state, partner, card),
        )
        if _worth(state, partner, best) >= GOOD:
            return Offer(best, best, partner)
    return usual


def _worth(state: GameState, receiver: Seat, card: Card) -> int:
    """By how many points the card would raise their front."""
    return points_of((*state.fronts[receiver], card)) - points_of(state.fronts[receiver])
