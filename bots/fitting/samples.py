"""What games show, as rows of features. The features are those that policies play by: one source for both."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Any

import numpy as np

from bots.fitting.selfplay import SECRET, PlayedGame, positions
from bots.policies.answers import answer_features, may_pass_on
from bots.policies.prospects import FEATURES as OF_STANDING
from bots.policies.prospects import OF_HAND, Prospects, hand_features
from bots.policies.suspicion import Table, lying_features
from bots.policies.weights import Weights
from bots.randomness import move_rng
from games.engine.moves import Accept, Refuse
from games.engine.projection import project
from games.engine.types import CHARON, CHARONS_TO_END, MOST_PLAYERS

type Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Choices:
    """Rows of alternatives: `features[row, alternative, feature]`, which were `open`, and their parts of the truth."""

    features: Floats
    open: Floats
    truth: Floats


def standings(games: Iterable[PlayedGame], weights: Weights, levels: Sequence[str]) -> Choices:
    """Each round as it began: what spoke for every seat, and who won. Levels are features of their own, but the last.

    One seat, drawn at random, knows its hand.
    """
    features: list[list[tuple[float, ...]]] = []
    truth: list[list[float]] = []
    opened: list[list[float]] = []
    width = len(OF_STANDING) + len(levels) - 1
    for game in games:
        of_level = [tuple(float(level == name) for level in levels[:-1]) for name in game.sitting]
        for state, seat, _ in positions(game):
            if state.lot:
                continue
            in_game = [other for other, is_out in enumerate(state.eliminated) if not is_out]
            chance = move_rng(secret=SECRET, game_id=f"{game.seed}.{game.number}", version=state.round, seat=-1)
            knowing = chance.choice(in_game)
            view = project(state, seat)
            # The features look at the pawn from the end of the round before.
            prospects = Prospects(replace(view, first_seat=(seat - 1) % len(view.seats)), weights.standing)
            shown = round(prospects.late * CHARONS_TO_END)
            rows = [(0.0,) * width] * MOST_PLAYERS
            for other in in_game:
                of_hand: tuple[float, ...] = (0.0,) * OF_HAND
                if other == knowing:
                    hand = state.hands[other]
                    of_hand = hand_features(hand.count(CHARON), sum(hand), prospects.late)
                rows[other] = prospects.features(other, (), shown) + of_hand + of_level[other]
            features.append(rows)
            opened.append([float(other in in_game) for other in range(MOST_PLAYERS)])
            truth.append([game.won[other] if other < len(game.won) else 0.0 for other in range(MOST_PLAYERS)])
    return Choices(np.array(features, dtype=float), np.array(opened), np.array(truth))


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards that lay face down: `features[row, feature]`, what the counts say (log odds), and whether it was Charon."""

    features: Floats
    counts: Floats
    truth: Floats


def cards_laid(games: Iterable[PlayedGame], weights: Weights) -> Cards:
    """Each card that lay before somebody who had to answer, as they saw it; not those whose face was certain."""
    features: list[tuple[float, ...]] = []
    counts: list[float] = []
    truth: list[float] = []
    for game in games:
        for state, seat, _ in positions(game):
            if not state.lot:
                continue
            table = Table(project(state, seat), weights)
            for laid, put_in in zip(table.lot, state.lot, strict=True):
                charons, creatures = table.unseen[CHARON], table.unseen[laid.claim]
                if laid.claim == CHARON or not charons or not creatures:
                    continue
                features.append(lying_features(table, laid))
                counts.append(log(charons / creatures))
                truth.append(float(put_in.card == CHARON))
    return Cards(np.array(features, dtype=float), np.array(counts), np.array(truth))


def answers_given(games: Iterable[PlayedGame], weights: Weights) -> Choices:
    """Each answer: accepted, refused or passed on, with one and the same features for all three."""
    features: list[tuple[float, ...]] = []
    opened: list[tuple[float, ...]] = []
    truth: list[tuple[float, ...]] = []
    for game in games:
        for state, seat, move in positions(game):
            if not state.lot:
                continue
            table = Table(project(state, seat), weights)
            seen = table.chances(table.lot, table.unseen_by_all, [None] * len(table.lot))
            features.append(answer_features(table, table.lot, seen))
            opened.append((1.0, 1.0, float(may_pass_on(table, table.lot))))
            accepted, refused = isinstance(move, Accept), isinstance(move, Refuse)
            truth.append((float(accepted), float(refused), float(not accepted and not refused)))
    return Choices(np.array(features, dtype=float)[:, None, :], np.array(opened), np.array(truth))
