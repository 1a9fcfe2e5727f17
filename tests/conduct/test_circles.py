"""Mutes and blocks: lists of one's own, and who sits with whom."""

import random
from typing import Any

import pytest

from games.models import GameEvent, Seat
from players.conduct import circles
from players.models import Block, Player
from players.notices.models import Notice
from tests.api.caller import Caller, refused, registered
from tests.api.tables import Table, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Caller:
    return registered("ann")


@pytest.fixture
def bob() -> Caller:
    return registered("bob")


@pytest.mark.parametrize("listed", ["mutes", "blocks"])
def test_a_list_is_kept_by_names_and_nothing_happens_twice(ann: Caller, bob: Caller, listed: str) -> None:
    registered("cleo")
    path = f"/players/me/{listed}"

    first = ann.put(f"{path}/BOB")
    again = ann.put(f"{path}/bob", {})
    ann.put(f"{path}/cleo")

    assert (first.status_code, again.status_code) == (200, 200)
    assert (
        first.json()
        == again.json()
        == {
            "player": {"name": "bob", "kind": "human"},
            "created_at": first.json()["created_at"],
        }
    )
    page = ann.get(f"{path}?limit=1").json()
    assert [entry["player"]["name"] for entry in page["items"]] == ["cleo"]
    assert ann.get(f"{path}?limit=1&cursor={page['next']}").json()["items"] == [first.json()]
    assert bob.get(path).json() == {"items": [], "next": None}
    assert [ann.delete(f"{path}/bob").status_code for _ in range(2)] == [204, 204]
    assert [entry["player"]["name"] for entry in ann.get(path).json()["items"]] == ["cleo"]


@pytest.mark.parametrize("listed", ["mutes", "blocks"])
def test_only_others_are_listed(ann: Caller, listed: str) -> None:
    ann.post("/games", {"players": 3, "bots": ["novice"]})
    machine = Player.objects.get(level="novice").name

    assert refused(ann.put(f"/players/me/{listed}/ann")) == (422, "invalid_value", "player")
    assert refused(ann.put(f"/players/me/{listed}/{machine}")) == (422, "invalid_value", "player")
    assert refused(ann.put(f"/players/me/{listed}/nobody-here")) == (404, "not_found", None)
    assert refused(ann.delete(f"/players/me/{listed}/nobody-here")) == (404, "not_found", None)
    assert ann.get(f"/players/me/{listed}").json()["items"] == []


@pytest.mark.parametrize("listed", ["mutes", "blocks"])
def test_lists_end_somewhere(ann: Caller, bob: Caller, listed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circles, "MOST", 1)
    registered("cleo")
    ann.put(f"/players/me/{listed}/bob")

    assert refused(ann.put(f"/players/me/{listed}/cleo")) == (409, "list_full", None)
    assert ann.put(f"/players/me/{listed}/bob").status_code == 200


def test_who_was_taken_away_can_be_taken_off_a_list(ann: Caller, bob: Caller) -> None:
    ann.put("/players/me/blocks/bob")
    Player.objects.filter(name="bob").update(is_active=False)

    assert refused(ann.put("/players/me/mutes/bob")) == (404, "not_found", None)
    assert ann.delete("/players/me/blocks/bob").status_code == 204
    assert not Block.objects.exists()


BLOCKED = (403, "blocked", None)


@pytest.mark.parametrize("blocker", ["who sits there", "who comes"])
@pytest.mark.parametrize("met", ["the creator", "another"])
def test_neither_of_both_sits_down_where_the_other_sits(ann: Caller, bob: Caller, blocker: str, met: str) -> None:
    cleo = registered("cleo")
    game = (ann if met == "the creator" else cleo).post("/games", {"players": 4}).json()["id"]
    if met == "another":
        ann.post(f"/games/{game}/seats")
    by, other = (ann, "bob") if blocker == "who sits there" else (bob, "ann")
    by.put(f"/players/me/blocks/{other}")
    events = GameEvent.objects.count()

    answer = bob.post(f"/games/{game}/seats")

    assert refused(answer) == BLOCKED
    assert b"ann" not in answer.content
    assert GameEvent.objects.count() == events
    dan = registered("dan")
    assert dan.post(f"/games/{game}/seats").status_code == 201


def test_both_directions_are_refused_in_the_same_words(ann: Caller, bob: Caller) -> None:
    game = ann.post("/games", {"players": 3}).json()["id"]
    ann.put("/players/me/blocks/bob")
    theirs = bob.post(f"/games/{game}/seats", **{"X-Request-ID": "x"})
    ann.delete("/players/me/blocks/bob")
    bob.put("/players/me/blocks/ann")

    assert bob.post(f"/games/{game}/seats", **{"X-Request-ID": "x"}).content == theirs.content


def test_an_invitation_opens_no_door(ann: Caller, bob: Caller) -> None:
    game = ann.post("/games", {"players": 3, "visibility": "private"}).json()
    ann.put("/players/me/blocks/bob")

    assert refused(bob.post(f"/games/{game['id']}/seats", {"invite": game["invite"]})) == BLOCKED


