"""What holds for every policy: it plays by the rules, sees what a player sees, and is quick."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from types import FrameType

import pytest

from bots.policies.policy import Policy, Rng
from bots.registry import LEVELS
from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.projection import project
from games.engine.types import CHARON
from games.engine.views import GameView
from tests.bots.matches import game, made, seen_by_actor
from tests.engine.tables import table, twin_world

SIZES = [3, 4, 5, 6]
GAMES_OF_A_SIZE = 24
# About twice what they take. `python -m tests.benchmarks choices` tells the milliseconds.
MOST_CALLS = {"novice": 100, "guarded": 11_000, "shrewd": 23_000, "oracle": 45_000}

each_level = pytest.mark.parametrize("level", list(LEVELS))
each_size = pytest.mark.parametrize("players", SIZES)


def mixed_table(players: int, seed: int) -> list[Policy]:
    """Every level plays, in every neighbourhood."""
    policies = [level.policy for level in LEVELS.values()]
    return [policies[(seat + seed) % len(policies)] for seat in range(players)]


@each_size
def test_every_move_is_legal_and_every_game_ends(players: int) -> None:
    moves = 0
    for seed in range(GAMES_OF_A_SIZE):
        for choice in game(mixed_table(players, seed), seed):
            assert choice.view.you is not None
            assert choice.view.you.legal is not None
            assert choice.view.you.legal.allows(choice.move)
            moves += 1

    assert moves > 20 * GAMES_OF_A_SIZE


@each_size
def test_guarded_never_claims_what_gives_it_away(players: int) -> None:
    lies = 0
    for seed in range(GAMES_OF_A_SIZE // 2):
        for choice in game([LEVELS["guarded"].policy] * players, seed):
            if isinstance(choice.move, Offer) and choice.move.card == CHARON:
                claim = choice.move.claim
                lies += 1
                assert claim != CHARON
                in_fronts = [card for seat in choice.view.seats for card in seat.front]
                assert in_fronts.count(claim) < choice.view.rules.deck[claim]

    assert lies > 5


def blind_spots(policies: list[Policy], seed: int) -> Iterator[bool]:
    """For each choice of a game: would it be the same in a world that looks the same to the one who chose?"""
    rng = Random(seed)
    for choice in game(policies, seed):
        twin = twin_world(choice.state, choice.state.to_act, rng)
        assert seen_by_actor(twin) == choice.view
        yield made(choice.policy, twin, choice.seed).move == choice.move


@each_level
@each_size
def test_twin_worlds_get_the_same_choice(level: str, players: int) -> None:
    for seed in range(5):
        assert all(blind_spots([LEVELS[level].policy] * players, seed))


def test_a_policy_that_peeks_is_found() -> None:
    assert not all(blind_spots([Peeker()] * 4, 1))


class Peeker:
    """Accepts when the card is good, which it cannot know: it finds the game's state among its callers' variables."""

    level = "peeker"

    def choose(self, view: GameView, rng: Rng) -> Move:
        state = sys._getframe(1).f_locals["state"]
        if view.lot:
            return Accept() if state.lot[0].card != CHARON else Refuse()
        return LEVELS["novice"].policy.choose(view, rng)


@each_level
def test_names_and_proofs_do_not_matter(level: str) -> None:
    policy = LEVELS[level].policy
    for choice in game([policy] * 4, 5):
        other = replace(
            choice.view,
            name="another",
            turn=10,
            fairness=replace(choice.view.fairness, commitment="0" * 64),
            seats=tuple(replace(seat, player=1_000 - seat.seat) for seat in choice.view.seats),
        )
        assert policy.choose(other, Random(choice.seed)) == choice.move


@each_level
def test_a_policy_remembers_nothing(level: str) -> None:
    policy = LEVELS[level].policy
    choices = list(game([policy] * 5, 9))

    again = [policy.choose(choice.view, Random(choice.seed)) for choice in reversed(choices)]

    assert again == [choice.move for choice in reversed(choices)]


@each_level
def test_a_policy_is_not_asked_out_of_turn(level: str) -> None:
    state = table([[1], [2], [3]])
    for viewer in (None, 1):
        with pytest.raises(ValueError, match="turn"):
            LEVELS[level].policy.choose(project(state, viewer), Random(1))


def calls_of(choose: Callable[[], Move]) -> int:
    """How many functions were called to choose: what a choice costs, the same on every machine and under every load."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        choose()
    finally:
        sys.setprofile(before)
    return calls


@each_level
def test_a_choice_costs_little(level: str) -> None:
    policy = LEVELS[level].policy
    spent = [
        calls_of(lambda choice=choice: policy.choose(choice.view, Random(choice.seed)))
        for seed in range(3)
        for choice in game([policy] * 6, seed)
    ]

    assert 10 < max(spent) < MOST_CALLS[level]


def test_policies_load_nothing_that_knows_more() -> None:
    program = (
        "import sys; import bots.policies.shrewd, bots.policies.temperament, bots.policies.novice_advice\n"
        "print(*(name for name in sys.modules if name.split('.')[0] in ('bots', 'games', 'players', 'django')))"
    )
    loaded = set(
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    )

    ours = {name for name in loaded if name.startswith("games.engine.")}
    assert ours <= {f"games.engine.{name}" for name in ("events", "moves", "scoring", "types", "views")}
    assert loaded - ours <= {"games", "games.engine", "bots"} | {
        name for name in loaded if name.startswith("bots.policies")
    }
