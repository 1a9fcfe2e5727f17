"""When a stream ends: with the game, with the token, with the right to play, with the seat."""

import json
import random
import threading
import time
from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from tests.api.caller import PASSWORD
from tests.service import Service
from tests.streams.listening import (
    EVENT_STREAM,
    GAME_EVENTS,
    Frame,
    Player,
    frames,
    game_of,
    move_made,
    players_of,
    subscribed,
)

CLOSED_WITHIN = 5.0


class Listener:
    """Reads a stream to its end, beside the test."""

    def __init__(self, answer: Any) -> None:
        assert (answer.status, answer.getheader("Content-Type")) == (200, EVENT_STREAM), answer.read(500)
        self.heard: list[Frame] = []
        self._answer = answer
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        for frame in frames(self._answer):
            self.heard.append(frame)

    def seconds_to_the_end(self, patience: float = CLOSED_WITHIN) -> float:
        began = time.monotonic()
        self._thread.join(patience)
        assert not self._thread.is_alive(), "the stream goes on"
        return time.monotonic() - began

    @property
    def is_open(self) -> bool:
        return self._thread.is_alive()


def opened(kind: str, player: Player, game: str) -> Listener:
    if kind == "sse":
        return Listener(player.open("GET", f"/api/v1/games/{game}/stream"))
    if kind == "me":
        return Listener(player.open("GET", "/api/v1/players/me/stream"))
    if kind == "graphql":
        return Listener(subscribed(player, GAME_EVENTS, {"game": game}))
    return Listener(subscribed(player, "subscription { myTurns { id version } }"))


by_kind = pytest.mark.parametrize("kind", ["sse", "me", "graphql", "turns"])


@pytest.fixture
def table(service: Service) -> tuple[list[Player], str]:
    service.wait_ready()
    seated = players_of(service, 3)
    return seated, game_of(seated)


def test_it_ends_with_the_game(table: tuple[list[Player], str]) -> None:
    seated, game = table
    sse, graphql = opened("sse", seated[1], game), opened("graphql", seated[1], game)
    rng = random.Random(5)
    while move_made(seated, game, rng):
        pass

    sse.seconds_to_the_end()
    graphql.seconds_to_the_end()
    assert sse.heard[-1].event == "game_ended"
    assert [frame.event for frame in graphql.heard[-2:]] == ["next", "complete"]
    assert graphql.heard[-2].json()["data"]["gameEvents"] == sse.heard[-1].json()

    last = sse.heard[-1].id
    again = seated[1].open("GET", f"/api/v1/games/{game}/stream", Last_Event_ID=str(last))
    assert (again.status, again.read()) == (204, b"")
    over = subscribed(seated[1], GAME_EVENTS, {"game": game, "after": last})
    assert [frame.event for frame in frames(over)] == ["complete"]


def suspended(service: Service, player: Player) -> None:
    with psycopg.connect(service.database_url()) as database:
        database.execute(
            "UPDATE players_player SET suspended_until = now() + interval '1 day' WHERE name = %s", [player.name]
        )


def expired(service: Service, player: Player) -> None:
    token = player.call("GET", "/tokens")["items"][0]["id"]
    with psycopg.connect(service.database_url()) as database:
        database.execute("UPDATE players_token SET expires_at = now() WHERE id = %s", [token])


def revoked(service: Service, player: Player) -> None:
    token = player.call("GET", "/tokens")["items"][0]["id"]
    player.call("DELETE", f"/tokens/{token}")


@by_kind
@pytest.mark.parametrize("lose", [revoked, expired, suspended])
def test_it_ends_with_the_right_to_look(
    service: Service, table: tuple[list[Player], str], kind: str, lose: Callable[[Service, Player], None]
) -> None:
    seated, game = table
    mine, others = opened(kind, seated[0], game), opened(kind, seated[1], game)
    lose(service, seated[0])

    mine.seconds_to_the_end()
    assert others.is_open

    path = f"/games/{game}/stream"
    expected = (403, "suspended") if lose is suspended else (401, "not_authenticated")
    assert seated[0].refused("GET", path) == expected


def test_a_long_poll_ends_with_the_token(service: Service, table: tuple[list[Player], str]) -> None:
    seated, game = table
    version = seated[0].view(game)["version"]
    said: list[Any] = []
    poll = threading.Thread(
        target=lambda: said.append(seated[0].refused("GET", f"/games/{game}/events?after={version}&wait=25"))
    )
    poll.start()
    time.sleep(0.5)
    revoked(service, seated[0])
    poll.join(CLOSED_WITHIN)

    assert said == [(401, "not_authenticated")]


