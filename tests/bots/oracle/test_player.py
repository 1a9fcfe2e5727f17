"""The oracle: its weights are those documented, it stays mixed, says why it moves, and plays well."""

import hashlib
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from bots.policies.guarded import Guarded
from bots.policies.oracle.network import WEIGHTS, network_of
from bots.policies.oracle.player import Oracle
from bots.training.course import weights_write
from bots.training.network import new_network
from games.engine.moves import Accept, Offer, Refuse
from games.engine.projection import project
from games.engine.rules import legal
from games.engine.types import CHARON, LotCard
from tests.bots.matches import game, seen_by_actor
from tests.bots.test_strength import share_of_wins
from tests.engine.tables import table

CHECKOUT = Path(__file__).resolve().parents[3]
A_LARGER_BUDGET = 96

each_size = pytest.mark.parametrize("players", [3, 4, 5, 6])


def test_the_weights_are_those_documented() -> None:
    digest = hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()

    assert digest in (CHECKOUT / "docs" / "bots.md").read_text()
    assert WEIGHTS.stat().st_size < 400_000
    assert network_of() is network_of()


def test_weights_for_something_else_are_refused(tmp_path: Path) -> None:
    import numpy as np

    other = new_network(np.random.default_rng(1))
    other.weights[0] = other.weights[0][:-1]
    weights_write(other, tmp_path / "other.npz")

    with pytest.raises(ValueError, match="other numbers"):
        network_of(tmp_path / "other.npz")


@each_size
def test_it_says_why(players: int) -> None:
    oracle = Oracle()
    for turn, choice in enumerate(game([oracle] * players, 4)):
        if turn % 10:
            continue
        advice = oracle.advise(choice.view, Random(choice.seed))
        options = legal(choice.state)
        assert options is not None
        moves = [weighed.move for weighed in advice.weighed]
        offers = len(options.offer.to) * sum(len(card.claims) for card in options.offer.cards) if options.offer else 0
        assert len(set(moves)) == len(moves) == options.accept + options.refuse + offers
        assert all(map(options.allows, moves))
        assert sum(weighed.share for weighed in advice.weighed) == pytest.approx(1)
        assert [weighed.share for weighed in advice.weighed] == sorted(
            (weighed.share for weighed in advice.weighed), reverse=True
        )
        assert all(0 <= weighed.win <= 1 for weighed in advice.weighed)
        assert all(weighed.points >= 0 <= weighed.charons <= 3 for weighed in advice.weighed)
        assert len(advice.charons) == len(choice.state.lot)
        for put_in, suspicion in zip(choice.state.lot, advice.charons, strict=True):
            if put_in.from_seat == choice.state.to_act:
                assert suspicion == (put_in.card == CHARON)
        if choice.state.lot:
            assert advice.charon == oracle.belief(choice.view)
            assert advice.charon >= max(advice.charons) - 1e-9
        else:
            assert advice.charon is None


def test_advice_is_for_ones_own_turn() -> None:
    with pytest.raises(ValueError, match="turn"):
        Oracle().advise(project(table([[1], [2], [3]]), 1), Random(1))


def test_it_takes_what_wins_and_sees_through_what_cannot_be() -> None:
    oracle = Oracle()
    winning = table(
        [[1, 2, 3, 4], [2, 4, 7, 8, 8], [1, 5, 7, 9, 0], [3, 4, 5, 8, 0]],
        fronts=[[10, 8], [10, 10, 9, 7], [9, 9], []],
        lot=[LotCard(from_seat=0, to=1, claim=5, card=5)],
        draw_pile=[0] * 12 + [1, 1, 2, 2, 3, 3, 4, 5, 7, 10],
    )
    view = seen_by_actor(winning)
    advice = oracle.advise(view, Random(1))
    assert advice.weighed[0].move == Accept()
    accepted = advice.weighed[0]
    assert accepted.points == pytest.approx(5 * (1 - accepted.charons))
    impossible = table(
        [[5, 7, 8, 8], [10, 2, 4, 9, 9], [5, 5, 1, 3, 0], [7, 7, 2, 2, 0]],
        fronts=[[10, 0], [0, 0, 3], [10, 8], [10, 0]],
        lot=[LotCard(from_seat=0, to=1, claim=10, card=CHARON)],
        draw_pile=[0] * 7 + [1, 1, 1, 3, 3, 4, 4, 4, 5, 7, 8, 9, 9],
    )
    view = seen_by_actor(impossible)
    assert oracle.belief(view) == 1
    assert oracle.advise(view, Random(1)).charons == (1.0,)
    moves = Counter(type(oracle.choose(view, Random(seed))) for seed in range(100))
    assert moves[Accept] < 10


def test_what_it_says_is_no_tell() -> None:
    """Of its cards that came to light, each claim was true about as often as any other; and it lies often enough."""
    told: Counter[tuple[int, bool]] = Counter()
    chances = lies = 0
    for seed in range(30):
        for choice in game([Oracle()] * 4, seed):
            if isinstance(choice.move, Offer):
                told[choice.move.claim, choice.move.card == CHARON] += 1
                seat = choice.state.to_act
                assert seat is not None
                if CHARON in choice.state.hands[seat]:
                    chances += 1
                    lies += choice.move.card == CHARON
                assert choice.view.rules.deck[choice.move.claim]

    claims = [claim for claim in range(1, 11) if claim != 6]
    truthful = {claim: told[claim, False] / (told[claim, False] + told[claim, True]) for claim in claims}
    assert 0.15 < lies / chances < 0.85
    assert min(truthful.values()) > 0.4
    assert max(truthful.values()) < 0.97


def test_a_larger_budget_is_still_quick_and_mixed() -> None:
    """The budget is counted in what is looked at, never in time: the same view and chance give the same move."""
    oracle = Oracle(budget=A_LARGER_BUDGET)
    view = seen_by_actor(table([[0, 3, 7, 7, 9], [5], [5], [5]], draw_pile=[1, 2, 3]))
    moves = [oracle.choose(view, Random(seed)) for seed in range(40)]

    assert moves[:8] == [oracle.choose(view, Random(seed)) for seed in range(8)]
    # No way is taken nearly always, and rarer ones are taken too.
    ways = Counter(moves)
    assert len(ways) >= 3
    assert max(ways.values()) <= 0.8 * len(moves)
    assert Refuse() not in ways


def test_one_oracle_beats_three_guarded() -> None:
    assert share_of_wins(Oracle(), Guarded(), players=4, games=80) > 0.22


def test_it_loads_nothing_that_knows_more() -> None:
    program = (
        "import sys; import bots.policies.oracle.player; assert 'numpy' not in sys.modules\n"
        "bots.policies.oracle.player.network_of()\n"
        "rooms = ('bots', 'games', 'players', 'django', 'numba')\n"
        "print(*(name for name in sys.modules if name.split('.')[0] in rooms))"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())

    ours = {name for name in loaded if name.startswith("games.engine.")}
    assert ours <= {f"games.engine.{name}" for name in ("events", "moves", "scoring", "types", "views")}
    assert loaded - ours <= {"games", "games.engine", "bots"} | {
        name for name in loaded if name.startswith("bots.policies")
    }
