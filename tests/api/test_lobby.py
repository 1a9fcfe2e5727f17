"""Games opened, seats taken and left, the start."""

import random
from typing import Any

import pytest

from tests.api.caller import Caller, refused, registered
from tests.api.tables import open_table

pytestmark = pytest.mark.django_db


def opened_by(caller: Caller, **settings: Any) -> Any:
    answer = caller.post("/games", settings)
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_a_new_game_shows_its_settings_and_waits() -> None:
    ann = registered("ann")

    answer = ann.post("/games", {"players": 3, "turn": "PT12H", "name": "Styx", "rated": False})

    game = answer.json()
    assert answer.status_code == 201
    assert answer["Location"] == f"/api/v1/games/{game['id']}"
    assert game["status"] == "open"
    assert game["version"] == 2
    assert game["name"] == "Styx"
    assert game["creator"] == "ann"
    assert game["settings"] == {"turn": "PT12H", "visibility": "public", "rated": False, "allow_bots": False}
    assert game["rules"] == {
        "version": 1,
        "players": 3,
        "points_to_win": 40,
        "deck": {"0": 11, "1": 4, "2": 4, "3": 4, "4": 0, "5": 4, "6": 0, "7": 4, "8": 0, "9": 4, "10": 4},
    }
    for field in ("started_at", "finished_at", "round", "first_seat", "to_act", "deadline", "draw_pile"):
        assert game[field] is None
    assert game["charons_shown"] is None
    assert game["result"] is None
    assert game["lot"] == []
    assert game["invite"] is None
    assert [seat["player"] for seat in game["seats"]] == [{"name": "ann", "kind": "human"}, None, None]
    assert game["you"] == {"seat": 0, "hand": [], "legal": None}
    assert game["fairness"]["entropy"] is None
    assert game["fairness"]["reveal"] is None
    assert len(game["fairness"]["commitment"]) == 64


def test_everything_has_a_default() -> None:
    game = registered("ann").post("/games").json()

    assert game["rules"]["players"] == 4
    assert game["settings"] == {"turn": "P3D", "visibility": "public", "rated": True, "allow_bots": False}


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({"players": 2}, (422, "invalid_value", "players")),
        ({"players": 7}, (422, "invalid_value", "players")),
        ({"players": "4"}, (400, "wrong_type", "players")),
        ({"players": True}, (400, "wrong_type", "players")),
        ({"players": None}, (400, "wrong_type", "players")),
        ({"turn": "PT9S"}, (422, "invalid_value", "turn")),
        ({"turn": "P14DT1S"}, (422, "invalid_value", "turn")),
        ({"turn": "PT10.5S"}, (422, "invalid_value", "turn")),
        ({"turn": "P1M"}, (422, "invalid_value", "turn")),
        ({"turn": "soon"}, (422, "invalid_value", "turn")),
        ({"turn": 60}, (400, "wrong_type", "turn")),
        ({"visibility": "secret"}, (422, "invalid_value", "visibility")),
        ({"bots": ["sphinx"]}, (422, "invalid_value", "bots.0")),
        ({"bots": ["guarded"] * 4}, (422, "invalid_value", "bots")),
        ({"bots": "guarded"}, (400, "wrong_type", "bots")),
        ({"rated": "yes"}, (400, "wrong_type", "rated")),
        ({"name": "x" * 61}, (422, "invalid_value", "name")),
        ({"name": "two\nlines"}, (422, "invalid_value", "name")),
        ({"entropy": "x" * 65}, (422, "invalid_value", "entropy")),
        ({"seed": "mine"}, (400, "unknown_field", "seed")),
        ([], (400, "malformed", None)),
    ],
)
def test_a_bad_form_opens_no_game(body: Any, refusal: Any) -> None:
    ann = registered("ann")

    answer = ann.post("/games", body)

    assert refused(answer) == refusal
    assert ann.get("/games").json()["items"] == []


