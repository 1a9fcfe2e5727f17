"""What those who wait may take: places, threads, connections, memory; and how they may ask."""

import contextlib
import http.client
import json
import random
import re
import socket
import threading
import time
from pathlib import Path

import psycopg
import pytest

from tests.api.caller import PASSWORD
from tests.service import Service
from tests.streams.listening import (
    EVENT_STREAM,
    GAME_EVENTS,
    Player,
    frames,
    game_of,
    left,
    move_made,
    players_of,
    subscribed,
)

OF_ONE_TOKEN = 20
WEB_THREADS = 2 * 16 * 4
FEW = 16


@pytest.fixture
def table(service: Service) -> tuple[list[Player], str]:
    service.wait_ready()
    seated = players_of(service, 3)
    return seated, game_of(seated)


def test_a_token_has_so_many_streams(service: Service, table: tuple[list[Player], str]) -> None:
    seated, game = table
    path = f"/api/v1/games/{game}/stream"
    streams = [seated[0].open("GET", path) for _ in range(OF_ONE_TOKEN)]
    assert {stream.status for stream in streams} == {200}

    refused = seated[0].open("GET", path)
    assert (refused.status, refused.getheader("Retry-After")) == (429, "5")
    assert json.loads(refused.read())["code"] == "too_many_streams"
    version = seated[0].view(game)["version"]
    assert seated[0].refused("GET", f"/games/{game}/events?after={version}&wait=5") == (429, "too_many_streams")
    graphql = subscribed(seated[0], GAME_EVENTS, {"game": game})
    assert (graphql.status, json.loads(graphql.read())["errors"][0]["extensions"]["code"]) == (429, "too_many_streams")

    assert seated[1].open("GET", path).status == 200
    left(streams[0])
    until = time.monotonic() + 10
    while (again := seated[0].open("GET", path)).status != 200:
        assert time.monotonic() < until
        time.sleep(0.1)
    for stream in (*streams[1:], again):
        left(stream)
    limits = Player(service).call("GET", "/")["limits"]["streams"]
    assert limits["token"] == OF_ONE_TOKEN


def test_whoever_leaves_before_it_begins_gives_the_place_back(
    service: Service, table: tuple[list[Player], str]
) -> None:
    seated, game = table
    before = waiting(service)
    with psycopg.connect(service.database_url()) as database:
        # Nobody is answered for as long as this transaction lasts.
        database.execute("LOCK TABLE games_game IN ACCESS EXCLUSIVE MODE")
        asking = [asked(seated[0], f"/api/v1/games/{game}/stream") for _ in range(OF_ONE_TOKEN)]
        until = time.monotonic() + 4
        while waiting(service) - before < OF_ONE_TOKEN and time.monotonic() < until:
            time.sleep(0.05)
        for connection in asking:
            connection.close()
        time.sleep(0.2)

    until = time.monotonic() + 10
    while (again := seated[0].open("GET", f"/api/v1/games/{game}/stream")).status != 200:
        assert time.monotonic() < until, "places are kept for those who left"
        time.sleep(0.1)
    left(again)


def asked(player: Player, path: str) -> http.client.HTTPConnection:
    """A request whose answer nobody waits for."""
    connection = http.client.HTTPConnection("127.0.0.1", player.port, timeout=30)
    connection.request("GET", path, headers={"Authorization": f"Bearer {player.token}"})
    return connection


