"""Moves, refusals in their order, resigning, the end and the record."""

import json
import random
from typing import Any

import pytest

from docs.verify_shuffle import main as verify_shuffle
from tests.api.caller import Caller, logged_in, refused, registered
from tests.api.tables import Table, open_table, random_move

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return open_table("ann", "bob", "cleo", "dan")


def an_offer(view: Any) -> dict[str, Any]:
    offer = view["you"]["legal"]["offer"]
    choice = offer["cards"][-1]
    return {
        "version": view["version"],
        "kind": "offer",
        "card": choice["card"],
        "claim": choice["claims"][-1],
        "to": offer["to"][0],
    }


def test_an_offer_changes_hands_and_is_seen_by_all_without_its_face(table: Table) -> None:
    seat, before = table.to_act()
    move = an_offer(before)

    answer = table.seated[seat].post(f"{table.path}/moves", move)

    assert answer.status_code == 201
    after = answer.json()
    assert after == table.view(seat)
    assert after["version"] == before["version"] + 1
    assert after["lot"] == [{"from": seat, "to": move["to"], "claim": move["claim"], "card": move["card"]}]
    assert after["to_act"] == move["to"]
    assert after["you"]["legal"] is None
    assert sorted([*after["you"]["hand"], move["card"]]) == before["you"]["hand"]
    holder = table.view(move["to"])
    assert holder["lot"][0]["card"] is None
    assert holder["you"]["legal"]["accept"] is True
    assert Caller().get(table.path).json()["lot"][0]["card"] is None


def test_every_listed_combination_and_nothing_else_is_legal(table: Table) -> None:
    seat, view = table.to_act()
    caller = table.seated[seat]
    legal = view["you"]["legal"]
    assert (legal["accept"], legal["refuse"]) == (False, False)
    listed = {
        (choice["card"], claim, to)
        for choice in legal["offer"]["cards"]
        for claim in choice["claims"]
        for to in legal["offer"]["to"]
    }
    for card in range(-1, 12):
        for claim in (-1, 0, 5, card, 11):
            for to in range(-1, 5):
                if (card, claim, to) not in listed:
                    move = {"version": view["version"], "kind": "offer", "card": card, "claim": claim, "to": to}
                    assert refused(caller.post(f"{table.path}/moves", move)) == (422, "illegal_move", None)
    assert table.view(seat) == view


def test_refusals_name_the_first_broken_rule(table: Table) -> None:
    seat, view = table.to_act()
    card = max(view["you"]["hand"])
    other = (seat + 1) % 4
    missing = next(card for card in range(1, 11) if card not in view["you"]["hand"])

    def reason(**move: Any) -> str:
        answer = table.seated[seat].post(f"{table.path}/moves", {"version": view["version"], **move})
        assert refused(answer) == (422, "illegal_move", None)
        return str(answer.json()["reason"])

    assert reason(kind="accept") == "no_lot_yet"
    assert reason(kind="refuse") == "no_lot_yet"
    assert reason(kind="offer", card=missing, claim=99, to=99) == "unknown_card"
    assert reason(kind="offer", card=card, claim=11, to=99) == "claim_out_of_range"
    assert reason(kind="offer", card=card, claim=0, to=99) == "false_claim"
    assert reason(kind="offer", card=card, claim=card, to=99) == "no_such_seat"
    assert reason(kind="offer", card=card, claim=card, to=seat) == "recipient_self"
    table.seated[seat].post(f"{table.path}/moves", an_offer(view) | {"to": other})
    view, holder, seat = table.view(other), seat, other
    card = max(view["you"]["hand"])
    assert reason(kind="offer", card=card, claim=card, to=holder) == "recipient_first_player"


