"""What the oracle knows and reads is the same from a view and from the kernel's cells, at every decision."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from bots.policies.oracle.describing import ACTIONS, FEATURES, describe, incline
from bots.policies.oracle.known import COVERED, ELIGIBLE, KNOWN_CELLS, known_of
from bots.policies.oracle.player import Oracle, action_of, move_of, moves_of
from bots.simulation.bridge import code_of, from_state
from bots.simulation.compiling import cells
from bots.training import games
from bots.training.knowing import know, new_memory, remember
from games.engine.moves import Move, Offer
from games.engine.projection import project
from games.engine.rules import legal, replay
from games.engine.state import GameState
from games.engine.types import CHARON
from tests.bots.matches import game
from tests.engine.tables import play_randomly, random_deal, table

pytestmark = pytest.mark.xdist_group("simulation")

each_size = pytest.mark.parametrize("players", [3, 4, 5, 6])


def decisions(players: int, seed: int) -> Iterator[tuple[GameState, Move]]:
    """Those of a random game, and of a game of oracles."""
    for before, move, _, _ in play_randomly(replay(random_deal(players, Random(seed))), Random(seed)):
        yield before, move
    for choice in game([Oracle()] * players, seed):
        yield choice.state, choice.move


@each_size
def test_views_and_cells_tell_the_same(players: int) -> None:
    known, memory = cells("h", bytes(KNOWN_CELLS)), new_memory()
    seen = 0
    for seed in range(6):
        for state, move in decisions(players, seed):
            if not state.lot and state.round == 1:
                memory = new_memory()
            found = from_state(state)
            for viewer in range(players):
                know(found, memory, viewer, known)
                wanted = known_of(project(state, viewer))
                assert [int(value) for value in known] == wanted  # type: ignore[attr-defined]

                row, inclined = np.zeros(FEATURES, np.float32), np.zeros(ACTIONS, np.float32)
                games.describe(known, row)
                games.incline(known, inclined)
                plain, plainly = [0.0] * FEATURES, [0.0] * ACTIONS
                describe(wanted, plain)
                incline(wanted, plainly)
                assert row.tobytes() == np.array(plain, np.float32).tobytes()
                assert inclined.tobytes() == np.array(plainly, np.float32).tobytes()
                seen += 1
            remember(found, memory, code_of(move))

    assert seen > 400


def test_a_difference_would_be_found() -> None:
    """Without its memory the kernel knows less."""
    known, memory = cells("h", bytes(KNOWN_CELLS)), new_memory()
    different = 0
    for state, _ in decisions(4, 1):
        know(from_state(state), memory, 0, known)
        different += [int(value) for value in known] != known_of(project(state, 0))  # type: ignore[attr-defined]

    assert different > 20


@each_size
def test_inclination_is_to_what_is_legal_and_credible(players: int) -> None:
    for state, _ in decisions(players, 3):
        options = legal(state)
        assert options is not None
        assert state.to_act is not None
        known = known_of(project(state, state.to_act))
        inclined = [0.0] * ACTIONS
        incline(known, inclined)

        assert sum(inclined) == pytest.approx(1)
        moves = {action_of(move, state.to_act, players): move for move in moves_of(options)}
        assert all(move_of(action, state.to_act, players) == move for action, move in moves.items())
        for action, share in enumerate(inclined):
            assert share == 0 or action in moves
        for action, move in moves.items():
            is_plain_lie = (
                isinstance(move, Offer) and move.card == CHARON != move.claim and not known[COVERED + move.claim]
            )
            assert (inclined[action] == 0) == is_plain_lie
            assert isinstance(move, Offer) or known[ELIGIBLE] or inclined[action] == 0.5


def test_a_lie_is_told_even_when_none_is_credible() -> None:
    """All Creatures lie open: whoever must put in a Charon still has something to say."""
    fronts = [[value for value in range(1, 11) if value != 6] * 2] * 2
    state = table([[0], [0], [0], [0]], fronts=[*fronts, [], []])
    inclined = [0.0] * ACTIONS
    incline(known_of(project(state, 0)), inclined)

    assert sum(inclined) == pytest.approx(1)
    assert not any(share for action, share in enumerate(inclined) if move_of(action, 0, 4) == Offer(CHARON, 6, 1))


def test_nobody_knows_nothing() -> None:
    with pytest.raises(ValueError, match="nobody"):
        known_of(project(table([[1], [2], [3]]), None))
