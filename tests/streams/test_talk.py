"""Who is told that something was said at the table: those who sit there and want to know, and nobody else."""

import time
from typing import Any

from tests.service import Service
from tests.streams.listening import Frame, Player, game_of, players_of
from tests.streams.test_endings import Listener

TOLD_WITHIN = 10.0


def listening(player: Player, game: str, query: str) -> Listener:
    return Listener(player.open("GET", f"/api/v1/games/{game}/stream{query}"))


def hints(listener: Listener) -> list[Frame]:
    return [frame for frame in listener.heard if frame.event == "message_written"]


def until(listener: Listener, count: int) -> list[Frame]:
    end = time.monotonic() + TOLD_WITHIN
    while time.monotonic() < end and len(hints(listener)) < count:
        time.sleep(0.02)
    return hints(listener)


def said(player: Player, game: str, text: str) -> Any:
    return player.call("POST", f"/games/{game}/messages", {"text": text})


def test_those_at_the_table_are_told_and_spectators_never(service: Service) -> None:
    seated = players_of(service, 3)
    (eve,) = players_of(service, 1)
    game = game_of(seated)
    asking = [listening(player, game, "?messages=true") for player in seated]
    silent = [listening(seated[0], game, ""), listening(eve, game, "?messages=true")]
    silent.append(listening(Player(service), game, "?messages=true"))
    for listener in (*asking, *silent):
        end = time.monotonic() + TOLD_WITHIN
        while not listener.heard and time.monotonic() < end:
            time.sleep(0.02)

    said(seated[1], game, "Who lies?")
    told = [until(listener, 1) for listener in asking]
    said(seated[2], game, "Not me.")
    told = [until(listener, 2) for listener in asking]

    for heard in told:
        assert [(frame.id, frame.json()) for frame in heard] == [(None, {"message": 1}), (None, {"message": 2})]
    log = [[frame for frame in listener.heard if frame.event != "message_written"] for listener in asking]
    assert [frame.id for frame in log[0]] == [frame.id for frame in silent[0].heard]
    assert [hints(listener) for listener in silent] == [[], [], []]
    assert all(listener.is_open for listener in (*asking, *silent))


def test_who_resigns_is_told_no_more(service: Service) -> None:
    seated = players_of(service, 3)
    game = game_of(seated)
    seated[2].call("POST", f"/games/{game}/resign")
    gone, there = (listening(player, game, "?messages=true") for player in (seated[2], seated[0]))
    end = time.monotonic() + TOLD_WITHIN
    while not (gone.heard and there.heard) and time.monotonic() < end:
        time.sleep(0.02)

    said(seated[0], game, "She is gone.")

    assert len(until(there, 1)) == 1
    assert hints(gone) == []
    assert [message["text"] for message in seated[2].call("GET", f"/games/{game}/messages")["items"]] == [
        "She is gone."
    ]
