"""The novice: an honest random player."""

from collections import Counter
from random import Random

from bots.policies.novice import Novice
from games.engine import rules
from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.state import GameState
from games.engine.types import LotCard
from tests.bots.matches import seen_by_actor
from tests.engine.tables import moves_of, table

TIMES = 6_000


def chosen(state: GameState) -> Counter[Move]:
    """How often each move is made, in six thousand choices."""
    view = seen_by_actor(state)
    rng = Random(2026)
    return Counter(Novice().choose(view, rng) for _ in range(TIMES))


def asked(hand: list[int]) -> GameState:
    """Seat 1 of four is asked to take a card of seat 0, and holds this hand."""
    return table([[4], hand, [5], [5]], lot=[LotCard(from_seat=0, to=1, claim=7, card=7)])


def share(moves: Counter[Move], kind: type[Move]) -> float:
    return sum(times for move, times in moves.items() if isinstance(move, kind)) / TIMES


def near(measured: float, expected: float) -> bool:
    """Within four standard errors."""
    return abs(measured - expected) < 4 * (expected * (1 - expected) / TIMES) ** 0.5


def test_every_legal_move_can_happen_and_no_other() -> None:
    state = asked([0, 3, 9])
    legal = rules.legal(state)
    assert legal is not None

    assert set(chosen(state)) == set(moves_of(legal))


def test_accept_refuse_and_pass_on_are_equally_likely() -> None:
    moves = chosen(asked([0, 3, 9]))

    assert near(share(moves, Accept), 1 / 3)
    assert near(share(moves, Refuse), 1 / 3)
    assert near(share(moves, Offer), 1 / 3)


def test_what_is_not_possible_takes_no_share() -> None:
    moves = chosen(asked([]))

    assert set(moves) == {Accept(), Refuse()}
    assert near(share(moves, Accept), 1 / 2)


def test_cards_are_drawn_blindly_from_the_hand() -> None:
    moves = chosen(table([[0, 0, 0, 3], [1], [2], [5]]))

    charons = sum(times for move, times in moves.items() if isinstance(move, Offer) and move.card == 0)
    assert near(charons / TIMES, 3 / 4)


def test_claims_and_recipients_are_equally_likely() -> None:
    moves = chosen(table([[0], [1], [2], [5]]))

    for claim in range(11):
        assert near(sum(moves[Offer(0, claim, to)] for to in (1, 2, 3)) / TIMES, 1 / 11)
    for to in (1, 2, 3):
        assert near(sum(moves[Offer(0, claim, to)] for claim in range(11)) / TIMES, 1 / 3)