@pytest.mark.parametrize("turn", ["PT10S", "P14D", "P2W"])
def test_turns_last_ten_seconds_to_fourteen_days(turn: str) -> None:
    assert registered("ann").post("/games", {"turn": turn}).status_code == 201


def test_joiners_take_the_lowest_free_seat_and_the_last_one_starts_the_game() -> None:
    ann, bob, cleo = registered("ann"), registered("bob"), registered("cleo")
    path = f"/games/{opened_by(ann, players=3)['id']}"

    second = bob.post(f"{path}/seats", {"entropy": "bob's own"})
    third = cleo.post(f"{path}/seats")

    assert second.status_code == 201
    assert second.json()["status"] == "open"
    assert second.json()["you"]["seat"] == 1
    game = third.json()
    assert third.status_code == 201
    assert game["status"] == "active"
    assert [seat["player"]["name"] for seat in game["seats"]] == ["ann", "bob", "cleo"]
    assert [seat["hand_size"] for seat in game["seats"]] == [5, 5, 5]
    assert game["round"] == 1
    assert game["to_act"] == game["first_seat"]
    assert game["draw_pile"] == 24
    assert game["charons_shown"] == 0
    assert game["deadline"] is not None
    assert game["fairness"]["entropy"][1] == "bob's own"
    assert game["fairness"]["reveal"] is None
    assert len(game["you"]["hand"]) == 5
    assert game["you"]["hand"] == sorted(game["you"]["hand"])


def test_nobody_takes_two_seats_or_one_in_a_game_that_started() -> None:
    ann, dan = registered("ann"), registered("dan")
    open_game = opened_by(ann, players=3)
    started = open_table("bob", "cleo", "eve")

    assert refused(ann.post(f"/games/{open_game['id']}/seats")) == (409, "already_seated", None)
    assert refused(dan.post(f"{started.path}/seats")) == (409, "game_full", None)
    assert refused(started.seated[0].post(f"{started.path}/seats")) == (409, "already_seated", None)
    assert ann.get(f"/games/{open_game['id']}").json()["version"] == open_game["version"]


def test_a_player_may_get_up_before_the_start_but_not_after() -> None:
    ann, bob = registered("ann"), registered("bob")
    path = f"/games/{opened_by(ann)['id']}"
    bob.post(f"{path}/seats")
    started = open_table("cleo", "dan", "eve")

    left = bob.delete(f"{path}/seats/me")

    assert left.status_code == 204
    assert [seat["player"] for seat in ann.get(path).json()["seats"]][1:] == [None, None, None]
    assert refused(bob.delete(f"{path}/seats/me")) == (403, "not_seated", None)
    assert refused(started.seated[1].delete(f"{started.path}/seats/me")) == (409, "game_started", None)
    assert bob.post(f"{path}/seats").json()["you"]["seat"] == 1


def test_a_game_is_cancelled_when_its_creator_leaves() -> None:
    ann, bob = registered("ann"), registered("bob")
    path = f"/games/{opened_by(ann)['id']}"

    assert ann.delete(f"{path}/seats/me").status_code == 204

    game = ann.get(path).json()
    assert game["status"] == "cancelled"
    assert game["finished_at"] is not None
    assert [event["kind"] for event in ann.get(f"{path}/events").json()["items"]][-2:] == [
        "seat_left",
        "game_cancelled",
    ]
    assert refused(bob.post(f"{path}/seats")) == (409, "game_over", None)
    assert refused(ann.post(f"{path}/start")) == (409, "game_over", None)


def test_the_creator_starts_with_the_seats_that_are_taken() -> None:
    ann, bob, cleo, dan = (registered(name) for name in ("ann", "bob", "cleo", "dan"))
    path = f"/games/{opened_by(ann, players=6)['id']}"
    for caller in (bob, cleo, dan):
        caller.post(f"{path}/seats")
    bob.delete(f"{path}/seats/me")

    started = ann.post(f"{path}/start")

    game = started.json()
    assert started.status_code == 201
    assert [seat["player"]["name"] for seat in game["seats"]] == ["ann", "cleo", "dan"]
    assert game["rules"]["players"] == 3
    assert game["rules"]["points_to_win"] == 40
    assert cleo.get(path).json()["you"]["seat"] == 1
    assert bob.get(path).json()["you"] is None


