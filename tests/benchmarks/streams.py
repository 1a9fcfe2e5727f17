"""Streams of the real service: what one costs, and how late events are at 2,000 of them.

`python -m tests.benchmarks streams`. Opens 2,000 streams through the web, four for each of 500 games, each with a token
and eyes of its own; then writes 500 events a second to their logs, in a process of its own, and tells how long after
the commit they were heard. Everything is on loopback and ends by itself.
"""

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import re
import resource
import sys
import time
from datetime import timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import quantiles
from typing import Any

STREAMS = 2_000
SEATS = 4
EVENTS_A_SECOND = 500
SECONDS = 20.0
TICK = 0.02
AT_ONCE = 50
NUMBER = re.compile(rb"^id: (\d+)\n(?=event)", re.MULTILINE)

type Heard = dict[tuple[str, int], list[float]]


def tables_made(count: int) -> tuple[list[str], list[str]]:
    """So many running games at which the same four sit: the tokens of the four, and the games."""
    import django

    django.setup()
    from games.engine.types import Visibility
    from games.models import OutboxMessage
    from games.services.lobby import game_open, seat_take
    from players.services import player_register

    registered = [player_register(name=f"bench-{seat}", password="correct horse battery") for seat in range(SEATS)]
    people = [found[0] for found in registered]
    games = []
    for _ in range(count):
        seen = game_open(
            creator=people[0],
            players=SEATS,
            turn=timedelta(days=3),
            visibility=Visibility.PUBLIC,
            rated=False,
            name="",
            bots=(),
            entropy=None,
        )
        for player in people[1:]:
            seat_take(game_id=seen.header.id, actor=player, invite=None, entropy=None)
        games.append(seen.header.id)
    # What is measured is the streams, not the worker.
    OutboxMessage.objects.all().delete()
    return [found[1] for found in registered], games


def written(games: list[str], seconds: float, told: Connection) -> None:
    """Append events to the logs of these games, one after the other; when each was committed."""
    import django

    django.setup()
    import redis
    from django.conf import settings
    from django.db import transaction
    from django.db.models import F

    from games import codec, wakes
    from games.engine.events import TurnExpired
    from games.models import ClockTimestamp, Game, GameEvent

    event = TurnExpired(seat=0)
    versions = dict(Game.objects.filter(pk__in=games).values_list("pk", "version"))
    client = redis.Redis.from_url(settings.REDIS_URL)
    committed: list[tuple[str, int, float]] = []
    a_tick = round(EVENTS_A_SECOND * TICK)
    began, place = time.monotonic(), 0
    while (late := time.monotonic() - began) < seconds:
        now = [games[(place + step) % len(games)] for step in range(a_tick)]
        place += a_tick
        for game in now:
            versions[game] += 1
        with transaction.atomic():
            GameEvent.objects.bulk_create(
                GameEvent(
                    game_id=game,
                    seq=versions[game],
                    kind=codec.kind_of(event),
                    schema=codec.SCHEMA,
                    round=1,
                    at=ClockTimestamp(),
                    data=codec.encode(event),
                )
                for game in now
            )
            Game.objects.filter(pk__in=now).update(version=F("version") + 1)
        done = time.monotonic()
        with client.pipeline(transaction=False) as pipe:
            for game in now:
                pipe.publish(wakes.CHANNEL, f"{wakes.GAME} {game} {versions[game]}")
            pipe.execute()
        committed += [(game, versions[game], done) for game in now]
        time.sleep(max(0.0, place / EVENTS_A_SECOND - late))
    told.send(committed)


async def followed(port: int, token: str, game: str, heard: Heard, gate: asyncio.Semaphore) -> asyncio.Task[None]:
    """One stream, open; what it hears is noted from now on."""
    async with gate:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        asked = (f"GET /api/v1/games/{game}/stream HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {token}")
        writer.write("\r\n".join((*asked, "", "")).encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n", 1)[0]:
            raise RuntimeError(head.decode())
        # The stream has begun when it has told what there was.
        await reader.readuntil(b"event: round_started")

    async def hear() -> None:
        # A writer that nobody holds closes the connection.
        with contextlib.closing(writer):
            while chunk := await reader.read(65536):
                now = time.monotonic()
                for number in NUMBER.findall(chunk):
                    heard.setdefault((game, int(number)), []).append(now)

    return asyncio.create_task(hear())


async def measured(port: int, pid: int, tokens: list[str], games: list[str], seconds: float) -> dict[str, Any]:
    heard: Heard = {}
    gate = asyncio.Semaphore(AT_ONCE)
    before, began = memory(pid), time.monotonic()
    wanted = [(token, game) for game in games for token in tokens]
    ears = await asyncio.gather(*(followed(port, token, game, heard, gate) for token, game in wanted))
    opening = time.monotonic() - began
    await asyncio.sleep(2)
    after, cpu = memory(pid), cpu_seconds(pid)
    mine, theirs = multiprocessing.Pipe()
    writer = multiprocessing.get_context("spawn").Process(target=written, args=(games, seconds, theirs))
    writer.start()
    committed = await asyncio.to_thread(mine.recv)
    writer.join()
    await asyncio.sleep(3)
    spent = cpu_seconds(pid) - cpu
    for ear in ears:
        ear.cancel()
    late = sorted((at - done) * 1000 for game, number, done in committed for at in heard.get((game, number), []))
    if len(late) < 2:
        raise RuntimeError(f"of {len(committed)} events, {len(late)} were heard")
    return {
        "streams": len(ears),
        "opened in s": round(opening, 1),
        "kB of memory each": round((after - before) / len(ears), 1),
        "threads": threads(pid),
        "events": len(committed),
        "events a second": round(len(committed) / seconds),
        "deliveries": len(late),
        "deliveries missing": len(committed) * SEATS - len(late),
        "p50 ms": round(quantiles(late, n=100)[49], 1),
        "p99 ms": round(quantiles(late, n=100)[98], 1),
        "worst ms": round(late[-1], 1),
        "share of a core": round(spent / (seconds + 3), 2),
    }


def memory(pid: int) -> int:
    """Resident, in kB."""
    return int(_status(pid, "VmRSS"))


def threads(pid: int) -> int:
    return int(_status(pid, "Threads"))


def _status(pid: int, name: str) -> str:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(line.split()[1] for line in lines if line.startswith(name + ":"))


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="streams", description=__doc__)
    parser.add_argument("--streams", type=int, default=STREAMS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    options = parser.parse_args(argv)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 16_384), most))
    os.environ |= {"RATE_LIMITS": "off", "STREAM_LIMITS": "token=20000,address=20000,all=20000"}
    from tests.service import running_service

    with running_service() as service:
        given = Path(f"/proc/{service.pids()['web']}/environ").read_bytes().split(b"\0")
        named = dict(entry.decode().split("=", 1) for entry in given if b"=" in entry)
        os.environ |= {name: named[name] for name in ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")}
        tokens, games = tables_made(options.streams // SEATS)
        found = asyncio.run(
            measured(service.port, service.pids()["streams"], tokens, games, options.seconds), debug=False
        )
    for name, value in found.items():
        print(f"{name:>20}: {value}")
    return 1 if found["deliveries missing"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
