"""`manage.py fit_shrewd`: teach `shrewd` anew, by games that bots play among themselves."""

from pathlib import Path
from typing import Any, Final

from django.core.management import BaseCommand, CommandError, CommandParser

SOURCE: Final = Path("bots/policies/learnt.py")


class Command(BaseCommand):
    help = "Fit the beliefs and foresight of `shrewd` to seeded games of bots, and write them as a module of Python."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=2_000, help="games of each generation (2000)")
        parser.add_argument("--generations", type=int, default=2, help="the first has no shrewd among its players (2)")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--out", type=Path, default=SOURCE, help=f"the module to write ({SOURCE})")

    def handle(self, *arguments: Any, **options: Any) -> None:
        try:
            from bots.fitting.learning import as_source, generations
        except ImportError as missing:
            raise CommandError(f"{missing}: install the extra `bots`.") from None
        seed, games, count = options["seed"], options["games"], options["generations"]
        if games < 1 or count < 1:
            raise CommandError("There must be a game at least, and a generation.")
        how = f"manage.py fit_shrewd --games {games} --generations {count} --seed {seed}"
        for number, weights in enumerate(generations(seed=seed, games=games, count=count), start=1):
            options["out"].write_text(as_source(weights, how), encoding="utf-8")
            self.stderr.write(f"generation {number} of {count} is learnt")
