"""How fast the kernel plays at random: `python -m tests.benchmarks simulation [--seconds S] [--runs N] [--json FILE]`.

Whole games, every legal move listed before each move; the deal is inside the measure. Moves are chosen uniformly among
those listed, as the peers' are, and as the novice chooses. The kernel is measured compiled and as plain Python.

The peers are OpenSpiel's nearest games in C++, hearts, goofspiel and liars_dice, in the same run: random play that
lists its legal actions and takes one of them. Two drivers are tried, and the quicker counts. `rollouts` is OpenSpiel's
own RandomRolloutEvaluator, hundreds of games for each call from Python, so that Python costs nothing; its deal is
outside the measure, in the peer's favour. `bots` is one `evaluate_bots` with its uniform bots for each game. Neither
tells how many moves it made: they are counted in a sample of such games. Runs alternate, so that a busy machine slows
all alike; medians are compared, and the clock is that of the processor.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from random import Random
from statistics import fmean, median
from time import process_time
from typing import Any

from bots.simulation.compiling import COMPILED
from bots.simulation.playouts import Choice, playouts
from games.engine.types import FEWEST_PLAYERS, MOST_PLAYERS

AIM = 8_000_000
"""Listed moves a second at four players, on one core."""

PLAYER_COUNTS = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
PEERS = ("hearts", "goofspiel", "liars_dice")
ROLLOUTS = 400
SAMPLE = 300
WITHOUT_NUMBA = (
    "import sys; sys.modules['numba'] = None; from tests.benchmarks.simulation import plain; plain({seconds})"
)

type Run = Callable[[int], int]
"""Plays some games from a seed, and says how many moves that took."""


def kernel_run(players: int, choice: Choice, games: int) -> Run:
    return lambda seed: playouts(seed, games, players, choice).moves


def peer_game(name: str) -> Any:
    import pyspiel

    game = pyspiel.load_game(name)
    simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    # Where all choose at once, one after the other chooses: each choice is a move.
    return pyspiel.convert_to_turn_based(game) if simultaneous else game


def dealt(game: Any, rng: Random) -> Any:
    """The game at its first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])
    return state


def bots_of(game: Any, seed: int) -> list[Any]:
    import pyspiel

    return [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(game.num_players())]


def moves_in(state: Any) -> int:
    return sum(action.player >= 0 for action in state.full_history())


def by_bots(game: Any, games: int = 100) -> Run:
    import pyspiel

    def run(seed: int) -> int:
        bots = bots_of(game, seed)
        moves = 0
        for number in range(games):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, seed * games + number)
            moves += state.move_number()
        return moves

    # A move's number counts the deal as well: how much of it is play is the same for every game, but for chance.
    sample = [game.new_initial_state() for _ in range(SAMPLE)]
    for number, state in enumerate(sample):
        pyspiel.evaluate_bots(state, bots_of(game, number), number)
    share = sum(map(moves_in, sample)) / sum(state.move_number() for state in sample)
    return lambda seed: round(run(seed) * share)


def by_rollouts(game: Any) -> Run:
    """One simulation of a search evaluates its root, and that is so many random games to the end, all in C++."""
    import pyspiel

    root = dealt(game, Random(1))

    def run(seed: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
        pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, seed, False).mcts_search(root)
        return round(ROLLOUTS * mean)

    def length(seed: int) -> int:
        state = root.clone()
        pyspiel.evaluate_bots(state, bots_of(game, seed), seed)
        return moves_in(state) - moves_in(root)

    mean = fmean(map(length, range(SAMPLE)))
    return run


def moves_per_second(run: Run, seed: int, seconds: float) -> float:
    moves = 0
    start = process_time()
    for number in count():
        moves += run(seed * 1_000_000 + number)
        elapsed = process_time() - start
        if elapsed >= seconds:
            return moves / elapsed
    raise AssertionError


def plain(seconds: float) -> None:
    """Tell the rates of the kernel as it is here, with choices uniform, as JSON."""
    rates = [moves_per_second(kernel_run(players, Choice.UNIFORM, 20), 1, seconds) for players in PLAYER_COUNTS]
    json.dump({"compiled": COMPILED, "rates": rates}, sys.stdout)


def plain_rates(seconds: float) -> dict[str, float]:
    command = [sys.executable, "-c", WITHOUT_NUMBA.format(seconds=seconds)]
    told = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    if told["compiled"]:
        raise RuntimeError("numba was not out of the way")
    return {f"plain Python, {n} players": rate for n, rate in zip(PLAYER_COUNTS, told["rates"], strict=True)}


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.3, help="length of each run")
    parser.add_argument("--runs", type=int, default=7, help="runs of each")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    arguments = parser.parse_args(argv)
    if not COMPILED:
        print("numba is missing: there is nothing compiled to measure.", file=sys.stderr)
        return 1

    contenders: dict[str, Run] = {
        f"{choice.name.lower()}, {players} players": kernel_run(players, choice, 1_000)
        for players in PLAYER_COUNTS
        for choice in Choice
    }
    for name in PEERS:
        game = peer_game(name)
        contenders |= {f"{name} by rollouts": by_rollouts(game), f"{name} by bots": by_bots(game)}
    for run in contenders.values():
        run(0)  # compiles

    measured: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(arguments.runs):
        for name, run in contenders.items():
            measured[name].append(moves_per_second(run, number, arguments.seconds))
    rates = {name: median(runs) for name, runs in measured.items()} | plain_rates(arguments.seconds)
    peers = {name: max(rates[f"{name} by rollouts"], rates[f"{name} by bots"]) for name in PEERS}

    print(f"load of the machine: {' '.join(f'{load:.1f}' for load in os.getloadavg())}")
    for name, rate in rates.items():
        print(f"{name:26} {rate / 1e6:8.3f} million moves/s")
    ratios = {name: rates["uniform, 4 players"] / rate for name, rate in peers.items()}
    print("uniform, 4 players: " + ", ".join(f"{ratio:.1f} times {name}" for name, ratio in ratios.items()))
    slower = min(rates["uniform, 4 players"], rates["novice, 4 players"])
    print(f"the slower choice at 4 players: {slower / 1e6:.1f} million; the aim is {AIM / 1e6:.0f}")
    if arguments.json is not None:
        figures = {"moves_per_second": rates, "ratios": ratios, "aim": AIM, "load": os.getloadavg()}
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
