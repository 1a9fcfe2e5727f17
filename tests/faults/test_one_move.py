"""Of sixty-four clients that move at one version, by REST and GraphQL, exactly one makes a move."""

import random
import threading
from collections import Counter

import psycopg
import pytest

from tests.api.tables import random_move
from tests.edge.retrying import Sender, key
from tests.faults.clients import Person, Racer, registered
from tests.faults.judging import MOVES, log_of
from tests.service import Service

CLIENTS = 64
PLAYERS = 4
SEED = 20_261_201


def race(service: Service, *, rounds: int, seed: int, clients: int = CLIENTS) -> list[str]:
    """So many rounds, in as many games as they need; every way in which they were not one move each."""
    rng = random.Random(seed)
    sender = Sender(service.port)
    people = [registered(sender, rng) for _ in range(PLAYERS)]
    racers = [Racer(service.port, graphql=number % 2 == 1) for number in range(clients)]
    faults: list[str] = []
    raced = 0
    while raced < rounds:
        game = opened(sender, people, rng)
        moves = 0
        while raced < rounds:
            view = sender.send("GET", f"/games/{game}", **people[0].bearer).json()
            if view["status"] != "active":
                break
            person = people[view["to_act"]]
            seen = sender.send("GET", f"/games/{game}", **person.bearer).json()
            heard = at_once(racers, game, [random_move(seen, rng) for _ in racers], person)
            raced += 1
            moves += 1
            # The others are late, or the move ended the game.
            if heard["made"] != 1 or set(heard) - {"made", "stale_version", "game_over"}:
                faults.append(f"round {raced}: {dict(heard)}")
        with psycopg.connect(service.database_url(), autocommit=True) as database:
            log = log_of(database, game)
        if [seq for seq, *_ in log] != list(range(1, len(log) + 1)):
            faults.append(f"game {game}: the log has a gap")
        if (stored := sum(kind in MOVES for _, kind, _, _ in log)) != moves:
            faults.append(f"game {game}: {moves} rounds, {stored} moves in the log")
    return faults


def opened(sender: Sender, people: list[Person], rng: random.Random) -> str:
    body = {"players": len(people)}
    game = sender.send("POST", "/games", body, **people[0].bearer, **key(rng)).json()["id"]
    for person in people[1:]:
        sender.send("POST", f"/games/{game}/seats", {}, **person.bearer, **key(rng))
    return str(game)


def at_once(racers: list[Racer], game: str, moves: list[dict[str, object]], person: Person) -> Counter[str]:
    """What each was told. They set off together."""
    heard: list[str] = []
    barrier = threading.Barrier(len(racers))

    def send(racer: Racer, move: dict[str, object]) -> None:
        barrier.wait()
        heard.append(racer.send(game, move, person.bearer))

    threads = [threading.Thread(target=send, args=pair) for pair in zip(racers, moves, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(heard)


def test_ten_rounds(service: Service) -> None:
    service.wait_ready()
    assert race(service, rounds=10, seed=SEED) == []


@pytest.mark.campaign
def test_two_hundred_rounds(service: Service) -> None:
    service.wait_ready()
    assert race(service, rounds=200, seed=SEED + 1) == []
