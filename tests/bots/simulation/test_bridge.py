"""States and moves cross between engine and kernel without loss; views with an assignment of what is hidden."""

from dataclasses import replace
from random import Random

import pytest

from bots.simulation import layout
from bots.simulation.bridge import MOVE_OF, Hidden, Unplayable, code_of, codes_of, from_state, from_view
from games.engine.events import GameVoided
from games.engine.moves import Accept, LegalMoves, Offer, Refuse
from games.engine.projection import project
from games.engine.rules import apply, replay
from games.engine.state import GameState
from tests.engine.tables import open_table, play_randomly, random_deal, twin_world

pytestmark = pytest.mark.xdist_group("simulation")

EVERY_PLAYERS = pytest.mark.parametrize("players", [3, 4, 5, 6])


def dealt(players: int, seed: int) -> GameState:
    return replay(random_deal(players, Random(seed)))


def hidden_of(state: GameState) -> Hidden:
    return Hidden(state.hands, tuple(put_in.card for put_in in state.lot), state.draw_pile)


def same(state: GameState, other: GameState) -> bool:
    first, second = from_state(state), from_state(other)
    return all(first[cell] == second[cell] for cell in range(layout.STATE_CELLS))


def test_moves_are_numbered_through() -> None:
    assert layout.MOVES == 128
    assert [code_of(move) for move in MOVE_OF] == list(range(128))
    assert MOVE_OF[:4] == (Accept(), Refuse(), Offer(0, 0, 0), Offer(0, 1, 0))
    assert MOVE_OF[-1] == Offer(10, 10, 5)


def test_nobody_to_act_has_no_moves() -> None:
    assert codes_of(None) == []
    assert codes_of(LegalMoves(accept=True, refuse=True, offer=None)) == [layout.ACCEPT, layout.REFUSE]


@EVERY_PLAYERS
def test_a_view_with_the_truth_is_the_state(players: int) -> None:
    for before, _, _, after in play_randomly(dealt(players, 1), Random(1)):
        for state in (before, after):
            for viewer in (None, *range(players)):
                found, wanted = from_view(project(state, viewer), hidden_of(state)), from_state(state)
                assert all(found[cell] == wanted[cell] for cell in range(layout.STATE_CELLS))


@EVERY_PLAYERS
def test_a_view_with_other_cards_is_the_other_world(players: int) -> None:
    rng = Random(2)
    state = next(after for _, _, _, after in play_randomly(dealt(players, 2), rng) if after.lot)
    for viewer in range(players):
        twin = twin_world(state, viewer, rng)
        found, wanted = from_view(project(state, viewer), hidden_of(twin)), from_state(twin)
        assert not same(state, twin)
        assert all(found[cell] == wanted[cell] for cell in range(layout.STATE_CELLS))


def test_an_assignment_that_contradicts_the_view_is_refused() -> None:
    state = next(after for _, _, _, after in play_randomly(dealt(4, 3), Random(3)) if after.lot)
    offerer = state.lot[0].from_seat
    view, truth = project(state, offerer), hidden_of(state)
    other = next(seat for seat in range(4) if seat != offerer and state.hands[seat] != state.hands[offerer])
    exchanged = list(truth.hands)
    exchanged[offerer], exchanged[other] = exchanged[other], exchanged[offerer][:5]
    wrong = [
        replace(truth, hands=truth.hands[:-1]),
        replace(truth, lot=()),
        replace(truth, hands=tuple(exchanged)),
        replace(truth, lot=((truth.lot[0] + 1) % 11,)),
        replace(truth, draw_pile=truth.draw_pile[1:]),
        replace(truth, draw_pile=((truth.draw_pile[0] + 1) % 11, *truth.draw_pile[1:])),
    ]

    from_view(view, truth)
    for assignment in wrong:
        with pytest.raises(Unplayable):
            from_view(view, assignment)


def test_what_the_kernel_cannot_play_is_refused() -> None:
    state = dealt(4, 4)
    waiting = open_table(4)
    voided = apply(state, GameVoided(reason="test", reveal="00"))
    other_rules = replace(state, rules=replace(state.rules, version=2))

    for impossible in (waiting, voided, other_rules):
        with pytest.raises(Unplayable):
            from_state(impossible)
        with pytest.raises(Unplayable):
            from_view(project(impossible, None), hidden_of(impossible))