def test_whoever_gives_up_a_seat_sees_no_more_than_a_spectator(table: tuple[list[Player], str]) -> None:
    seated, game = table
    mine, graphql = opened("sse", seated[0], game), opened("graphql", seated[0], game)
    watching = opened("sse", seated[1], game)
    seated[0].call("POST", f"/games/{game}/resign")

    mine.seconds_to_the_end()
    graphql.seconds_to_the_end()
    assert mine.heard[-1].event == "seat_handed_over"
    assert graphql.heard[-1].json()["data"]["gameEvents"]["kind"] == "seat_handed_over"
    assert watching.is_open

    rest = opened("sse", seated[0], game)
    rng = random.Random(3)
    until = time.monotonic() + 60
    while seated[1].view(game)["status"] == "active" and time.monotonic() < until:
        to_act = seated[1].view(game)["to_act"]
        if to_act in (1, 2):
            move_made(seated, game, rng)
        else:
            time.sleep(0.05)
    rest.seconds_to_the_end()

    handed_over = int(mine.heard[-1].id or 0)
    for frame in rest.heard:
        event = frame.json()
        if event["kind"] in ("cards_dealt", "cards_drawn"):
            own = [cards["cards"] for cards in event["data"]["seats"] if cards["seat"] == 0]
            # What they saw, they saw; an event never changes.
            assert all((cards is None) == (event["seq"] > handed_over) for cards in own)
        if event["kind"] == "offer_made" and event["seq"] > handed_over:
            assert event["data"]["card"] is None
    known = {frame.id: frame for frame in mine.heard}
    assert all(frame == known[frame.id] for frame in rest.heard if frame.id in known)


def test_a_private_game_is_followed_by_those_who_sit_there(service: Service) -> None:
    service.wait_ready()
    *seated, stranger = players_of(service, 4)
    view = seated[0].call("POST", "/games", {"players": 3, "visibility": "private"})
    path = f"/games/{view['id']}"
    for nobody in (stranger, Player(service)):
        assert nobody.refused("GET", f"{path}/stream") == (404, "not_found")
        assert nobody.refused("GET", f"{path}/events?wait=5") == (404, "not_found")
        (told, complete) = frames(subscribed(nobody, GAME_EVENTS, {"game": view["id"]}))
        assert told.json()["errors"][0]["extensions"]["code"] == "not_found"
        assert complete.event == "complete"

    seated[1].call("POST", f"{path}/seats", {"invite": view["invite"]})
    listener = opened("sse", seated[1], view["id"])
    seated[1].call("DELETE", f"{path}/seats/me")

    # Whoever left may not see it any more.
    listener.seconds_to_the_end()
    assert listener.heard[-1].event == "seat_left"
    assert seated[1].refused("GET", f"{path}/stream") == (404, "not_found")


def test_a_player_who_sits_down_sees_their_cards(service: Service) -> None:
    service.wait_ready()
    seated = players_of(service, 3)
    view = seated[0].call("POST", "/games", {"players": 3})
    listener = opened("sse", seated[2], view["id"])
    for player in seated[1:]:
        player.call("POST", f"/games/{view['id']}/seats", {})
    until = time.monotonic() + 10
    while "cards_dealt" not in [frame.event for frame in listener.heard]:
        assert time.monotonic() < until
        time.sleep(0.05)

    dealt = next(frame.json() for frame in listener.heard if frame.event == "cards_dealt")
    shown = {cards["seat"]: cards["cards"] for cards in dealt["data"]["seats"]}
    assert sorted(shown[2]) == seated[2].view(view["id"])["you"]["hand"]
    assert shown[0] is None
    assert json.dumps(dealt) == json.dumps(
        next(
            event
            for event in seated[2].call("GET", f"/games/{view['id']}/events")["items"]
            if event["kind"] == "cards_dealt"
        )
    )


def test_logging_in_again_opens_a_stream_again(service: Service, table: tuple[list[Player], str]) -> None:
    seated, game = table
    listener = opened("sse", seated[0], game)
    revoked(service, seated[0])
    listener.seconds_to_the_end()
    token = Player(service).call("POST", "/tokens", {"name": seated[0].name, "password": PASSWORD})["token"]

    assert opened("sse", Player(service, token), game).is_open
