"""What an adviser says: every legal move once, how often it is made, and what is believed of the lot."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from bots.policies.advice import Advice, Adviser
from bots.policies.guarded import Guarded
from bots.policies.guarded_advice import GuardedAdviser
from bots.registry import LEVELS, advisers
from games.engine.moves import Accept, LegalMoves, Move, Offer, Refuse
from games.engine.projection import project
from games.engine.types import CHARON
from games.levels import levels_list
from tests.bots.matches import Choice, game, seen_by_actor
from tests.engine.tables import table, twin_world

each_adviser = pytest.mark.parametrize("adviser", [adviser for _, adviser in advisers()], ids=lambda it: it.level)


def every_move(legal: LegalMoves) -> Iterator[Move]:
    if legal.accept:
        yield Accept()
    if legal.refuse:
        yield Refuse()
    for choice in () if legal.offer is None else legal.offer.cards:
        for claim in choice.claims:
            for to in () if legal.offer is None else legal.offer.to:
                yield Offer(choice.card, claim, to)


def choices(adviser: Adviser, players: int, seed: int) -> Iterator[tuple[Choice, Advice]]:
    for choice in game([LEVELS["guarded"].policy] * players, seed):
        yield choice, adviser.advise(choice.view, Random(choice.seed))


@each_adviser
@pytest.mark.parametrize("players", [3, 4, 6])
def test_every_legal_move_is_weighed_once_within_bounds(adviser: Adviser, players: int) -> None:
    for choice, advice in choices(adviser, players, seed=players):
        assert choice.view.you is not None
        assert choice.view.you.legal is not None
        moves = [weighed.move for weighed in advice.weighed]
        assert Counter(moves) == Counter(every_move(choice.view.you.legal))
        assert sum(weighed.share for weighed in advice.weighed) == pytest.approx(1)
        assert [weighed.share for weighed in advice.weighed] == sorted(
            (weighed.share for weighed in advice.weighed), reverse=True
        )
        for weighed in advice.weighed:
            assert 0 <= weighed.share <= 1
            assert -1e-9 <= weighed.win <= 1 + 1e-9
            assert weighed.points >= 0
            assert 0 <= weighed.charons <= 3
        assert len(advice.charons) == len(choice.view.lot)
        assert (advice.charon is None) == (not choice.view.lot)
        if advice.charon is not None:
            assert max(advice.charons) - 1e-9 <= advice.charon <= min(1.0, sum(advice.charons)) + 1e-9
            assert adviser.belief(choice.view) == pytest.approx(advice.charon)


@each_adviser
def test_twin_worlds_get_the_same_advice(adviser: Adviser) -> None:
    rng, compared = Random(3), 0
    for choice, advice in choices(adviser, 4, seed=3):
        twin = twin_world(choice.state, choice.state.to_act, rng)
        assert adviser.advise(seen_by_actor(twin), Random(choice.seed)) == advice
        compared += twin != choice.state
    assert compared > 10


@each_adviser
def test_nobody_is_advised_out_of_turn(adviser: Adviser) -> None:
    for viewer in (None, 1):
        with pytest.raises(ValueError, match="turn"):
            adviser.advise(project(table([[1], [2], [3]]), viewer), Random(1))


def test_the_shares_of_guarded_are_how_often_it_moves_so() -> None:
    """Asked with other chance each time, it makes each move about as often as it says."""
    adviser, policy = GuardedAdviser(), Guarded()
    tried = lies = 0
    for choice, advice in choices(adviser, 4, seed=12):
        if tried == 6:
            break
        # Something to be chosen: no move is nearly sure.
        if advice.weighed[0].share > 0.9:
            continue
        tried += 1
        made = Counter(policy.choose(choice.view, Random(f"{choice.seed} {number}")) for number in range(800))
        for weighed in advice.weighed:
            assert made[weighed.move] / 800 == pytest.approx(weighed.share, abs=0.11)
            lies += isinstance(weighed.move, Offer) and weighed.move.card == CHARON and weighed.share > 0.02
    assert tried == 6
    assert lies > 0


def test_guarded_plays_as_ever_when_it_can_advise() -> None:
    for choice in game([Guarded()] * 4, 8):
        assert GuardedAdviser().choose(choice.view, Random(choice.seed)) == choice.move


def test_the_best_adviser_comes_first() -> None:
    assert [level.level for level, _ in advisers()] == [level.level for level in reversed(levels_list())]
