"""Random play: the same from the same seed, compiled or not, and as random as it says."""

import json
import subprocess
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import pytest

from bots.simulation import kernel, layout
from bots.simulation.chance import below, new_chance, word32
from bots.simulation.compiling import COMPILED, cells
from bots.simulation.playouts import Choice, as_novice, playouts, shuffle
from games.engine.setup import rules_for, sorted_deck

pytestmark = pytest.mark.xdist_group("simulation")

CHECKOUT = Path(__file__).resolve().parents[3]
GAMES = 20

EVERY_PLAYERS = pytest.mark.parametrize("players", [3, 4, 5, 6])


def test_plain_python_plays_as_the_compiled_kernel_and_the_engine_do() -> None:
    command = [sys.executable, "-m", "tests.bots.simulation.without_numba", str(GAMES)]
    run = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False, timeout=120)
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)

    assert COMPILED
    assert told["compiled"] is False
    assert told["django"] is False
    assert told["compared"] == [GAMES] * 4
    counts = [playouts(players, GAMES, players, choice) for players in (3, 4, 5, 6) for choice in Choice]
    assert told["counts"] == json.loads(json.dumps([asdict(counted) for counted in counts]))


@EVERY_PLAYERS
@pytest.mark.parametrize("choice", Choice)
def test_a_seed_is_a_game(players: int, choice: Choice) -> None:
    counted = playouts(7, 500, players, choice)

    assert counted == playouts(7, 500, players, choice)
    assert counted != playouts(8, 500, players, choice)
    assert counted.games == sum(counted.reasons) == 500
    assert counted.reasons[layout.PLAYING] == 0
    assert sum(counted.wins) >= 500
    assert counted.listed > counted.moves > counted.rounds


@pytest.mark.parametrize(("players", "percent"), [(3, 5), (4, 3), (5, 4), (6, 18)])
def test_the_pile_runs_out_as_often_as_the_rules_say(players: int, percent: int) -> None:
    counted = playouts(1, 20_000, players)

    assert counted.piles_run_out / 200 == pytest.approx(percent, abs=0.6)


@EVERY_PLAYERS
def test_no_seat_has_an_advantage(players: int) -> None:
    """The first player is drawn, so that seats are alike: within four standard deviations."""
    counted = playouts(2, 20_000, players)

    par = sum(counted.wins) / players
    assert all(abs(wins - par) < 4 * par**0.5 for wins in counted.wins)


@EVERY_PLAYERS
def test_a_novice_makes_every_listed_move_and_no_other(players: int) -> None:
    state, moves, chance, deck = kernel.new_state(), kernel.new_moves(), new_chance(players), cells("b", bytes(60))
    shuffle(deck, players, chance)
    assert sorted(deck[i] for i in range(layout.DECK_SIZE[players])) == list(sorted_deck(rules_for(players)))
    kernel.deal(state, players, 0, deck, layout.DECK_SIZE[players])
    while (count := kernel.legal_moves(state, moves)) > 0:
        listed = {int(moves[i]) for i in range(count)}
        # The rarest: to pass on one Charon of five cards with one of eleven claims to one of four seats, 1 in 660.
        chosen = {int(as_novice(state, count, word32(chance))) for _ in range(12_000)}
        assert chosen == listed
        kernel.play(state, moves[below(chance, count)])


def test_chance_is_even() -> None:
    chance = new_chance(3)
    dice = Counter(int(below(chance, 6)) for _ in range(60_000))

    assert set(dice) == set(range(6))
    assert all(abs(thrown - 10_000) < 400 for thrown in dice.values())


def test_near_seeds_have_nothing_in_common() -> None:
    seeds = [*range(1_000), *(seed << 32 for seed in range(1, 1_000)), -1]
    firsts = Counter(int(word32(new_chance(seed))) for seed in seeds)

    assert max(firsts.values()) == 1
    bits = sum(bin(first).count("1") for first in firsts) / len(firsts)
    assert bits == pytest.approx(16, abs=0.3)
