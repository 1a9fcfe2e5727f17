"""`manage.py rebuild_projections`: the read models anew from the log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management.progress import with_progress
from games.services.upkeep import games_named, projections_rebuild


class Command(BaseCommand):
    help = "Write the columns and rows that SQL filters by anew from the log, game by game, while the service runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games; all when none is given")
        parser.add_argument("--quiet", action="store_true", help="show no progress")

    def handle(self, *args: Any, **options: Any) -> None:
        rebuilt = 0
        for game_id in with_progress(games_named(ids=options["games"]), self.stdout, quiet=options["quiet"]):
            projections_rebuild(game_id=game_id)
            rebuilt += 1
        self.stdout.write(f"{rebuilt} games rebuilt")
