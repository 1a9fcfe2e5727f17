"""The guarded player, in situations where one can say what is sensible."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from bots.policies.belief import LIE_SHARE, chances
from bots.policies.guarded import Guarded
from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.state import GameState
from games.engine.types import CHARON, Card, LotCard
from tests.bots.matches import seen_by_actor
from tests.engine.tables import table

TIMES = 200


def chosen(state: GameState) -> Counter[Move]:
    """How often each move is made, in two hundred choices."""
    view = seen_by_actor(state)
    rng = Random(2026)
    return Counter(Guarded().choose(view, rng) for _ in range(TIMES))


def asked(claim: int, *, fronts: Sequence[Sequence[Card]], hand: Sequence[Card] = ()) -> GameState:
    """Seat 1 is offered one card, which is said to be `claim`, by the first player."""
    hands: list[Sequence[Card]] = [[5] for _ in fronts]
    hands[1] = hand
    lot = [LotCard(from_seat=0, to=1, claim=claim, card=claim)]
    return table(hands, fronts=fronts, lot=lot, draw_pile=[1, 2, 3])


def opening(hand: Sequence[Card], *, fronts: Sequence[Sequence[Card]] = ((), (), (), ())) -> GameState:
    """Seat 0 holds the pawn and this hand."""
    return table([hand, [5], [5], [5]], fronts=fronts, draw_pile=[1, 2, 3])


def offers(moves: Counter[Move]) -> list[Offer]:
    """Every offer that was made, as often as it was."""
    return [move for move in moves.elements() if isinstance(move, Offer)]


def test_accepts_what_wins() -> None:
    assert set(chosen(asked(5, fronts=[[10, 8], [10, 10, 9, 7], [9, 9], []]))) == {Accept()}


def test_refuses_an_honest_charon() -> None:
    assert set(chosen(asked(CHARON, fronts=[[], [4], [], []]))) == {Refuse()}


def test_sees_through_a_claim_whose_cards_all_lie_open() -> None:
    """Three Medusas in the fronts and one in its own hand: what is said to be a Medusa is Charon."""
    state = asked(10, fronts=[[10], [], [10], [10]], hand=[10])

    assert Accept() not in chosen(state)


def test_sees_through_a_claim_on_a_card_that_was_left_out() -> None:
    assert Accept() not in chosen(asked(6, fronts=[[], [4], [], []]))


@pytest.mark.parametrize("claim", [1, 5, 9])
def test_with_two_charons_the_third_is_not_risked(claim: int) -> None:
    assert set(chosen(asked(claim, fronts=[[], [0, 0, 4], [3], [7]]))) == {Refuse()}


def test_with_two_charons_in_front_no_third_is_offered() -> None:
    state = opening([0, 0, 0, 2, 9], fronts=[[0, 0, 5], [4], [7], []])

    assert {offer.card for offer in offers(chosen(state))} <= {2, 9}


def test_with_nothing_but_charons_one_is_offered_all_the_same() -> None:
    state = opening([0, 0, 0], fronts=[[0, 0, 5], [4], [7], []])

    assert {offer.card for offer in offers(chosen(state))} == {CHARON}


def test_the_third_charon_is_risked_when_refusing_loses_the_game() -> None:
    """Seat 0 has 31 points: a Medusa that comes back to it wins. Seat 1 wins with the same card."""
    state = asked(10, fronts=[[9, 9, 8, 5], [0, 0, 9, 9, 8, 5], [], []])

    assert set(chosen(state)) == {Accept()}


def test_the_leader_is_given_nothing() -> None:
    """Seat 2 needs ten points, and there is nothing but Creatures to give."""
    state = opening([8, 9, 10], fronts=[[], [], [10, 10, 9, 2], []])

    assert 2 not in {offer.to for offer in offers(chosen(state))}


def test_charon_is_put_forward_as_something_else_now_and_then() -> None:
    made = offers(chosen(opening([0, 3, 5, 8, 9])))
    lies = [offer for offer in made if offer.card == CHARON]

    assert TIMES * 0.02 < len(lies) < TIMES * 0.6
    assert all(offer.claim not in (CHARON, 6) for offer in lies)


def test_lies_are_spread() -> None:
    """One who always told the same lie would be believed once."""
    lies = Counter(offer.claim for offer in offers(chosen(opening([0]))))

    assert len(lies) > 4
    assert max(lies.values()) < TIMES / 2


def test_what_lies_face_down_is_judged_by_what_is_unseen() -> None:
    unseen = [10, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1]
    (charon, medusa) = chances([10], unseen)

    assert (charon.cards, medusa.cards) == ((CHARON,), (10,))
    assert charon.probability == pytest.approx(10 * LIE_SHARE / (10 * LIE_SHARE + 1))


def test_one_card_left_does_not_lie_there_twice() -> None:
    unseen = [10, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1]

    assert (10, 10) not in {chance.cards for chance in chances([10, 10], unseen)}
    assert sum(chance.probability for chance in chances([10, 10], unseen)) == pytest.approx(1)
