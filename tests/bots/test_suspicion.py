"""What the shrewd believe of a lot."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from bots.policies.learnt import WEIGHTS
from bots.policies.prospects import FEATURES as OF_STANDING
from bots.policies.shrewd import Shrewd
from bots.policies.suspicion import FEATURES as OF_LYING
from bots.policies.suspicion import Table
from games.engine.events import LotRefused
from games.engine.projection import project
from games.engine.state import GameState
from games.engine.types import CHARON, Card, LotCard
from games.engine.views import GameView
from tests.bots.matches import game, seen_by_actor
from tests.engine.tables import table, twin_world

BELIEVE = Shrewd().belief


def asked(*claims: int, fronts: Sequence[Sequence[Card]], hand: Sequence[Card] = (9,)) -> GameView:
    """Seat 1 sees a lot of these claims before it: the first player's, and then one by each seat from 2 on."""
    hands: list[Sequence[Card]] = [[5] for _ in fronts]
    hands[1] = hand
    path = [0, *range(2, len(claims) + 1), 1]
    lot = [LotCard(path[place], path[place + 1], claim, claim) for place, claim in enumerate(claims)]
    return seen_by_actor(table(hands, fronts=fronts, lot=lot, draw_pile=[1, 2, 3]))


def test_there_is_a_weight_for_each_feature() -> None:
    assert len(WEIGHTS.standing) == len(OF_STANDING)
    assert len(WEIGHTS.lying) == len(OF_LYING)


def test_a_claim_of_which_all_cards_lie_open_is_charon() -> None:
    assert BELIEVE(asked(10, fronts=[[10], [], [10], [10]], hand=[10])) == 1


def test_a_claim_that_is_not_in_the_deck_is_charon() -> None:
    assert BELIEVE(asked(6, fronts=[[], [4], [], []])) == 1


def test_who_owns_up_is_believed() -> None:
    assert BELIEVE(asked(CHARON, fronts=[[], [4], [], []])) == 1


def test_where_no_charon_is_left_there_is_none() -> None:
    """Eleven in a game of three: seven lie open, four are in its own hand."""
    state = table(
        [[5], [0, 0, 0, 0], [5]],
        fronts=[[0, 0], [0, 0], [0, 0, 0]],
        eliminated=[2],
        lot=[LotCard(from_seat=0, to=1, claim=7, card=7)],
    )

    assert BELIEVE(seen_by_actor(state)) == 0


@pytest.mark.parametrize(("card", "belief"), [(CHARON, 1), (7, 0)])
def test_ones_own_card_is_known(card: Card, belief: float) -> None:
    lot = [LotCard(from_seat=0, to=1, claim=7, card=card)]
    state = table([[5], [5], [5], [5]], lot=lot)

    assert BELIEVE(project(state, 0)) == belief
    assert 0 < BELIEVE(project(state, 1)) < 1


def test_one_card_left_does_not_lie_there_twice() -> None:
    view = asked(10, 10, fronts=[[10], [], [10], []], hand=[10])

    assert BELIEVE(view) == pytest.approx(1)


def test_who_has_lied_is_trusted_less() -> None:
    honest = asked(8, fronts=[[], [], [], []])
    lie = LotRefused(1, 0, (LotCard(0, 1, claim=7, card=CHARON),), 0, 1)
    truth = LotRefused(1, 0, (LotCard(0, 1, claim=7, card=7),), 7, 0)

    def after(event: LotRefused) -> float:
        return BELIEVE(_remembering(honest, event))

    assert after(truth) < after(lie)


def _remembering(view: GameView, event: LotRefused) -> GameView:
    return replace(view, settled=(event, event, event))

    return replace(view, settled=(event, event, event))


def states(players: int, seed: int) -> list[GameState]:
    return [choice.state for choice in game([Shrewd()] * players, seed) if choice.state.lot]


@pytest.mark.parametrize("players", [3, 4, 6])
def test_equal_views_have_equal_beliefs(players: int) -> None:
    rng = Random(1)
    for state in states(players, seed=players):
        assert BELIEVE(seen_by_actor(twin_world(state, state.to_act, rng))) == BELIEVE(seen_by_actor(state))


def test_the_ways_a_lot_may_turn_out_are_all_there_are() -> None:
    for state in states(4, seed=4):
        seen = Table(seen_by_actor(state), WEIGHTS)
        ways = seen.lot_chances()
        assert sum(way.probability for way in ways) == pytest.approx(1)
        assert len({way.cards for way in ways}) == len(ways)
        assert tuple(put_in.card for put_in in state.lot) in {way.cards for way in ways}
        for way in ways:
            assert all(seen.unseen[card] >= way.cards.count(card) for card in way.cards)