def test_only_the_creator_starts_and_only_with_three() -> None:
    ann, bob, cleo = registered("ann"), registered("bob"), registered("cleo")
    path = f"/games/{opened_by(ann)['id']}"
    bob.post(f"{path}/seats")

    assert refused(bob.post(f"{path}/start")) == (403, "not_creator", None)
    assert refused(cleo.post(f"{path}/start")) == (403, "not_creator", None)
    assert refused(Caller().post(f"{path}/start")) == (401, "not_authenticated", None)
    assert refused(ann.post(f"{path}/start")) == (409, "not_enough_players", None)
    assert refused(ann.post(f"{path}/start", {"now": True})) == (400, "unknown_field", "now")
    assert ann.get(path).json()["status"] == "open"


def test_the_creator_seats_and_unseats_bots() -> None:
    ann, bob = registered("ann"), registered("bob")
    path = f"/games/{opened_by(ann, bots=['novice'])['id']}"

    seated = ann.post(f"{path}/bots", {"level": "novice"})

    assert seated.status_code == 201
    assert [seat["player"] for seat in seated.json()["seats"]] == [
        {"name": "ann", "kind": "human"},
        {"name": "novice-1", "kind": "bot", "level": "novice"},
        {"name": "novice-2", "kind": "bot", "level": "novice"},
        None,
    ]
    assert refused(bob.post(f"{path}/bots", {"level": "novice"})) == (403, "not_creator", None)
    assert refused(ann.post(f"{path}/bots", {"level": "sphinx"})) == (422, "invalid_value", "level")
    assert refused(ann.post(f"{path}/bots")) == (400, "missing_field", "level")
    assert refused(bob.delete(f"{path}/bots/1")) == (403, "not_creator", None)
    for not_a_bot in (0, 3, 4, 99999999999):
        assert refused(ann.delete(f"{path}/bots/{not_a_bot}"))[:2] == (404, "not_found")
    assert ann.delete(f"{path}/bots/1").status_code == 204
    assert [seat["player"] and seat["player"]["name"] for seat in ann.get(path).json()["seats"]] == [
        "ann",
        None,
        "novice-2",
        None,
    ]


def test_a_private_game_is_seen_by_its_players_and_those_invited_only() -> None:
    ann, bob, cleo = registered("ann"), registered("bob"), registered("cleo")
    game = opened_by(ann, players=3, visibility="private")
    path, invite = f"/games/{game['id']}", game["invite"]

    assert len(invite) >= 22
    for caller in (Caller(), bob):
        for hidden in (path, f"{path}/events", f"{path}/record", f"{path}?invite=wrong"):
            assert caller.get(hidden).content == caller.get("/games/nosuchgame").content
        assert caller.get("/games").json()["items"] == []
    assert refused(bob.post(f"{path}/seats")) == (404, "not_found", None)
    assert refused(bob.post(f"{path}/seats", {"invite": "wrong"})) == (404, "not_found", None)
    assert refused(bob.post(f"{path}/start")) == (404, "not_found", None)
    assert refused(bob.delete(f"{path}/seats/me")) == (404, "not_found", None)
    move = {"version": 2, "kind": "accept"}
    assert refused(bob.post(f"{path}/moves", move)) == (404, "not_found", None)

    assert bob.get(f"{path}?invite={invite}").json()["invite"] is None
    assert bob.post(f"{path}/seats", {"invite": invite}).json()["invite"] == invite
    assert [item["id"] for item in bob.get("/games").json()["items"]] == [game["id"]]
    assert cleo.get("/games").json()["items"] == []


