"""`manage.py best_response`: how far can a level be exploited?"""

import json
import os
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bots.arena.policies import UnknownPolicy, policy_named
from games.engine.types import FEWEST_PLAYERS, MOST_PLAYERS

SECONDS_BETWEEN_LINES = 5.0


class Command(BaseCommand):
    help = (
        "Train an opponent against fixed copies of a policy at all other seats, and say which share of the games it "
        "comes to win, on deals that it did not learn from. Needs numba, and no database."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("policy", metavar="LEVEL", help="a level, or module:Class of your own")
        parser.add_argument("--players", type=int, default=4, help="seats at the table, 3 to 6 (4)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same opponent (1)")
        parser.add_argument("--lessons", type=int, default=200, help="how often it learns from a batch of games (200)")
        parser.add_argument("--games", type=int, default=512, help="games in a batch (512)")
        parser.add_argument("--held-out", type=int, default=4_000, help="games that measure it (4000)")
        parser.add_argument("--fresh", action="store_true", help="begin from nothing, not from the oracle's weights")
        parser.add_argument("--by-engine", action="store_true", help="play the oracle's search too: slow")
        parser.add_argument("--out", type=Path, help="what came of it, as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        from bots.training.responding import Exercise, engine_tables, kernel_tables, oracle_network, respond

        players, out = options["players"], options["out"]
        if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
            raise CommandError(f"A game has {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {players}.")
        if min(options["lessons"], options["games"], options["seed"]) < 1 or options["held_out"] < 2:
            raise CommandError("--lessons, --games and --seed are 1 or more, --held-out 2 or more.")
        if out is not None and not out.parent.is_dir():
            raise CommandError(f"There is no folder {out.parent}.")
        try:
            policy = policy_named(options["policy"])
        except UnknownPolicy as refused:
            raise CommandError(str(refused)) from None
        in_kernel = options["policy"] == "oracle" and not options["by_engine"]
        exercise = Exercise(
            players=players,
            seed=options["seed"],
            lessons=options["lessons"],
            games=options["games"],
            held_out=options["held_out"],
            is_fresh=options["fresh"],
        )
        tables = kernel_tables(oracle_network(), players) if in_kernel else engine_tables(policy, players)
        response = respond(exercise, tables, self._teller(exercise.lessons, options["verbosity"]))
        told = {
            "level": options["policy"],
            "played_by": "kernel" if in_kernel else "engine",
            "par": 1 / players,
            "exercise": asdict(exercise),
            "response": asdict(response),
        }
        if out is not None:
            out.write_text(json.dumps(told, indent=2) + "\n")
        self.stdout.write(
            f"best response to {players - 1} {options['policy']}: {response.win_share:.1%} "
            f"({response.low:.1%} … {response.high:.1%}), {response.before:.1%} before it learned; "
            f"par {1 / players:.1%}"
        )

    def _teller(self, lessons: int, verbosity: int) -> Any:
        said_at = time.monotonic()

        def tell(lesson: int, share: float) -> None:
            nonlocal said_at
            if verbosity and time.monotonic() - said_at >= SECONDS_BETWEEN_LINES:
                self.stderr.write(f"{lesson} of {lessons} lessons: {share:.1%} …")
                said_at = time.monotonic()

        return tell
