"""`manage.py check_bots`: did the moves of bots follow from what they saw?"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bots.checking import BadRecord, Checked, Record, Verdict, record_check
from games.selectors.events import records_of_finished
from games.wire.events import record_json
from games.wire.hints import move_json


class Command(BaseCommand):
    help = (
        "Play finished games again, out of their records, and say of each move of a bot whether it followed from its "
        "view, level, version and chance. Ends with 1 if one did not. With --record it needs no database: anybody can "
        "check what GET /games/{id}/record gave them."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games; all that are over if none is given")
        parser.add_argument(
            "--record", action="append", type=Path, default=[], metavar="FILE", help="a record as JSON, in a file"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        checked = faults = 0
        verdicts: Counter[Verdict] = Counter()
        for record in self._records(options["games"], options["record"]):
            checked += 1
            game_id = record.get("game", {}).get("id", "?") if isinstance(record.get("game"), dict) else "?"
            try:
                moves = record_check(record)
            except BadRecord as bad:
                self.stdout.write(f"game {game_id}: {bad}")
                faults += 1
                continue
            verdicts.update(move.verdict for move in moves)
            self.stdout.write(f"game {game_id}: {_counts(Counter(move.verdict for move in moves))}")
            for move in moves:
                if move.verdict is not Verdict.FOLLOWS:
                    self.stdout.write(f"  {_line(move)}")
            faults += any(move.verdict is Verdict.DIFFERS for move in moves)
        if faults:
            raise CommandError(f"in {faults} of {checked} games bots did not move as they should have")
        self.stdout.write(f"{checked} games checked: {_counts(verdicts)}")

    def _records(self, games: list[str], files: list[Path]) -> Iterator[Record]:
        for path in files:
            try:
                record = json.loads(path.read_bytes())
            except (OSError, ValueError) as unreadable:
                raise CommandError(f"{path} cannot be read: {unreadable}") from None
            if not isinstance(record, dict):
                raise CommandError(f"{path} holds no record")
            yield record
        if files and not games:
            return
        found = 0
        for opened in records_of_finished(ids=games):
            found += 1
            yield record_json(opened)
        if games and found < len(set(games)):
            raise CommandError("Some of the games asked for do not exist, or are not over.")


def _counts(verdicts: Counter[Verdict]) -> str:
    told = ", ".join(f"{verdicts[verdict]} {_WORDS[verdict]}" for verdict in Verdict if verdicts[verdict])
    return f"{verdicts.total()} moves of bots" + (f": {told}" if told else "")


_WORDS = {
    Verdict.FOLLOWS: "follow",
    Verdict.DIFFERS: "do not follow",
    Verdict.OTHER_VERSION: "made by another version of the policy than this one",
    Verdict.UNRECORDED: "of which no policy is recorded",
}


def _line(move: Checked) -> str:
    made = json.dumps(move_json(move.made))
    policy = f" version {move.policy}" if move.policy else ""
    return f"version {move.version}, seat {move.seat}, {move.kind or 'stand-in'}{policy}: {made} {move.verdict}"
