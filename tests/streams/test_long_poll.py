"""A long poll is the call without `wait`, answered when there is something to say."""

import random
import threading
import time
from typing import Any

import pytest

from tests.service import Service
from tests.streams.listening import Player, game_of, move_made, players_of

# Of the call, or of the server that sent it.
OF_THE_CALL = {"date", "x-request-id", "server", "connection", "transfer-encoding", "content-length", "keep-alive"}


def told(player: Player, path: str) -> tuple[int, dict[str, str], bytes]:
    answer = player.open("GET", f"/api/v1{path}")
    headers = {name.lower(): value for name, value in answer.getheaders()}
    return answer.status, {name: value for name, value in headers.items() if name not in OF_THE_CALL}, answer.read()


@pytest.fixture
def table(service: Service) -> tuple[list[Player], str]:
    service.wait_ready()
    seated = players_of(service, 3)
    return seated, game_of(seated)


def test_what_is_there_is_told_at_once(table: tuple[list[Player], str]) -> None:
    seated, game = table
    for path in (f"/games/{game}/events?limit=3", f"/games/{game}/events?after=4", f"/games/{game}/events?after=x"):
        began = time.monotonic()
        assert told(seated[0], path + "&wait=25") == told(seated[0], path)
        assert time.monotonic() - began < 10


def test_what_comes_is_told_as_it_would_be_without_waiting(table: tuple[list[Player], str]) -> None:
    seated, game = table
    version = seated[0].view(game)["version"]
    looking = [*seated, Player(seated[0]._service)]
    path = f"/games/{game}/events?after={version}"
    said: dict[int, Any] = {}

    def wait(place: int) -> None:
        said[place] = told(looking[place], path + "&wait=25")

    polls = [threading.Thread(target=wait, args=(place,)) for place in range(len(looking))]
    for poll in polls:
        poll.start()
    time.sleep(1)
    assert said == {}
    move_made(seated, game, random.Random(1))
    for poll in polls:
        poll.join(10)

    assert said == {place: told(player, path) for place, player in enumerate(looking)}


def test_who_asks_for_the_head_alone_waits_for_nothing(table: tuple[list[Player], str]) -> None:
    seated, game = table
    for query in ("after=0&wait=25", "after=999999&wait=25"):
        answer = seated[0].open("HEAD", f"/api/v1/games/{game}/events?{query}")
        assert (answer.status, answer.read()) == (200, b"")


def test_the_answer_is_an_empty_page_when_nothing_comes(table: tuple[list[Player], str]) -> None:
    seated, game = table
    version = seated[0].view(game)["version"]
    path = f"/games/{game}/events?after={version}"
    began = time.monotonic()
    waited = told(seated[0], path + "&wait=2")

    assert 1.9 < time.monotonic() - began < 8
    assert waited == told(seated[0], path)
    assert waited[2] == b'{"items":[],"next":null}'


def test_nobody_waits_for_a_game_that_is_over(table: tuple[list[Player], str]) -> None:
    seated, game = table
    rng = random.Random(2)
    while move_made(seated, game, rng):
        pass
    version = seated[0].view(game)["version"]
    began = time.monotonic()
    assert told(seated[0], f"/games/{game}/events?after={version}&wait=25")[2] == b'{"items":[],"next":null}'
    assert time.monotonic() - began < 10


@pytest.mark.parametrize(
    ("query", "refusal"),
    [("wait=26", (422, "invalid_value")), ("wait=-1", (422, "invalid_value")), ("wait=soon", (400, "wrong_type"))],
)
def test_how_long_one_may_wait(table: tuple[list[Player], str], query: str, refusal: tuple[int, str]) -> None:
    seated, game = table
    assert seated[0].refused("GET", f"/games/{game}/events?{query}") == refusal
