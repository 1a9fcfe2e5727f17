"""What a bot's choice costs: `python -m tests.benchmarks choices [--games N] [--json FILE]`.

Games of one level among themselves; every choice is measured alone, by the clock of the processor. Told are the median
and the 99th percentile in milliseconds, and how much of the level's limit the latter is. The levels take turns game by
game, so that a busy machine slows all alike.
"""

import argparse
import json
import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import quantiles
from time import process_time

from bots.registry import LEVELS
from games.engine.types import FEWEST_PLAYERS, MOST_PLAYERS
from tests.bots.matches import game

LIMITS = dict.fromkeys(LEVELS, 5.0) | {"oracle": 50.0}
"""Milliseconds of processor time a choice may take in 99 of 100 cases."""


def costs(level: str, players: int, seed: int) -> list[float]:
    """What each choice of a game took, in milliseconds."""
    policy = LEVELS[level].policy
    spent = []
    for choice in game([policy] * players, seed):
        began = process_time()
        policy.choose(choice.view, Random(choice.seed))
        spent.append((process_time() - began) * 1_000)
    return spent


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="games of each level and number of players")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    arguments = parser.parse_args(argv)
    spent: dict[str, list[float]] = {level: [] for level in LEVELS}
    for seed in range(arguments.games):
        for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1):
            for level in LEVELS:
                spent[level] += costs(level, players, seed)
    print(f"load of the machine: {' '.join(f'{load:.1f}' for load in os.getloadavg())}")
    figures = {}
    for level, each in spent.items():
        cuts = quantiles(each, n=100)
        figures[level] = {"choices": len(each), "p50": cuts[49], "p99": cuts[98], "share": cuts[98] / LIMITS[level]}
        print(
            f"{level:8} {len(each):6} choices  p50 {cuts[49]:6.2f} ms  p99 {cuts[98]:6.2f} ms,"
            f" {cuts[98] / LIMITS[level]:.0%} of {LIMITS[level]:.0f} ms"
        )
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return max(figure["share"] > 1 for figure in figures.values())
