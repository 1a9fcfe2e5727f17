"""The oracle plays."""

from dataclasses import dataclass
from math import exp
from pathlib import Path
from typing import Final

from bots.policies.oracle.describing import (
    ACCEPT,
    ACTIONS,
    CHARON_STATEMENTS,
    FEATURES,
    OFFER,
    REFUSE,
    STATEMENTS,
    describe,
    incline,
)
from bots.policies.oracle.known import known_of
from bots.policies.oracle.network import SUSPICIONS, VALUE, WEIGHTS, network_of
from bots.policies.policy import Rng, drawn, own_turn
from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.types import CHARON
from games.engine.views import GameView


@dataclass(frozen=True, slots=True)
class Oracle:
    budget: int = 0
    path: Path = WEIGHTS
    level: Final = "oracle"

    def choose(self, view: GameView, rng: Rng) -> Move:
        own, legal = own_turn(view)
        known = known_of(view)
        import numpy as np
        row = np.zeros((1, FEATURES), np.float32)
        out = [0.0] * FEATURES
        describe(known, out)
        row[0] = out
        inclined = [0.0] * ACTIONS
        incline(known, inclined)
        said = network_of(self.path).outputs(row)[0].tolist()
        actions = [a for a in range(ACTIONS) if inclined[a] > 0]
        most = max(said[a] for a in actions)
        shares = [inclined[a] * exp(said[a] - most) for a in actions]
        return move_of(drawn(actions, shares, rng), own.seat, view.rules.players)

    def belief(self, view: GameView) -> float:
        known = known_of(view)
        import numpy as np
        row = np.zeros((1, FEATURES), np.float32)
        out = [0.0] * FEATURES
        describe(known, out)
        row[0] = out
        said = network_of(self.path).outputs(row)[0].tolist()
        clean = 1.0
        for i, c in enumerate(view.lot):
            if c.card is not None:
                clean *= c.card != 0
            else:
                clean *= 1 - 1 / (1 + exp(-said[SUSPICIONS + i]))
        return 1 - clean


def move_of(action: int, own: int, players: int) -> Move:
    if action == ACCEPT:
        return Accept()
    if action == REFUSE:
        return Refuse()
    to, statement = divmod(action - OFFER, STATEMENTS)
    seat = (own + 1 + to) % players
    if statement < CHARON_STATEMENTS:
        return Offer(CHARON, statement, seat)
    card = statement - CHARON_STATEMENTS + 1
    return Offer(card, card, seat)
