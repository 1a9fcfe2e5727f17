"""What the OpenAPI document says of games is what the service sends."""

import random
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from games import store
from games.engine.scoring import points_of
from games.rest.documents import (
    ClockShown,
    EventPage,
    GamePage,
    GameShown,
    LevelPage,
    RecordShown,
    RootShown,
    RoundPage,
    RuleBookShown,
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
            assert_told(ClockShown, caller.get(f"{table.path}/clock"))
        table.play(rng)
    for caller in (*table.seated, Caller()):
        assert_told(GameShown, caller.get(table.path))
        assert_told(EventPage, caller.get(f"{table.path}/events"))
        assert_told(RoundPage, caller.get(f"{table.path}/rounds"))
        assert_told(GamePage, caller.get("/games"))
    assert_told(RecordShown, Caller().get(f"{table.path}/record"))
    assert_told(GamePage, table.seated[0].get("/players/me/turns"))


def test_a_clock_that_was_adjusted() -> None:
    table = open_table("ann", "bob", "cleo")
    today = store.now().date()
    for caller in table.seated:
        caller.post("/players/me/away", {"from": today.isoformat(), "until": (today + timedelta(days=2)).isoformat()})
        caller.patch("/players/me", {"quiet_hours": {"from": "23:00", "until": "11:00"}})

    answer = Caller().get(f"{table.path}/clock")

    assert_told(ClockShown, answer)
    clock = answer.json()
    assert [adjustment["kind"] for adjustment in clock["adjustments"]] == ["away", "hours"]
    seconds = clock["allowed_seconds"] + sum(adjustment["seconds"] for adjustment in clock["adjustments"])
    started, deadline = (datetime.fromisoformat(clock[moment]) for moment in ("started_at", "deadline"))
    assert started + timedelta(seconds=seconds) == deadline
    view = table.view()
    assert (view["to_act"], view["deadline"]) == (clock["seat"], clock["deadline"])
    assert clock["turn"] == view["settings"]["turn"]
    assert {seat["away_until"] for seat in view["seats"]} == {f"{today + timedelta(days=2)}T00:00:00Z"}


def test_a_clock_that_does_not_run() -> None:
    ann = registered("ann")
    game = ann.post("/games", {"turn": "PT45S"}).json()
    expected = {
        "seat": None, "started_at": None, "turn": "PT45S", "allowed_seconds": 45, "adjustments": [], "deadline": None,
    }  # fmt: skip
    assert ann.get(f"/games/{game['id']}/clock").json() == expected
    ann.delete(f"/games/{game['id']}/seats/me")
    assert ann.get(f"/games/{game['id']}/clock").json() == expected


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
    assert_told(RuleBookShown, Caller().get("/rules"))
    levels = [level["level"] for level in Caller().get("/bots").json()["items"]]
    assert levels == ["novice", "guarded", "shrewd", "oracle"]
    for address in Caller().get("/").json()["links"].values():
        if address.startswith("/api/v1"):
            assert Caller().get(address.removeprefix("/api/v1")).status_code in (200, 401)


def test_a_stale_move() -> None:
    table: Table = open_table("ann", "bob", "cleo")
    seat, view = table.to_act()
    answer = table.seated[seat].post(f"{table.path}/moves", random_move(view, random.Random(1)) | {"version": 3})

    StaleProblem.model_validate(answer.json())
    GameShown.model_validate(answer.json()["game"])


def test_the_tables_of_the_rules_are_those_that_the_engine_plays_by() -> None:
    rules = Caller().get("/rules").json()
    assert [(setup["players"], setup["points_to_win"], sum(setup["deck"].values())) for setup in rules["setups"]] == [
        (3, 40, 39),
        (4, 40, 50),
        (5, 35, 55),
        (6, 30, 55),
    ]
    ann = registered("ann")
    for setup in rules["setups"]:
        assert ann.post("/games", {"players": setup["players"]}).json()["rules"] == setup
    assert {card["card"]: card["names"] for card in rules["cards"]}[9] == {
        "en": "Lernaean Hydra",
        "fr": "Hydre de Lerne",
    }
    assert rules["set"] == {"cards": [1, 2, 3], "points": points_of((1, 2, 3)) - 6}
    assert rules["examples"] == [
        {"front": [4, 10, 0], "points": 14},
        {"front": [1, 2, 3, 6, 7], "points": 29},
        {"front": [1, 1, 2, 2, 3], "points": 19},
    ]
    # The names are those of the rules' own page.
    table = [line.split("|")[2:-1] for line in Path("docs/rules.md").read_text(encoding="utf-8").splitlines()[12:16]]
    values, _, english, french = ([cell.strip() for cell in row] for row in table)
    assert {card["card"]: [card["names"]["en"], card["names"]["fr"]] for card in rules["cards"]} == {
        int(value): names for value, *names in zip(values, english, french, strict=True)
    }
