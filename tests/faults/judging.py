"""The judge: a history against the log, the replay, the read models, the feeds and the statistics."""

import itertools
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import psycopg

from tests.faults.histories import History, Outcome
from tests.service import CHECKOUT, Service

MOVES = ("offer_made", "lot_accepted", "lot_refused")
PATIENCE = 120.0
"""Seconds in which all work that was asked for is done, once the trouble is over."""

type Row = tuple[int, str, datetime, dict[str, Any]]


@dataclass(frozen=True)
class Verdict:
    """What was found. `latest_bot` is the longest time in seconds that a bot let a table wait."""

    faults: tuple[str, ...]
    latest_bot: float
    moves: int


def judged(service: Service, history: History) -> Verdict:
    """Every way in which what is kept is not what the clients were told."""
    games = sorted({attempt.game for attempt in history.attempts} | set(history.finished))
    faults = list(history.faults)
    with psycopg.connect(service.database_url(), autocommit=True) as database:
        faults += work_left(database, games)
        logs = {game: log_of(database, game) for game in games}
        bots = {game: bots_at(database, game) for game in games}
        for game in games:
            faults += unlike_log(game, logs[game], history, bots[game])
            faults += untold(database, game)
        faults += miscounted(database, history.finished)
        faults += unjudged(database, history.finished)
    faults += not_replayed(service, games)
    faults += [f"game {game} did not finish" for game in games if logs[game][-1][1] != "game_ended"]
    latest = max((bot_lateness(logs[game], bots[game]) for game in games), default=0.0)
    moves = sum(kind in MOVES for log in logs.values() for _, kind, _, _ in log)
    return Verdict(tuple(faults), latest, moves)


def log_of(database: psycopg.Connection[Any], game: str) -> list[Row]:
    """All events of a game: seq, kind, time, what is stored."""
    query = "SELECT seq, kind, at, data FROM games_gameevent WHERE game_id = %s ORDER BY seq"
    return database.execute(query, [game]).fetchall()


def bots_at(database: psycopg.Connection[Any], game: str) -> set[int]:
    """The seats at which bots sit."""
    query = """SELECT seat FROM games_seat JOIN players_player ON players_player.id = player_id
               WHERE game_id = %s AND kind = 'bot'"""
    return {seat for (seat,) in database.execute(query, [game])}


def mover(kind: str, data: dict[str, Any]) -> int:
    """Whose move it is that an event reports."""
    return int(data["from_seat"] if kind == "offer_made" else data["by"])


def unlike_log(game: str, log: Sequence[Row], history: History, bots: set[int]) -> list[str]:
    """Moves lost, made up, or doubled."""
    faults = []
    if [seq for seq, *_ in log] != list(range(1, len(log) + 1)):
        faults.append(f"game {game}: the log has a gap")
    made = {
        seq - 1: (kind, mover(kind, data), *(data.get(name) for name in ("card", "claim", "to")))
        for seq, kind, _, data in log
        if kind in MOVES
    }
    possible: dict[int, set[tuple[object, ...]]] = defaultdict(set)
    acknowledged: dict[int, list[tuple[object, ...]]] = defaultdict(list)
    for attempt in history.attempts:
        if attempt.game == game and attempt.outcome is not Outcome.FAIL:
            possible[attempt.version].add(attempt.content)
            if attempt.outcome is Outcome.OK:
                acknowledged[attempt.version].append(attempt.content)
    for version, contents in acknowledged.items():
        if made.get(version) != contents[0]:
            faults.append(f"game {game}: the move acknowledged at {version} is lost")
        if len(contents) > 1:
            faults.append(f"game {game}: {len(contents)} moves were acknowledged at {version}")
    for version, content in made.items():
        if content[1] not in bots and content not in possible[version]:
            faults.append(f"game {game}: nobody who was not refused made the move at {version}")
    return faults