def test_checks_run_in_their_order(table: Table) -> None:
    """Authentication, form, visibility, seat, status, version, turn, rules."""
    seat, view = table.to_act()
    stranger, waiting = registered("eve"), table.seated[(seat + 1) % 4]
    path, stale = f"{table.path}/moves", {"version": 1, "kind": "accept"}
    now = {**stale, "version": view["version"]}

    assert refused(Caller().post(path, {"nonsense": 1})) == (401, "not_authenticated", None)
    reader = logged_in("ann", scopes=["read"])
    assert refused(reader.post(path, {"nonsense": 1})) == (403, "missing_scope", None)
    assert refused(stranger.post("/games/nosuchgame/moves", {"nonsense": 1}))[:2] == (400, "unknown_field")
    assert refused(stranger.post("/games/nosuchgame/moves", stale)) == (404, "not_found", None)
    assert refused(stranger.post(path, stale)) == (403, "not_seated", None)
    assert refused(waiting.post(path, stale)) == (409, "stale_version", None)
    assert refused(waiting.post(path, now)) == (409, "not_your_turn", None)
    assert refused(table.seated[seat].post(path, now)) == (422, "illegal_move", None)
    open_game = stranger.post("/games").json()["id"]
    assert refused(stranger.post(f"/games/{open_game}/moves", stale)) == (409, "game_not_started", None)
    assert table.view(seat) == view


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({}, (400, "missing_field", "version")),
        ({"version": 7}, (400, "missing_field", "kind")),
        ({"kind": "accept"}, (400, "missing_field", "version")),
        ({"version": 7, "kind": "steal"}, (422, "invalid_value", "kind")),
        ({"version": 7, "kind": "steal", "card": 3}, (422, "invalid_value", "kind")),
        ({"version": 7, "kind": 1}, (400, "wrong_type", "kind")),
        ({"version": 7, "kind": ["offer"]}, (400, "wrong_type", "kind")),
        ({"version": 7, "kind": {}}, (400, "wrong_type", "kind")),
        ({"version": "7", "kind": "accept"}, (400, "wrong_type", "version")),
        ({"version": 7.0, "kind": "accept"}, (400, "wrong_type", "version")),
        ({"version": True, "kind": "accept"}, (400, "wrong_type", "version")),
        ({"version": -1, "kind": "accept"}, (422, "invalid_value", "version")),
        ({"version": 2**31, "kind": "accept"}, (422, "invalid_value", "version")),
        ({"version": 7, "kind": "accept", "card": 3}, (400, "unknown_field", "card")),
        ({"version": 7, "kind": "offer"}, (400, "missing_field", "card")),
        ({"version": 7, "kind": "offer", "card": None, "claim": 1, "to": 1}, (400, "wrong_type", "card")),
        ({"version": 7, "kind": "offer", "card": 1, "claim": "1", "to": 1}, (400, "wrong_type", "claim")),
        ({"version": 7, "kind": "offer", "card": 1, "claim": 1, "to": 1, "seat": 2}, (400, "unknown_field", "seat")),
        ("accept", (400, "malformed", None)),
    ],
)
def test_a_bad_form_is_no_move(table: Table, body: Any, refusal: Any) -> None:
    before = table.view()

    assert refused(table.seated[0].post(f"{table.path}/moves", body)) == refusal
    assert table.view() == before


def test_a_stale_move_is_told_what_happened_meanwhile(table: Table) -> None:
    seat, before = table.to_act()
    move = an_offer(before)
    first = table.seated[seat].post(f"{table.path}/moves", move).json()

    late = table.seated[seat].post(f"{table.path}/moves", move)

    problem = late.json()
    assert refused(late) == (409, "stale_version", None)
    assert problem["game"] == first
    assert [event["seq"] for event in problem["events"]] == [first["version"]]
    assert problem["events"][0]["data"]["card"] == move["card"]
    assert problem["still_legal"] is False
    assert table.view(seat) == first


def test_a_stale_move_that_would_still_be_legal_says_so(table: Table) -> None:
    seat, view = table.to_act()
    move = an_offer(view) | {"version": view["version"] - 1}

    problem = table.seated[seat].post(f"{table.path}/moves", move).json()

    assert (problem["code"], problem["still_legal"]) == ("stale_version", True)
    assert table.view(seat) == view


def test_a_version_that_is_yet_to_come_is_stale_too(table: Table) -> None:
    seat, view = table.to_act()
    problem = table.seated[seat].post(f"{table.path}/moves", an_offer(view) | {"version": view["version"] + 5}).json()

    assert (problem["code"], problem["events"]) == ("stale_version", [])


def test_a_whole_game_is_played_recorded_and_verified(tmp_path: Any) -> None:
    table = open_table("ann", "bob", "cleo", name="To the Styx")
    assert refused(table.seated[0].get(f"{table.path}/record")) == (409, "game_not_over", None)

    end = table.play_to_the_end(random.Random(3))

    assert end["status"] == "finished"
    for gone in ("to_act", "deadline"):
        assert end[gone] is None
    assert end["result"]["points"] == [seat["points"] for seat in end["seats"]]
    assert refused(table.seated[0].post(f"{table.path}/moves", {"version": end["version"], "kind": "accept"})) == (
        409,
        "game_over",
        None,
    )
    assert refused(table.seated[0].post(f"{table.path}/resign")) == (409, "game_over", None)
    record = Caller().get(f"{table.path}/record").json()
    assert record["game"] == Caller().get(table.path).json()
    assert (record["rules_version"], record["players"], len(record["deck"])) == (1, 3, 39)
    assert [event["seq"] for event in record["events"]] == list(range(1, end["version"] + 1))
    assert all(event["data"]["card"] is not None for event in record["events"] if event["kind"] == "offer_made")
    assert record["fairness"]["reveal"] == record["events"][-1]["data"]["reveal"]
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    assert verify_shuffle([str(path)]) == 0
    finished = Caller().get("/games?status=finished").json()["items"][0]
    assert finished["result"] == end["result"]