def test_an_invitation_dies_when_someone_leaves_and_when_the_game_starts() -> None:
    ann, bob, cleo, dan = (registered(name) for name in ("ann", "bob", "cleo", "dan"))
    game = opened_by(ann, players=3, visibility="private")
    path, first = f"/games/{game['id']}", game["invite"]
    bob.post(f"{path}/seats", {"invite": first})

    bob.delete(f"{path}/seats/me")

    second = ann.get(path).json()["invite"]
    assert second != first
    assert refused(bob.post(f"{path}/seats", {"invite": first})) == (404, "not_found", None)
    for caller in (bob, cleo):
        assert caller.post(f"{path}/seats", {"invite": second}).status_code == 201
    assert ann.get(path).json()["invite"] is None
    assert refused(dan.post(f"{path}/seats", {"invite": second})) == (404, "not_found", None)
    assert refused(dan.get(f"{path}?invite={second}")) == (404, "not_found", None)


def test_lists_filter_and_page_without_a_gap() -> None:
    ann, bob = registered("ann"), registered("bob")
    ids = [opened_by(ann, players=3)["id"] for _ in range(5)]
    bob.post(f"/games/{ids[0]}/seats")
    ann.delete(f"/games/{ids[4]}/seats/me")

    def listed(caller: Caller, query: str) -> list[str]:
        found: list[str] = []
        cursor = ""
        while cursor is not None:
            page = caller.get(f"/games?limit=2{query}{cursor and '&cursor=' + cursor}").json()
            found += [item["id"] for item in page["items"]]
            cursor = page["next"]
        return found

    assert listed(bob, "") == ids[::-1]
    assert listed(bob, "&order=oldest") == ids
    assert listed(bob, "&status=cancelled") == [ids[4]]
    assert listed(bob, "&status=open,cancelled") == ids[::-1]
    assert listed(bob, "&player=BOB") == [ids[0]]
    assert listed(bob, "&player=nobody") == []
    assert listed(bob, "&joinable=true") == ids[1:4][::-1]
    assert listed(bob, "&joinable=false") == [ids[4], ids[0]]
    assert listed(Caller(), "&joinable=true") == ids[:4][::-1]
    assert ann.get("/games?limit=1").json()["items"][0]["you"] is None
    assert bob.get("/games?order=oldest&limit=1").json()["items"][0]["you"] == {"seat": 1}


@pytest.mark.parametrize(
    ("query", "refusal"),
    [
        ("?status=over", (422, "invalid_value")),
        ("?order=best", (422, "invalid_value")),
        ("?limit=0", (422, "invalid_value")),
        ("?limit=101", (422, "invalid_value")),
        ("?limit=ten", (400, "wrong_type")),
        ("?joinable=maybe", (400, "wrong_type")),
        ("?joinable=yes", (400, "wrong_type")),
        ("?joinable=1", (400, "wrong_type")),
        ("?limit=1_0", (400, "wrong_type")),
        ("?limit=1.0", (400, "wrong_type")),
        ("?limit=%2B1", (400, "wrong_type")),
        ("?limit=%201", (400, "wrong_type")),
        ("?limit=\u0661", (400, "wrong_type")),
        ("?colour=red", (400, "unknown_field")),
        ("?cursor=xyz", (400, "bad_cursor")),
        ("?player=a&player=b", (400, "malformed")),
        ("?player=%00", (400, "malformed")),
    ],
)
def test_a_bad_query_is_refused(query: str, refusal: tuple[int, str]) -> None:
    assert refused(Caller().get(f"/games{query}"))[:2] == refusal


@pytest.mark.parametrize("path", ["/games", "/games?status=active", "/players/me/turns"])
def test_a_list_that_is_asked_for_every_few_seconds_is_sent_when_it_changed(path: str) -> None:
    table = open_table("ann", "bob", "cleo")
    seat, _ = table.to_act()
    asks = table.seated[seat]
    first = asks.get(path)
    again = asks.get(path, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Cache-Control"] == "private, no-store"
    table.play(random.Random(1))
    changed = asks.get(path, **{"If-None-Match": first["ETag"]})
    assert (changed.status_code, changed.json() == first.json()) == (200, False)
