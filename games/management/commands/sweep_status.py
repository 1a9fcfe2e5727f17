"""`manage.py sweep_status`: what waits, and for how long?"""

import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.selectors.upkeep import sweep_status_get


class Command(BaseCommand):
    help = "Show how many turns wait, how late the oldest is, what is in the outbox, and when each part was last seen."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="as one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        status = sweep_status_get()
        if options["json"]:
            self.stdout.write(json.dumps(asdict(status)))
            return
        for who, count in status.turns.items():
            self.stdout.write(f"turns of a {who}: {count}")
        self.stdout.write(f"oldest overdue turn: {status.overdue:.1f} s")
        for topic, backlog in status.outbox.items():
            self.stdout.write(f"outbox, {topic}: {backlog.waiting}, the oldest {backlog.oldest:.1f} s")
        for name, seconds in status.seen.items():
            self.stdout.write(f"{name} seen {seconds:.1f} s ago")
