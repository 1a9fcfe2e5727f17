"""`manage.py replay_check`: does every stored game still replay?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.progress import with_progress
from games.services.upkeep import game_check, games_named, log_check_keep


class Command(BaseCommand):
    help = (
        "Replay stored games by the rules they were played by, and compare every event. "
        "Ends with 1 and names the first event that differs. Changes nothing; what a look over all games "
        "found is kept for the moderators' dashboard."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games; all when none is given")
        parser.add_argument("--projections", action="store_true", help="compare the read models too (slower)")
        parser.add_argument("--quiet", action="store_true", help="show no progress")

    def handle(self, *args: Any, **options: Any) -> None:
        checked, faults = 0, []
        for game_id in with_progress(games_named(ids=options["games"]), self.stdout, quiet=options["quiet"]):
            checked += 1
            fault = game_check(game_id=game_id, with_projections=options["projections"])
            if fault is not None:
                place = "" if fault.seq is None else f" at event {fault.seq}"
                self.stdout.write(f"game {fault.game_id} differs{place}: {fault.why}")
                faults.append(fault)
        if not options["games"]:
            first = f"{faults[0].game_id}: {faults[0].why}" if faults else ""
            log_check_keep(games=checked, faults=len(faults), first_fault=first)
        unknown = len(set(options["games"])) - checked if options["games"] else 0
        if unknown:
            raise CommandError(f"{unknown} of the games asked for do not exist")
        if faults:
            raise CommandError(f"{len(faults)} of {checked} games differ")
        self.stdout.write(f"{checked} games replayed, no difference")
