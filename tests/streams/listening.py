"""Clients of the streams of a running service: server-sent events, long polls, subscriptions; written from docs/api.md.

Each channel gives the events after a number, one by one, and may be left at any time.
"""

import http.client
import json
import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.api.caller import PASSWORD
from tests.api.tables import random_move
from tests.service import Service

PATIENCE = 30.0
EVENT_STREAM = "text/event-stream"
MY_TURNS = "subscription { myTurns { id version to_act: toAct } }"
GAME_EVENTS = (
    "subscription($game: ID!, $after: String) { gameEvents(gameId: $game, after: $after) { seq kind at round data } }"
)


class Player:
    """Somebody who calls the service over HTTP; without a token, nobody in particular."""

    def __init__(self, service: Service, token: str | None = None, name: str = "") -> None:
        self._service = service
        self.port = service.port
        self.token = token
        self.name = name

    def open(
        self, method: str, path: str, body: object = None, timeout: float = PATIENCE, **headers: str
    ) -> http.client.HTTPResponse:
        """The answer, its body not yet read."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token is not None:
            sent["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            sent["Content-Type"] = "application/json"
        connection.request(method, path, None if body is None else json.dumps(body), sent)
        answer = connection.getresponse()
        # Kept with the answer, so that closing one closes the other.
        answer.connection = connection  # type: ignore[attr-defined]
        return answer

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        """The body of an answer that must be good."""
        answer = self.open(method, f"/api/v1{path}", body, **headers)
        text = answer.read()
        assert answer.status < 300, (answer.status, text)
        return json.loads(text) if text else None

    def refused(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, str]:
        """Status and code of an answer that must be a problem."""
        answer = self.open(method, f"/api/v1{path}", body, **headers)
        assert answer.getheader("Content-Type") == "application/problem+json", answer.read(200)
        return answer.status, json.loads(answer.read())["code"]

    def view(self, game: str) -> Any:
        return self.call("GET", f"/games/{game}")


def left(answer: http.client.HTTPResponse) -> None:
    """Go away in the middle of an answer."""
    answer.close()
    answer.connection.close()  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Frame:
    """One server-sent event."""

    id: str | None
    event: str
    data: str

    def json(self) -> Any:
        return json.loads(self.data)


def frames(answer: http.client.HTTPResponse) -> Iterator[Frame]:
    """The events of a stream, comments left out, until it ends."""
    fields: dict[str, str] = {}
    while line := answer.readline():
        text = line.decode().rstrip("\n")
        if text:
            name, _, value = text.partition(":")
            fields[name] = value.removeprefix(" ")
        elif "data" in fields:
            yield Frame(fields.get("id"), fields.get("event", "message"), fields["data"])
            fields = {}


def by_sse(player: Player, game: str, after: int) -> Iterator[Any]:
    answer = player.open("GET", f"/api/v1/games/{game}/stream", Last_Event_ID=str(after))
    if answer.status == 204:
        return
    assert (answer.status, answer.getheader("Content-Type")) == (200, EVENT_STREAM), answer.read(500)
    try:
        for frame in frames(answer):
            event = frame.json()
            assert (frame.id, frame.event) == (str(event["seq"]), event["kind"])
            yield event
    finally:
        left(answer)


def by_poll(player: Player, game: str, after: int) -> Iterator[Any]:
    """Polls for ever: whoever has the last event leaves."""
    while True:
        page = player.call("GET", f"/games/{game}/events?after={after}&wait=20&limit=3")
        for event in page["items"]:
            after = event["seq"]
            yield event
        if not page["items"] and player.view(game)["status"] != "active":
            return


def by_graphql(player: Player, game: str, after: int) -> Iterator[Any]:
    answer = subscribed(player, GAME_EVENTS, {"game": game, "after": str(after)})
    assert (answer.status, answer.getheader("Content-Type")) == (200, EVENT_STREAM), answer.read(500)
    try:
        for frame in frames(answer):
            if frame.event == "complete":
                return
            told = frame.json()
            assert "errors" not in told, told
            yield told["data"]["gameEvents"]
    finally:
        left(answer)


def by_me(player: Player, after: int) -> Iterator[Any]:
    """What is addressed to them, after a number."""
    answer = player.open("GET", "/api/v1/players/me/stream?after=0", Last_Event_ID=str(after))
    assert (answer.status, answer.getheader("Content-Type")) == (200, EVENT_STREAM), answer.read(500)
    try:
        for frame in frames(answer):
            notice = frame.json()
            assert (frame.id, frame.event) == (str(notice["seq"]), notice["kind"])
            yield notice
    finally:
        left(answer)


def by_turns(player: Player, after: int = 0) -> Iterator[Any]:
    """The games that wait for them. There are no numbers: all of them are told to whoever comes."""
    answer = subscribed(player, MY_TURNS)
    assert (answer.status, answer.getheader("Content-Type")) == (200, EVENT_STREAM), answer.read(500)
    try:
        for frame in frames(answer):
            told = frame.json()
            assert "errors" not in told, told
            yield told["data"]["myTurns"]
    finally:
        left(answer)


def subscribed(player: Player, query: str, variables: object = None, **headers: str) -> http.client.HTTPResponse:
    return player.open(
        "POST", "/graphql", {"query": query, "variables": variables}, **{"Accept": EVENT_STREAM, **headers}
    )


type Channel = Callable[[Player, str, int], Iterator[Any]]
CHANNELS: dict[str, Channel] = {"sse": by_sse, "poll": by_poll, "graphql": by_graphql}


@contextmanager
def following(channel: Channel, player: Player, game: str, after: int = 0) -> Iterator[Iterator[Any]]:
    """The events on a channel; it is left at the end of the block."""
    events = channel(player, game, after)
    try:
        yield events
    finally:
        events.close()  # type: ignore[attr-defined]


@contextmanager
def following_own(
    channel: Callable[[Player, int], Iterator[Any]], player: Player, after: int = 0
) -> Iterator[Iterator[Any]]:
    """What a player is told on a channel of their own; it is left at the end of the block."""
    told = channel(player, after)
    try:
        yield told
    finally:
        told.close()  # type: ignore[attr-defined]


def players_of(service: Service, count: int) -> list[Player]:
    """So many new players."""
    found = []
    for _ in range(count):
        name = f"ear-{secrets.token_hex(6)}"
        told = Player(service).call("POST", "/players", {"name": name, "password": PASSWORD})
        found.append(Player(service, told["token"], name))
    return found


def game_of(players: list[Player], **settings: object) -> str:
    """A game at which these sit, in this order; it has begun."""
    first, *others = players
    view = first.call("POST", "/games", {"players": max(len(players), 3), **settings})
    for player in others:
        player.call("POST", f"/games/{view['id']}/seats", {"invite": view["invite"]} if view["invite"] else {})
    game_id: str = view["id"]
    return game_id


def move_made(players: list[Player], game: str, rng: random.Random) -> bool:
    """One random move of whoever is to act; False when the game is over."""
    to_act = players[0].view(game)["to_act"]
    if to_act is None:
        return False
    player = players[to_act]
    player.call("POST", f"/games/{game}/moves", random_move(player.view(game), rng))
    return True
