"""The golden games, as moves the kernel can be given."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bots.simulation.bridge import code_of
from games.engine.moves import Accept, Offer, Refuse


@dataclass(frozen=True, slots=True)
class GoldenGame:
    players: int
    first_seat: int
    deck: tuple[int, ...]
    codes: tuple[int, ...]
    reason: str
    winners: tuple[int, ...]


def _code(recorded: dict[str, Any]) -> int:
    match recorded["kind"]:
        case "offer":
            return code_of(Offer(recorded["card"], recorded["claim"], recorded["to"]))
        case "accept":
            return code_of(Accept())
        case "refuse":
            return code_of(Refuse())
        case kind:
            raise AssertionError(kind)


def golden_games() -> Iterator[GoldenGame]:
    path = Path(__file__).parents[2] / "golden" / "games.jsonl"
    for line in path.read_text("utf-8").splitlines():
        game = json.loads(line)
        yield GoldenGame(
            players=game["players"],
            first_seat=game["first_seat"],
            deck=tuple(game["deck"]),
            codes=tuple(map(_code, game["moves"])),
            reason=game["result"]["reason"],
            winners=tuple(game["result"]["winners"]),
        )