def test_whoever_waits_holds_no_thread_and_no_connection(service: Service) -> None:
    """More long polls than the web has threads, and the web answers."""
    service.wait_ready()
    seated = players_of(service, 3)
    game = game_of(seated)
    version = seated[0].view(game)["version"]
    tokens = [
        Player(service).call("POST", "/tokens", {"name": seated[0].name, "password": PASSWORD})["token"]
        for _ in range(WEB_THREADS // OF_ONE_TOKEN + 1)
    ]
    before = connections(service)
    said: list[bytes] = []

    def wait(token: str) -> None:
        answer = Player(service, token).open("GET", f"/api/v1/games/{game}/events?after={version}&wait=25", timeout=60)
        said.append(answer.read())

    polls = [threading.Thread(target=wait, args=(tokens[place // OF_ONE_TOKEN],)) for place in range(WEB_THREADS + 6)]
    for poll in polls:
        poll.start()
    until = time.monotonic() + 20
    while waiting(service) < len(polls):
        assert time.monotonic() < until, waiting(service)
        time.sleep(0.1)

    began = time.monotonic()
    assert seated[0].view(game)["version"] == version
    assert time.monotonic() - began < 5
    assert threads_of(service, "streams") < FEW
    assert connections(service) - before < FEW
    assert said == []

    assert move_made(seated, game, random.Random(1))
    for poll in polls:
        poll.join(30)
    assert len(said) == len(polls)
    # Each is told through the eyes of the same player.
    assert len(set(said)) == 1


def threads_of(service: Service, part: str) -> int:
    status = Path(f"/proc/{service.pids()[part]}/status").read_text(encoding="ascii")
    found = re.search(r"^Threads:\s+(\d+)$", status, re.MULTILINE)
    assert found is not None
    return int(found[1])


def waiting(service: Service) -> int:
    """Connections of clients that the process of the streams holds."""
    folder = Path(f"/proc/{service.pids()['streams']}/fd")
    sockets = {f"[{name}]" for name in held(folder)}
    lines = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
    ours = [line.split() for line in lines]
    port = f":{service.port:04X}"
    return sum(
        fields[1].endswith(port) and fields[3] == "01" and f"[socket:[{fields[9]}]]" in sockets for fields in ours
    )


def held(folder: Path) -> list[str]:
    found = []
    for entry in folder.iterdir():
        with contextlib.suppress(OSError):
            found.append(str(entry.readlink()))
    return found


def connections(service: Service) -> int:
    with psycopg.connect(service.database_url()) as database:
        row = database.execute("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'").fetchone()
        assert row is not None
        return int(row[0])


@pytest.mark.parametrize("value", ["x", "-1", "1.5", "99999999999", "999999", "1 2"])
def test_a_number_that_is_none_is_refused(table: tuple[list[Player], str], value: str) -> None:
    seated, game = table
    path = f"/games/{game}/stream"
    assert seated[0].refused("GET", path, Last_Event_ID=value) == (400, "bad_cursor")
    told = [*frames(subscribed(seated[0], GAME_EVENTS, {"game": game, "after": value}))]
    assert told[0].json()["errors"][0]["extensions"]["code"] == "bad_cursor"
    assert told[1].event == "complete"


def test_how_a_stream_may_be_asked_for(table: tuple[list[Player], str]) -> None:
    seated, game = table
    path = f"/games/{game}/stream"
    assert seated[0].refused("GET", f"{path}?after=x") == (400, "wrong_type")
    assert seated[0].refused("GET", f"{path}?after=-1") == (422, "invalid_value")
    assert seated[0].refused("GET", f"{path}?after=999999") == (400, "bad_cursor")
    assert seated[0].refused("GET", f"{path}?colour=red") == (400, "unknown_field")
    assert seated[0].refused("POST", path, {}) == (405, "method_not_allowed")
    assert seated[0].refused("GET", "/games/nowhere/stream") == (404, "not_found")
    head = seated[0].open("HEAD", f"/api/v1{path}")
    assert (head.status, head.getheader("Content-Type"), head.read()) == (200, EVENT_STREAM, b"")
    assert Player(seated[0]._service, "nss_wrong").refused("GET", path) == (401, "not_authenticated")
    # What the browser has, not what its address says.
    again = seated[0].open("GET", f"/api/v1{path}?after=1", Last_Event_ID="4")
    assert next(frames(again)).id == "5"
    left(again)


def test_a_stream_has_the_headers_of_every_answer(table: tuple[list[Player], str]) -> None:
    seated, game = table
    stream = seated[0].open(
        "GET", f"/api/v1/games/{game}/stream", **{"X-Request-ID": "mine", "Origin": "https://a.example"}
    )
    headers = {name.lower(): value for name, value in stream.getheaders()}
    assert headers["x-request-id"] == "mine"
    assert headers["cache-control"] == "private, no-store"
    assert {"Authorization", "Cookie"} <= {name.strip() for name in headers["vary"].split(",")}
    assert headers["access-control-allow-origin"] == "*"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-accel-buffering"] == "no"
    assert "content-length" not in headers
    left(stream)


def test_a_slow_reader_is_left_alone(service: Service) -> None:
    """Whoever takes nothing costs two buffers, and is let go."""
    service.wait_ready()
    # The log of a game of six is longer than what the buffers of both sides hold.
    seated = players_of(service, 6)
    game = game_of(seated)
    rng = random.Random(3)
    while move_made(seated, game, rng):
        pass
    heavy = " ".join(f"a{number}: data" for number in range(20))
    asked = json.dumps({"query": f'subscription {{ gameEvents(gameId: "{game}") {{ {heavy} }} }}'})
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
    connection.sock = socket.socket()
    # Nothing is taken that is not read.
    connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.sock.connect(("127.0.0.1", service.port))
    headers = {"Content-Type": "application/json", "Accept": EVENT_STREAM, "X-Request-ID": "slow-reader"}
    connection.request("POST", "/graphql", asked, headers)
    slow = connection.getresponse()
    assert slow.status == 200

    until = time.monotonic() + 30
    while not any("slow-reader" in line and "ending=slow" in line for line in service.said().splitlines()):
        said = [line for line in service.said().splitlines() if "slow-reader" in line]
        assert time.monotonic() < until, f"the slow reader was not let go: {said}"
        time.sleep(0.5)
    with pytest.raises((ConnectionError, http.client.IncompleteRead)):
        slow.read()
