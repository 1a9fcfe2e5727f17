"""What the OpenAPI document says of games is what the service sends."""

import random
from typing import Any

import pytest

from games.rest.documents import (
    EventPage,
    GamePage,
    GameShown,
    LevelPage,
    RecordShown,
    RootShown,
    RoundPage,
    StaleProblem,
)
from tests.api.caller import Caller, registered
from tests.api.tables import Table, open_table, random_move

pytestmark = pytest.mark.django_db


def assert_told(document: Any, answer: Any) -> None:
    """Every member told is there, and no other; and nothing is told as absent that is sent."""
    sent = answer.json()
    read = document.model_validate(sent)
    assert set(sent) == set(read.model_dump(by_alias=True, exclude_unset=True))


def test_answers_are_as_documented_at_every_step_of_a_game() -> None:
    rng = random.Random(8)
    table = open_table("ann", "bob", "cleo", "dan")
    while table.view()["status"] == "active":
        for caller in (*table.seated, Caller()):
            assert_told(GameShown, caller.get(table.path))
            assert_told(RoundPage, caller.get(f"{table.path}/rounds"))
        table.play(rng)
    for caller in (*table.seated, Caller()):
        assert_told(GameShown, caller.get(table.path))
        assert_told(EventPage, caller.get(f"{table.path}/events"))
        assert_told(RoundPage, caller.get(f"{table.path}/rounds"))
        assert_told(GamePage, caller.get("/games"))
    assert_told(RecordShown, Caller().get(f"{table.path}/record"))
    assert_told(GamePage, table.seated[0].get("/players/me/turns"))


def test_games_that_wait_and_games_that_never_were() -> None:
    ann = registered("ann")
    for visibility in ("public", "private"):
        path = f"/games/{ann.post('/games', {'visibility': visibility}).json()['id']}"
        assert_told(GameShown, ann.get(path))
        ann.delete(f"{path}/seats/me")
        assert_told(GameShown, ann.get(path))
        assert_told(EventPage, ann.get(f"{path}/events"))
        assert_told(RecordShown, ann.get(f"{path}/record"))
    assert_told(GamePage, ann.get("/games"))


def test_the_way_in_and_the_levels() -> None:
    assert_told(RootShown, Caller().get("/"))
    assert_told(LevelPage, Caller().get("/bots"))
    assert [level["level"] for level in Caller().get("/bots").json()["items"]] == ["novice", "guarded"]
    for address in Caller().get("/").json()["links"].values():
        if address.startswith("/api/v1"):
            assert Caller().get(address.removeprefix("/api/v1")).status_code in (200, 401)


def test_a_stale_move() -> None:
    table: Table = open_table("ann", "bob", "cleo")
    seat, view = table.to_act()
    answer = table.seated[seat].post(f"{table.path}/moves", random_move(view, random.Random(1)) | {"version": 3})

    StaleProblem.model_validate(answer.json())
    GameShown.model_validate(answer.json()["game"])
