"""The usual offers, fitted to games of honest bots."""

from collections.abc import Iterable
from typing import Final

import numpy as np

from bots.fitting.logit import fitted_choices
from bots.fitting.samples import Choices, Floats
from bots.policies.learnt import WEIGHTS
from bots.policies.policy import own_turn
from bots.policies.suspicion import Table
from bots.signals.usual import FEATURES, offer_features
from games.engine.decisions import Decision
from games.engine.moves import Offer
from games.engine.projection import project
from games.engine.types import HAND_SIZE, MOST_PLAYERS

WIDEST: Final = HAND_SIZE * MOST_PLAYERS


def offers_fitted(decisions: Iterable[Decision]) -> list[float]:
    """One coefficient for each of FEATURES."""
    features: list[Floats] = []
    opened: list[Floats] = []
    truth: list[Floats] = []
    for decision in decisions:
        if not isinstance(decision.move, Offer):
            continue
        table = Table(project(decision.state, decision.seat), WEIGHTS)
        own, legal = own_turn(table.view)
        if legal.offer is None:
            continue
        options = [(choice.card, to) for choice in legal.offer.cards for to in legal.offer.to]
        if len(options) == 1:
            continue
        wide, open_, true = np.zeros((WIDEST, len(FEATURES))), np.zeros(WIDEST), np.zeros(WIDEST)
        for place, (card, to) in enumerate(options):
            wide[place] = offer_features(table, own.seat, card, to)
            open_[place] = own.hand.count(card)
            true[place] = (card, to) == (decision.move.card, decision.move.to)
        features.append(wide)
        opened.append(open_)
        truth.append(true)
    found = fitted_choices(Choices(np.array(features), np.array(opened), np.array(truth)))
    return [round(float(weight), 4) for weight in found]
