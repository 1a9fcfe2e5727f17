"""`manage.py make_world`: fill a database with players, games and cases, to see whether it stays quick."""

import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from bots.world.making import World, world_make
from games.models import Game

SECONDS_BETWEEN_LINES = 5.0


class Command(BaseCommand):
    help = (
        "Fill a database with made-up players, games played by the rules, messages, reports, cases, sanctions and "
        "audit entries. The same seed makes the same games. For benchmarks; refused in production, and where there are "
        "games."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=1_000, help="about sixty events each (1000)")
        parser.add_argument("--players", type=int, help="one for each twenty games, and ten at least, if not said")
        parser.add_argument("--reports", type=int, help="one for each fifty games if not said")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--beside", action="store_true", help="beside the games that are there (another seed)")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("Nothing is made up in production.")
        if Game.objects.exists() and not options["beside"]:
            raise CommandError("There are games already: --beside adds to them.")
        games, players = options["games"], options["players"]
        if games < 1 or (players is not None and players < 10):
            raise CommandError("There is a game at least, and there are ten players.")
        world = World(
            players=max(10, games // 20) if players is None else players,
            games=games,
            reports=games // 50 if options["reports"] is None else options["reports"],
            seed=options["seed"],
        )
        made = world_make(world, self._teller(games, options["verbosity"]))
        self.stdout.write(f"{made.players} players, {made.games} games, {made.events} events")

    def _teller(self, games: int, verbosity: int) -> Any:
        said_at = time.monotonic()

        def tell(done: int, events: int) -> None:
            nonlocal said_at
            if verbosity and time.monotonic() - said_at >= SECONDS_BETWEEN_LINES:
                self.stderr.write(f"{done} of {games} games, {events} events …")
                said_at = time.monotonic()

        return tell
