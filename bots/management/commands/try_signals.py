"""`manage.py try_signals`: plant colluders among honest bots, and see who is found."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bots.signals.trial.campaign import FITTED_ON, Judged, campaign, figures


class Command(BaseCommand):
    help = (
        "Play clubs of honest bots and planted colluders, any two of whom meet in thirty games, and say how many of "
        "the planted are found and how many of the others are suspected. Needs no database."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--first", type=int, default=105, help="the seed of the first club (105)")
        parser.add_argument("--clubs", type=int, default=10, help="each a seed further on (10)")
        parser.add_argument("--out", type=Path, help="the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        seeds = range(options["first"], options["first"] + options["clubs"])
        if not seeds:
            raise CommandError("There must be a club.")
        if set(seeds) & set(FITTED_ON):
            raise CommandError(f"What is usual was fitted to the seeds {FITTED_ON[0]} to {FITTED_ON[-1]}: take others.")
        told = figures(campaign(seeds, self._tell))
        text = json.dumps(told, indent=2) + "\n"
        self.stdout.write(text)
        if options["out"] is not None:
            options["out"].write_text(text, encoding="utf-8")

    def _tell(self, seed: int, judged: list[Judged]) -> None:
        planted = [one for one in judged if one.collusion is not None]
        alarms = sum(one.is_found for one in judged) - sum(one.is_found for one in planted)
        self.stderr.write(
            f"club {seed}: {sum(one.is_found for one in planted)} of {len(planted)} planted found, "
            f"{alarms} of {len(judged) - len(planted)} others suspected"
        )