def test_bots_go_with_their_owners(ann: Caller, bob: Caller) -> None:
    robot = Caller(bob.post("/players/me/bots", {"name": "robot"}).json()["token"])
    mine = Caller(ann.post("/players/me/bots", {"name": "droid"}).json()["token"])
    game = registered("cleo").post("/games", {"players": 5, "allow_bots": True}).json()["id"]
    mine.post(f"/games/{game}/seats")
    ann.put("/players/me/blocks/bob")

    assert refused(robot.post(f"/games/{game}/seats")) == BLOCKED
    assert refused(bob.post(f"/games/{game}/seats")) == BLOCKED
    assert ann.post(f"/games/{game}/seats").status_code == 201


def test_a_bot_alone_may_be_blocked_and_its_owner_not(ann: Caller, bob: Caller) -> None:
    robot = Caller(bob.post("/players/me/bots", {"name": "robot"}).json()["token"])
    game = ann.post("/games", {"players": 4, "allow_bots": True}).json()["id"]
    ann.put("/players/me/blocks/robot")

    assert refused(robot.post(f"/games/{game}/seats")) == BLOCKED
    assert bob.post(f"/games/{game}/seats").status_code == 201


def over_before_it_started() -> Table:
    """Without its creator, at seat 0, a game is over before it starts, which can be played again too."""
    seated = tuple(registered(name) for name in ("gus", "ann", "bob", "cleo"))
    table = Table(seated[0].post("/games", {"players": 5}).json()["id"], seated)
    for caller in seated[1:]:
        caller.post(f"{table.path}/seats")
    seated[0].delete(f"{table.path}/seats/me")
    return table


def test_a_rematch_is_no_way_round() -> None:
    table = over_before_it_started()
    _, ann, bob, cleo = table.seated
    again = ann.post(f"{table.path}/rematch").json()["id"]
    ann.put("/players/me/blocks/bob")

    assert refused(bob.post(f"{table.path}/rematch")) == BLOCKED
    assert refused(bob.post(f"/games/{again}/seats")) == BLOCKED
    assert cleo.post(f"{table.path}/rematch").status_code == 200


def test_a_rematch_keeps_no_seat_for_whom_its_creator_blocked() -> None:
    """Nor is it offered to them; and the seat is open to whoever comes."""
    table = over_before_it_started()
    _, ann, bob, cleo = table.seated
    ann.put("/players/me/blocks/bob")
    again = ann.post(f"{table.path}/rematch").json()["id"]

    offered = {row.player.name: row.kind for row in Notice.objects.select_related("player").filter(subject=again)}
    assert "cleo" in offered
    assert "bob" not in offered
    assert refused(bob.post(f"{table.path}/rematch")) == BLOCKED
    seats = [registered(name).post(f"/games/{again}/seats").status_code for name in ("dan", "eve", "fay", "gil")]
    # Two of the five were nobody's, and one was bob's; the last is kept for cleo.
    assert seats == [201, 201, 201, 409]
    assert cleo.post(f"{table.path}/rematch").status_code == 200


def test_seats_that_are_taken_stay_taken() -> None:
    table = open_table("ann", "bob", "cleo")
    ann, bob, _ = table.seated
    waiting = ann.post("/games", {"players": 4}).json()["id"]
    bob.post(f"/games/{waiting}/seats")

    ann.put("/players/me/blocks/bob")

    assert Seat.objects.filter(game=waiting).count() == 2
    assert refused(bob.post(f"/games/{waiting}/seats")) == (409, "already_seated", None)
    seat, _ = table.to_act()
    assert table.play(random.Random(3))["version"] > 0, seat


def test_what_is_refused_anyway_is_refused_as_before(ann: Caller, bob: Caller) -> None:
    """Who is full or over says so first: a block is told only where there was a seat."""
    full = open_table("dan", "fay", "gus")
    full.seated[0].put("/players/me/blocks/bob")
    private = ann.post("/games", {"players": 3, "visibility": "private"}).json()["id"]
    ann.put("/players/me/blocks/bob")

    assert refused(bob.post(f"{full.path}/seats")) == (409, "game_full", None)
    assert refused(bob.post(f"/games/{private}/seats")) == (404, "not_found", None)


def test_joinable_games_are_those_with_a_seat_for_oneself(ann: Caller, bob: Caller) -> None:
    theirs = ann.post("/games", {"players": 3}).json()["id"]
    other = registered("cleo").post("/games", {"players": 3}).json()["id"]

    def joinable(caller: Caller, answer: str = "true") -> set[str]:
        return {game["id"] for game in caller.get(f"/games?joinable={answer}").json()["items"]}

    assert joinable(bob) == {theirs, other}
    ann.put("/players/me/blocks/bob")
    assert joinable(bob) == {other}
    assert joinable(bob, "false") == {theirs}
    assert joinable(registered("dan")) == {theirs, other}
    seen: Any = bob.get(f"/games/{theirs}")
    assert seen.status_code == 200
