"""A made-up world written into the database."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction

from bots.policies.policy import Rng
from bots.randomness import rng_of
from bots.world.games import STATUSES, MadeGame, game_made
from bots.world.people import MESSAGES, PLAYED, conduct_made, messages_of, people_made, results_of
from bots.world.rows import COLUMNS, Rows
from games.engine.types import Status
from games.store import ids_reserve, now, rows_copy, tables_look
from players.models import Player

BATCH: Final = 500
"""Games written in one transaction: memory stays small, and what is there is whole whenever it is stopped."""
MOST_ROUNDS: Final = 80
"""More than any game has."""
STEP: Final = 37
"""From one game's status to the next in the hundred: all of them come, and not in a row."""
A_YEAR: Final = timedelta(days=365)
TOLD: Final = (
    *("games_message", "players_playedgame", "players_player", "players_report", "players_case", "players_sanction"),
    "players_auditentry",
)


@dataclass(frozen=True, slots=True)
class World:
    """What is to be made. The same world has the same games, whoever makes it; when it was made is in its times."""

    players: int
    games: int
    reports: int
    seed: int


@dataclass(frozen=True, slots=True)
class Made:
    """How much there is of it."""

    players: int
    games: int
    events: int


def world_make(world: World, told: Callable[[int, int], None]) -> Made:
    """Write it, beside what is there; `told` hears of games and events done."""
    rng = rng_of(f"world.{world.seed}".encode())
    moment = now()
    people = Player.objects.bulk_create(people_made(rng, world.players, f"w{world.seed}-"), batch_size=1_000)
    ids = [person.pk for person in people]
    seen: list[tuple[str, tuple[int, ...]]] = []
    events = 0
    for first in range(0, world.games, BATCH):
        batch = range(first, min(first + BATCH, world.games))
        games: list[MadeGame] = []
        for game_number in batch:
            chance = rng_of(f"world.{world.seed}.{game_number}".encode())
            status = STATUSES[STEP * game_number % len(STATUSES)]
            # What still goes on began in the last week, and its turns have time left.
            back = timedelta(days=1) if status in (Status.ACTIVE, Status.OPEN) else A_YEAR
            games.append(game_made(chance, ids, moment - back * chance.random(), status))
        events += _written(games, rng_of(f"world.{world.seed}.{first}.said".encode()))
        seen += [(game.id, game.seats) for game in games if game.state.is_started][:20]
        told(batch.stop, events)
    conduct_made(rng, people, seen, world.reports, moment)
    tables_look([*COLUMNS, *TOLD])
    return Made(len(people), world.games, events)


@transaction.atomic(durable=True)
def _written(games: list[MadeGame], rng: Rng) -> int:
    rows = Rows(ids_reserve("games_round", MOST_ROUNDS * len(games)))
    for game in games:
        rows.add(game)
    for table, columns in COLUMNS.items():
        rows_copy(table, columns, rows.of[table])
    rows_copy("games_message", MESSAGES, (row for game in games for row in messages_of(rng, game)))
    rows_copy("players_playedgame", PLAYED, (row for game in games for row in results_of(game)))
    return len(rows.of["games_gameevent"])