def untold(database: psycopg.Connection[Any], game: str) -> list[str]:
    """Each human hears once of the start and once of the end, and feeds have no gap."""
    query = """SELECT seats.player_id, kind.kind,
                      (SELECT count(*) FROM players_notice notice
                       WHERE notice.player_id = seats.player_id AND notice.kind = kind.kind AND subject = %(game)s)
               FROM games_seat seats JOIN players_player player ON player.id = seats.player_id
               CROSS JOIN (VALUES ('game_started'), ('game_ended')) AS kind (kind)
               WHERE game_id = %(game)s AND player.kind = 'human'"""
    faults = [
        f"game {game}: player {player} was told {count} times of {kind}"
        for player, kind, count in database.execute(query, {"game": game})
        if count != 1
    ]
    query = """SELECT feed.player_id FROM players_feed feed JOIN games_seat seat ON seat.player_id = feed.player_id
               WHERE game_id = %s AND last_seq != (SELECT count(*) FROM players_notice notice
                                                   WHERE notice.player_id = feed.player_id)"""
    return faults + [f"the feed of player {player} has a gap" for (player,) in database.execute(query, [game])]


def miscounted(database: psycopg.Connection[Any], finished: Iterable[str]) -> list[str]:
    """Each finished game counts once for each who played it."""
    query = """SELECT count(*) FROM games_seat WHERE game_id = %(game)s AND
               (SELECT count(*) FROM players_playedgame played
                WHERE played.player_id = games_seat.player_id AND game_ref = %(game)s) != 1"""
    counts = {game: database.execute(query, {"game": game}).fetchone() for game in finished}
    faults = [f"game {game} does not count once for each player" for game, found in counts.items() if found != (0,)]
    query = """SELECT count(*) FROM players_player player WHERE kind = 'human' AND games_played !=
               (SELECT count(*) FROM players_playedgame played WHERE played.player_id = player.id)"""
    (wrong,) = database.execute(query).fetchone() or (0,)
    return faults + ([f"{wrong} players have another number of games than were counted"] if wrong else [])


def unjudged(database: psycopg.Connection[Any], finished: Iterable[str]) -> list[str]:
    """Each finished game was asked to be analysed: each move of it is judged once, in order."""
    query = """SELECT analysis.finished_at IS NOT NULL AND analysis.done = analysis.total AND
                      (SELECT array_agg((entry ->> 'version')::int + 1) FROM jsonb_array_elements(decisions) AS entry)
                      = (SELECT array_agg(seq ORDER BY seq) FROM games_gameevent event
                         WHERE event.game_id = analysis.game_id
                         AND kind IN ('offer_made', 'lot_accepted', 'lot_refused'))
               FROM games_analysis analysis WHERE analysis.game_id = %s"""
    found = {game: database.execute(query, [game]).fetchone() for game in finished}
    return [f"game {game} is not judged move by move" for game, whole in found.items() if whole != (True,)]


def work_left(database: psycopg.Connection[Any], games: list[str]) -> list[str]:
    """Messages that are still in the outbox, long after the last game ended."""
    query = "SELECT topic, game_id, version, attempts FROM games_outboxmessage WHERE game_id = ANY(%s)"
    until = time.monotonic() + PATIENCE
    while (left := database.execute(query, [games]).fetchall()) and time.monotonic() < until:
        time.sleep(0.2)
    return [f"message left: {row}" for row in left]


def not_replayed(service: Service, games: list[str]) -> list[str]:
    """What `manage.py replay_check --projections` and `manage.py check_bots` say against these games."""
    if not games:
        return ["no game was played"]
    return [*_said_by(service, "replay_check", "--projections", "--quiet", *games), *_said_by(service, "check_bots")]


def _said_by(service: Service, *command: str) -> list[str]:
    environment = {**os.environ, **{name: service.given(name) for name in ("DATABASE_URL", "REDIS_URL")}}
    done = subprocess.run(
        (sys.executable, "manage.py", *command),
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return [] if done.returncode == 0 else [done.stdout + done.stderr]


def bot_lateness(log: Sequence[Row], bots: set[int]) -> float:
    """The longest time in seconds from a bot's turn to its move."""
    waits = [
        (at - before).total_seconds()
        for (_, _, before, _), (_, kind, at, data) in itertools.pairwise(log)
        if kind in MOVES and mover(kind, data) in bots
    ]
    return max(waits, default=0.0)
