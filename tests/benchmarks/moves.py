"""Moves over REST on the real service: how many a second, and with how many SQL statements each.

`python -m tests.benchmarks moves`. The peer in the same run is the database alone: durable commits of one row each, by
as many connections as there are tables. A move can never be quicker than that.
"""

import argparse
import http.client
import json
import random
import sys
import threading
import time
from collections.abc import Callable, Sequence
from statistics import median, quantiles
from typing import Any

import psycopg

from tests.service import running_service

TABLES = 6
SECONDS = 12.0


class Client:
    """One player with one kept connection."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        name = f"bench-{random.getrandbits(48):012x}"
        self.token = ""
        self.token = self.call("POST", "/players", {"name": name, "password": "correct horse battery"})["token"]

    def call(self, method: str, path: str, body: object = None) -> Any:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body)
        self._connection.request(method, f"/api/v1{path}", data, headers)
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:200]!r}")
        return json.loads(text) if text else None


def play_games(clients: Sequence[Client], seed: int, until: float, took: list[float]) -> None:
    """Four players play one game after the other; the time of each move is noted. No reads but those needed."""
    rng = random.Random(seed)
    while time.monotonic() < until:
        game = clients[0].call("POST", "/games", {"players": 4})
        path = f"/games/{game['id']}"
        for client in clients[1:]:
            game = client.call("POST", f"{path}/seats", {})
        while game["status"] == "active" and time.monotonic() < until:
            client = clients[game["to_act"]]
            move = a_move(client.call("GET", path), rng)
            began = time.perf_counter()
            game = client.call("POST", f"{path}/moves", move)
            took.append(time.perf_counter() - began)


def a_move(view: Any, rng: random.Random) -> dict[str, Any]:
    legal = view["you"]["legal"]
    kinds = [kind for kind in ("accept", "refuse") if legal[kind]] + ["offer"] * (legal["offer"] is not None)
    move = {"version": view["version"], "kind": rng.choice(kinds)}
    if move["kind"] == "offer":
        choice = rng.choice(legal["offer"]["cards"])
        move |= {"card": choice["card"], "claim": rng.choice(choice["claims"]), "to": rng.choice(legal["offer"]["to"])}
    return move


def commits(address: str, until: float, took: list[float]) -> None:
    """One row and one durable commit after the other."""
    with psycopg.connect(address, autocommit=True) as connection:
        while time.monotonic() < until:
            began = time.perf_counter()
            connection.execute("INSERT INTO bench_commit (data) VALUES (%s)", ("x" * 200,))
            took.append(time.perf_counter() - began)


def at_once(act: Callable[[int, float, list[float]], None]) -> tuple[float, list[float]]:
    """Run `act` for every table; how many were done a second, and how long each took."""
    took: list[float] = []
    began = time.monotonic()
    threads = [threading.Thread(target=act, args=(seed, began + SECONDS, took)) for seed in range(TABLES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(took) / (time.monotonic() - began), took


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", metavar="FILE", help="write the figures there too")
    chosen = parser.parse_args(argv)
    with running_service() as service:
        address = service.database_url()
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("CREATE TABLE bench_commit (id bigserial PRIMARY KEY, data text)")
        commits_a_second, _ = at_once(lambda seed, until, took: commits(address, until, took))
        tables = [[Client(service.port) for _ in range(4)] for _ in range(TABLES)]
        moves_a_second, took = at_once(lambda seed, until, took: play_games(tables[seed], seed, until, took))
    figures = {
        "moves_per_second": round(moves_a_second, 1),
        "move_ms_median": round(median(took) * 1000, 1),
        "move_ms_p99": round(quantiles(took, n=100)[98] * 1000, 1),
        "durable_commits_per_second": round(commits_a_second, 1),
        "ratio": round(moves_a_second / commits_a_second, 3),
    }
    print(json.dumps(figures, indent=2))
    if chosen.json:
        with open(chosen.json, "w", encoding="utf-8") as file:
            json.dump(figures, file)


if __name__ == "__main__":
    main(sys.argv[1:])
