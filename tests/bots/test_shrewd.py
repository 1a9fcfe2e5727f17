"""The shrewd player: sensible where one can say what that is, and without a tell."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from bots.arena.results import Standing
from bots.policies.guarded import Guarded
from bots.policies.shrewd import Shrewd
from games.engine.moves import Accept, LegalMoves, Move, Offer, Refuse
from games.engine.state import GameState
from games.engine.types import CHARON, LotCard
from tests.bots.arena.contests import results_played
from tests.bots.matches import game, seen_by_actor
from tests.bots.test_guarded import asked, opening
from tests.bots.test_strength import share_of_wins
from tests.engine.tables import table

TIMES = 200
GAMES = 80


def chosen(state: GameState) -> Counter[Move]:
    """How often each move is made, in two hundred choices."""
    view = seen_by_actor(state)
    rng = Random(2026)
    return Counter(Shrewd().choose(view, rng) for _ in range(TIMES))


def test_accepts_what_wins() -> None:
    """All eleven Charon of a game of three lie open or in its own hand: the claim is true, and three points win."""
    state = table(
        [[5], [0, 0, 0, 0], [5]],
        fronts=[[0, 0], [0, 0, 10, 9, 10, 9], [0, 0, 0]],
        eliminated=[2],
        lot=[LotCard(from_seat=0, to=1, claim=3, card=3)],
    )

    assert set(chosen(state)) == {Accept()}


def test_refuses_an_honest_charon() -> None:
    assert set(chosen(asked(CHARON, fronts=[[], [4], [], []]))) == {Refuse()}


def test_the_third_charon_is_not_taken_knowingly() -> None:
    assert Accept() not in chosen(asked(6, fronts=[[], [0, 0, 4], [3], [7]]))


def test_lies_are_spread_over_what_can_be_believed() -> None:
    offers = chosen(opening([0], fronts=[[10, 10], [10], [10], []])).elements()
    lies = Counter(move.claim for move in offers if isinstance(move, Offer))

    assert len(lies) > 5
    assert not set(lies) & {CHARON, 6, 10}


def every_move(legal: LegalMoves) -> Iterator[Move]:
    if legal.accept:
        yield Accept()
    if legal.refuse:
        yield Refuse()
    if legal.offer is not None:
        for choice in legal.offer.cards:
            for claim in choice.claims:
                for to in legal.offer.to:
                    yield Offer(choice.card, claim, to)


@pytest.mark.parametrize("players", [3, 4, 6])
def test_it_says_why(players: int) -> None:
    for choice in game([Shrewd()] * players, players):
        assert choice.view.you is not None
        assert choice.view.you.legal is not None
        advice = Shrewd().advise(choice.view, Random(1))
        assert Counter(option.move for option in advice.weighed) == Counter(every_move(choice.view.you.legal))
        assert sum(option.share for option in advice.weighed) == pytest.approx(1)
        assert next(option.share for option in advice.weighed if option.move == choice.move) > 0
        for option in advice.weighed:
            assert 0 <= option.win <= 1 + 1e-9
            assert option.points >= 0
            assert 0 <= option.charons <= 3
        assert len(advice.charons) == len(choice.view.lot)
        assert (advice.charon is None) == (not choice.view.lot)
        if advice.charon is not None:
            assert Shrewd().belief(choice.view) == advice.charon


@pytest.fixture(scope="module")
def among_themselves() -> Standing:
    (standing,) = results_played(*["shrewd"] * 4, players=4, games=GAMES).contestants
    return standing


def test_beliefs_are_calibrated(among_themselves: Standing) -> None:
    """Better by fifteen in a hundred than the best constant guess by claim, chosen with hindsight."""
    calibration = among_themselves.calibration

    assert calibration is not None
    assert calibration.beliefs > 1_500
    assert calibration.below_by_claim is not None
    assert calibration.below_by_claim >= 0.15
    for tenth in calibration.bins:
        if tenth.beliefs >= 100:
            assert tenth.believed is not None
            assert tenth.true is not None
            assert abs(tenth.believed - tenth.true) < 0.08 + 2 * (0.25 / tenth.beliefs) ** 0.5


def test_no_claim_tells_a_lie(among_themselves: Standing) -> None:
    """Small claims are true about as often as large ones."""
    told = among_themselves.truth_by_claim

    def share(claims: range) -> float:
        of = [truth for truth in told if truth.claim in claims]
        return sum(truth.truthful for truth in of) / sum(truth.revealed for truth in of)

    assert abs(share(range(1, 4)) - share(range(8, 11))) < 0.08
    assert abs(share(range(1, 6)) - share(range(6, 11))) < 0.06


def test_one_shrewd_beats_three_guarded() -> None:
    """Par is 25 in a hundred. Many games say about 45; of these few no more is asked than that luck cannot explain."""
    assert share_of_wins(Shrewd(), Guarded(), players=4, games=120) >= 0.26