def test_who_resigns_is_a_spectator_from_then_on(table: Table) -> None:
    before = table.view(1)

    answer = table.seated[1].post(f"{table.path}/resign")

    assert answer.status_code == 201
    assert answer.json()["you"] is None
    assert answer.json()["version"] == before["version"] + 1
    assert answer.json()["seats"][1]["player"] == {"name": "guarded-1", "kind": "bot", "level": "guarded"}
    assert refused(table.seated[1].post(f"{table.path}/resign")) == (403, "not_seated", None)
    last = table.seated[0].get(f"{table.path}/events?after={before['version']}").json()["items"]
    assert [(event["kind"], event["data"]) for event in last] == [
        (
            "seat_handed_over",
            {
                "seat": 1,
                "from": {"name": "bob", "kind": "human"},
                "to": {"name": "guarded-1", "kind": "bot", "level": "guarded"},
                "reason": "resigned",
            },
        )
    ]


def test_who_left_keeps_what_they_saw_and_sees_no_more() -> None:
    table = open_table("ann", "bob", "cleo", "dan")
    rng = random.Random(6)
    for _ in range(5):
        table.play(rng)
    seat, view = table.to_act()
    caller, others = table.seated[seat], [other for other in range(4) if other != seat]
    if view["you"]["legal"]["offer"]:
        caller.post(f"{table.path}/moves", an_offer(view))
    before = caller.get(f"{table.path}/events").json()["items"]

    caller.post(f"{table.path}/resign")

    assert caller.get(f"{table.path}/events").json()["items"][: len(before)] == before
    assert caller.get(table.path).json()["you"] is None
    assert all(card["card"] is None for card in caller.get(table.path).json()["lot"])
    for _ in range(12):
        acting = table.view(others[0])["to_act"]
        if acting is None or acting == seat:
            break
        table.play(rng)
    later = caller.get(f"{table.path}/events?after={len(before)}").json()["items"]
    assert later == Caller().get(f"{table.path}/events?after={len(before)}").json()["items"]


def test_a_private_game_stays_visible_to_who_left_it() -> None:
    table = open_table("ann", "bob", "cleo", visibility="private")

    table.seated[2].post(f"{table.path}/resign")

    assert table.seated[2].get(table.path).json()["you"] is None
    assert [game["id"] for game in table.seated[2].get("/games?player=cleo").json()["items"]] == [table.id]


def test_turns_lists_what_waits_for_me_earliest_deadline_first() -> None:
    later = open_table("ann", "bob", "cleo", turn="P2D")
    seated = dict(zip(("ann", "bob", "cleo"), later.seated, strict=True))
    sooner = seated["ann"].post("/games", {"players": 3, "turn": "P1D"}).json()["id"]
    for name in ("bob", "cleo"):
        seated[name].post(f"/games/{sooner}/seats")
    waiting = {}
    for game_id in (sooner, later.id):
        view = seated["ann"].get(f"/games/{game_id}").json()
        waiting.setdefault(view["seats"][view["to_act"]]["player"]["name"], []).append(game_id)

    for name, caller in seated.items():
        assert [game["id"] for game in caller.get("/players/me/turns").json()["items"]] == waiting.get(name, [])
    assert refused(Caller().get("/players/me/turns")) == (401, "not_authenticated", None)


def test_a_game_unchanged_is_not_sent_again(table: Table) -> None:
    first = table.seated[0].get(table.path)
    again = table.seated[0].get(table.path, **{"If-None-Match": first["ETag"]})
    other = table.seated[1].get(table.path, **{"If-None-Match": first["ETag"]})

    assert first["Cache-Control"] == "private, no-store"
    assert {"Authorization", "Cookie"} <= {name.strip() for name in first["Vary"].split(",")}
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    assert other.status_code == 200
    table.play(random.Random(0))
    assert table.seated[0].get(table.path, **{"If-None-Match": first["ETag"]}).status_code == 200


def test_random_moves_come_from_the_view_alone(table: Table) -> None:
    rng = random.Random(11)
    for _ in range(12):
        seat, view = table.to_act()
        if view["status"] != "active":
            break
        assert table.seated[seat].post(f"{table.path}/moves", random_move(view, rng)).status_code == 201


def test_conditions_that_are_not_offered_are_ignored(table: Table) -> None:
    long_ago = "Mon, 01 Jan 2001 00:00:00 GMT"
    answer = table.seated[0].get(table.path, **{"If-Match": '"zz"', "If-Unmodified-Since": long_ago})

    assert answer.status_code == 200


@pytest.mark.parametrize("call", ["moves", "resign", "start", "seats", "bots"])
def test_calls_that_write_take_no_query_parameters(table: Table, call: str) -> None:
    before = table.view()

    assert refused(table.seated[0].post(f"{table.path}/{call}?version=1")) == (400, "unknown_field", "version")
    assert refused(table.seated[0].delete(f"{table.path}/seats/me?sure=1")) == (400, "unknown_field", "sure")
    assert table.view() == before
