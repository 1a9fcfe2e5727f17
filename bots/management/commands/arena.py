"""`manage.py arena`: let policies play against each other."""

import os
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bots.arena.contest import Contest, ContestRefused, contest_made
from bots.arena.keeping import Keeper, OtherContest
from bots.arena.pace import paces
from bots.arena.pictures import picture
from bots.arena.policies import UnknownPolicy, policy_named
from bots.arena.processes import MOST_JOBS
from bots.arena.results import paces_json, results_json
from bots.arena.running import contest_play
from bots.arena.statistics import results_of
from bots.arena.tables import tables

SECONDS_BETWEEN_LINES = 2.0


class Command(BaseCommand):
    help = (
        "Play a tournament of policies, and say what came of it. As many names as seats sit together; of two names "
        "the first sits against the second at all other seats. Needs no database."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("policies", nargs="+", metavar="POLICY", help="a level, or module:Class of your own")
        parser.add_argument("--players", type=int, default=4, help="seats at the table, 3 to 6 (4)")
        parser.add_argument("--games", type=int, default=1_000, help="rounded up to whole deals (1000)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same games (1)")
        parser.add_argument("--jobs", type=int, help="processes at a time; as many as there are processors if not said")
        parser.add_argument("--out", type=Path, help="the results as JSON; how quick policies were goes to .pace.json")
        parser.add_argument("--picture", type=Path, help="the results as an SVG picture")
        parser.add_argument("--resume", action="store_true", help="go on where a run with this --out was cut off")

    def handle(self, *args: Any, **options: Any) -> None:
        jobs = os.cpu_count() or 1 if options["jobs"] is None else options["jobs"]
        if not 1 <= jobs <= MOST_JOBS:
            raise CommandError(f"--jobs is 1 to {MOST_JOBS}.")
        out, picture_path = options["out"], options["picture"]
        if options["resume"] and out is None:
            raise CommandError("--resume needs the --out of the run that was cut off.")
        for path in (out, picture_path):
            if path is not None and not path.parent.is_dir():
                raise CommandError(f"There is no folder {path.parent}.")
        contest = self._contest(options)
        part = None if out is None else out.with_name(out.name + ".part")
        if part is not None and part.exists() and not options["resume"]:
            raise CommandError(f"{part} holds a run that was stopped. Go on with it by --resume, or remove it.")
        try:
            with Keeper(part, contest, resume=options["resume"]) as keeper:
                chunks = contest_play(contest, keeper, jobs=jobs, told=self._teller(contest, options["verbosity"]))
                results, pace = results_of(contest, chunks), paces(contest, chunks)
                if out is not None:
                    _write(out.with_name(out.stem + ".pace.json"), paces_json(pace))
                    _write(out, results_json(results))
                if picture_path is not None:
                    _write(picture_path, picture(results).encode())
                keeper.forget()
        except OtherContest:
            raise CommandError(
                f"{part} is of another contest, or of other policies: remove it to begin anew."
            ) from None
        except BrokenProcessPool:
            raise CommandError(f"A process died.{_how_to_go_on(part)}") from None
        except KeyboardInterrupt:
            raise CommandError(f"Stopped.{_how_to_go_on(part)}", returncode=130) from None
        for line in tables(results, pace):
            self.stdout.write(line)

    def _contest(self, options: dict[str, Any]) -> Contest:
        try:
            contest = contest_made(
                options["policies"], players=options["players"], games=options["games"], seed=options["seed"]
            )
            for contestant in contest.contestants:
                policy_named(contestant.policy)
        except (ContestRefused, UnknownPolicy) as refused:
            raise CommandError(str(refused)) from None
        if contest.games != options["games"] and options["verbosity"]:
            self.stderr.write(f"{contest.games} games, so that everyone sits everywhere equally often")
        return contest

    def _teller(self, contest: Contest, verbosity: int) -> Any:
        said_at = time.monotonic()

        def tell(games: int) -> None:
            nonlocal said_at
            if verbosity and time.monotonic() - said_at >= SECONDS_BETWEEN_LINES:
                self.stderr.write(f"{games} of {contest.games} games …")
                said_at = time.monotonic()

        return tell


def _write(path: Path, content: bytes) -> None:
    """The whole file or nothing of it."""
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(content)
    beside.replace(path)


def _how_to_go_on(part: Path | None) -> str:
    return "" if part is None else " The same command with --resume goes on from there."
