"""The log as each viewer may see it; state + events = state."""

import random
from typing import Any

import pytest

from tests.api.caller import Caller, refused
from tests.api.folding import fold
from tests.api.tables import Table, open_table

pytestmark = pytest.mark.django_db


def events_of(caller: Caller, table: Table, **query: Any) -> list[Any]:
    """All events, page by page."""
    found: list[Any] = []
    cursor: str | None = None
    while True:
        texts = [f"{name}={value}" for name, value in query.items()] + ([f"cursor={cursor}"] if cursor else [])
        page = caller.get(f"{table.path}/events?{'&'.join(texts)}").json()
        found += page["items"]
        cursor = page["next"]
        if cursor is None:
            return found


def test_numbers_have_no_gap_and_are_the_same_for_all() -> None:
    table = open_table("ann", "bob", "cleo")
    table.play_to_the_end(random.Random(1))

    logs = [events_of(caller, table, limit=7) for caller in (*table.seated, Caller())]

    assert [event["seq"] for event in logs[0]] == list(range(1, table.view()["version"] + 1))
    outlines = [[(event["seq"], event["kind"], event["at"], event["round"]) for event in log] for log in logs]
    assert all(outline == outlines[0] for outline in outlines)
    assert [event["kind"] for event in logs[0]][:7] == [
        "game_opened",
        "seat_taken",
        "seat_taken",
        "seat_taken",
        "game_started",
        "cards_dealt",
        "round_started",
    ]
    assert logs[0][-1]["kind"] == "game_ended"


def test_each_sees_their_own_cards_and_no_others() -> None:
    table = open_table("ann", "bob", "cleo")
    for _ in range(12):
        if table.view()["status"] == "active":
            table.play(random.Random(2))

    for seat, caller in [*enumerate(table.seated), (None, Caller())]:
        for event in events_of(caller, table):
            if event["kind"] in ("cards_dealt", "cards_drawn"):
                for cards in event["data"]["seats"]:
                    assert (cards["cards"] is not None) == (cards["seat"] == seat)
                    assert cards["cards"] is None or len(cards["cards"]) == cards["count"]
            if event["kind"] == "offer_made":
                assert (event["data"]["card"] is not None) == (event["data"]["from"] == seat)
            if event["kind"] == "game_opened":
                assert set(event["data"]) == {
                    "players", "creator", "name", "turn", "visibility", "rated", "allow_bots", "commitment",
                }  # fmt: skip
            if event["kind"] == "seat_taken":
                assert set(event["data"]) == {"seat", "player"}


@pytest.mark.parametrize("seed", range(3))
def test_state_and_events_give_the_state_that_would_be_fetched(seed: int) -> None:
    """For every viewer, from every step to every later one that was looked at."""
    rng = random.Random(seed)
    names = ("ann", "bob", "cleo", "dan", "eve", "finn")[: 3 + seed]
    table = open_table(*names)
    viewers = (*table.seated, Caller())
    known = [caller.get(table.path).json() for caller in viewers]
    while table.view()["status"] == "active":
        table.play(rng)
        for place, caller in enumerate(viewers):
            if rng.random() < 0.4 or table.view()["status"] != "active":
                fetched = caller.get(table.path).json()
                known[place] = fold(known[place], events_of(caller, table, after=known[place]["version"]))
                assert known[place] == fetched


def test_the_lobby_can_be_folded_too() -> None:
    table = open_table("ann", "bob", "cleo")
    opened = fold(None, events_of(table.seated[1], table), game_id=table.id, name="bob")

    assert opened == table.view(1)


def test_events_stay_the_same_after_the_end() -> None:
    table = open_table("ann", "bob", "cleo")
    rng = random.Random(5)
    seen: list[Any] = []
    while table.view()["status"] == "active":
        table.play(rng)
        seen = events_of(table.seated[0], table)
        earlier = seen[: len(seen) // 2]

    assert events_of(table.seated[0], table)[: len(earlier)] == earlier


@pytest.mark.parametrize(
    ("query", "refusal"),
    [
        ("?after=-1", (422, "invalid_value")),
        ("?after=x", (400, "wrong_type")),
        ("?after=99999999999999999999", (422, "invalid_value")),
        ("?limit=101", (422, "invalid_value")),
        ("?cursor=-1", (400, "bad_cursor")),
        ("?cursor=99999999999", (400, "bad_cursor")),
        ("?cursor=%D9%A1", (400, "bad_cursor")),
        ("?cursor=1&after=1", (400, "bad_cursor")),
    ],
)
def test_a_bad_query_is_refused(query: str, refusal: tuple[int, str]) -> None:
    table = open_table("ann", "bob", "cleo")

    assert refused(Caller().get(f"{table.path}/events{query}"))[:2] == refusal


def test_nothing_comes_after_the_last_event() -> None:
    table = open_table("ann", "bob", "cleo")

    assert Caller().get(f"{table.path}/events?after=2000").json() == {"items": [], "next": None}
