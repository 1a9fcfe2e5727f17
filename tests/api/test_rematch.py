"""Rematches: the same once more, one however many ask."""

import random
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F

from games.models import Game, Rematch
from games.services.upkeep import game_check
from players.models import Notice, Player
from tests.api.caller import Caller, refused, registered
from tests.api.streaming import completed
from tests.api.tables import Table, open_table

pytestmark = pytest.mark.django_db


def finished(*names: str, **settings: Any) -> Table:
    table = open_table(*names, **settings)
    table.play_to_the_end(random.Random(4))
    return table


def again(table: Table, seat: int, **body: Any) -> Any:
    answer = table.seated[seat].post(f"{table.path}/rematch", body)
    assert answer.status_code in (200, 201), answer.content
    return answer.json()


def people(game: Any) -> list[str | None]:
    return [seat["player"] and seat["player"]["name"] for seat in game["seats"]]


def moved_back(game_id: str, by: timedelta) -> None:
    """As if the game had been opened so much earlier."""
    Game.objects.filter(pk=game_id).update(created_at=F("created_at") - by)


def test_a_rematch_is_the_same_game_once_more_with_everybody_where_they_were() -> None:
    # given a game that is over
    table = finished("ann", "bob", "cleo", turn="PT5M", name="To the Styx", rated=False)
    before = table.view()
    # when Bob asks first
    answer = table.seated[1].post(f"{table.path}/rematch", {"entropy": "dice"})
    # then it is his, and he sits where he sat
    game = answer.json()
    assert (answer.status_code, answer["Location"]) == (201, f"/api/v1/games/{game['id']}")
    assert game["id"] != table.id
    assert (game["status"], game["creator"], game["name"]) == ("open", "bob", "To the Styx")
    assert game["settings"] == before["settings"]
    assert people(game) == [None, "bob", None]
    assert game["fairness"]["commitment"] != before["fairness"]["commitment"]
    # and when the others ask, they sit where they sat, and it starts
    assert people(again(table, 2)) == [None, "bob", "cleo"]
    last = table.seated[0].post(f"{table.path}/rematch")
    assert (last.status_code, last.json()["id"], last.json()["status"]) == (200, game["id"], "active")
    assert people(last.json()) == people(before) == ["ann", "bob", "cleo"]
    started = Table(game["id"], table.seated).view(1)
    assert started["fairness"]["entropy"][1] == "dice"
    # It is a game like any other, to its end and to the test of its log.
    Table(game["id"], table.seated).play_to_the_end(random.Random(5))
    assert game_check(game_id=game["id"], with_projections=True) is None
    assert game_check(game_id=table.id, with_projections=True) is None


def test_whoever_asks_again_gets_the_same_game_and_nothing_happens() -> None:
    table = finished("ann", "bob", "cleo")
    first = again(table, 0)
    second = table.seated[0].post(f"{table.path}/rematch")
    assert (second.status_code, second.json()) == (200, first)
    assert Game.objects.count() == 2


def test_bots_sit_where_bots_sat_and_a_game_with_bots_alone_begins_at_once() -> None:
    ann = registered("ann")
    game = ann.post("/games", {"players": 4, "bots": ["guarded", "novice", "novice"]}).json()
    path = f"/games/{game['id']}"
    ann.post(f"{path}/resign")
    # Who left their seat is no one for whom a seat is kept.
    assert refused(ann.post(f"{path}/rematch")) == (403, "not_seated", None)
    bob = registered("bob")
    opened = bob.post("/games", {"players": 3, "bots": ["guarded", "novice"], "visibility": "private"}).json()
    Game.objects.filter(pk=opened["id"]).first()
    table = Table(opened["id"], (bob,))
    end(table.id)
    view = again(table, 0)
    assert view["status"] == "active"
    assert [seat["player"].get("level") for seat in view["seats"]] == [None, "guarded", "novice"]
    assert view["settings"]["visibility"] == "private"


def end(game_id: str) -> None:
    """End a game without playing it: it counts for nothing."""
    from games.engine import lobby
    from games.services.table import game_locked

    creator = Game.objects.get(pk=game_id).creator
    with game_locked(game_id=game_id, actor=creator) as table:
        table.record(lobby.void(table.state, "a test"))


def test_seats_are_kept_for_those_who_sat_there_for_a_day() -> None:
    table, eve = finished("ann", "bob", "cleo"), registered("eve")
    game = again(table, 0)
    path = f"/games/{game['id']}"

    def joinable(who: Caller) -> bool:
        return game["id"] in {found["id"] for found in who.get("/games?joinable=true").json()["items"]}

    # Kept: nobody else finds or takes them.
    assert refused(eve.post(f"{path}/seats")) == (409, "game_full", None)
    assert (joinable(eve), joinable(Caller()), joinable(table.seated[1])) == (False, False, True)
    # Who has one gets it by the ordinary way too.
    assert people(table.seated[2].post(f"{path}/seats").json()) == ["ann", None, "cleo"]
    # A day later they are anybody's.
    moved_back(game["id"], timedelta(days=1, seconds=1))
    assert (joinable(eve), joinable(Caller())) == (True, True)
    assert people(eve.post(f"{path}/seats").json()) == ["ann", "eve", "cleo"]
    assert refused(table.seated[1].post(f"{table.path}/rematch")) == (409, "game_full", None)


def test_the_creator_does_not_have_to_wait() -> None:
    table = finished("ann", "bob", "cleo", "dan")
    game = again(table, 3)
    path = f"/games/{game['id']}"
    dan = table.seated[3]
    assert people(dan.post(f"{path}/bots", {"level": "novice"}).json()) == ["novice-1", None, None, "dan"]
    # Ann's seat is gone, and the free ones are kept for the others.
    assert refused(table.seated[0].post(f"{table.path}/rematch")) == (409, "game_full", None)
    assert people(again(table, 2)) == ["novice-1", None, "cleo", "dan"]
    assert dan.post(f"{path}/start").json()["status"] == "active"
    assert game_check(game_id=game["id"], with_projections=True) is None


def test_the_seat_of_who_was_taken_away_is_anybodys() -> None:
    table, eve = finished("ann", "bob", "cleo"), registered("eve")
    game = again(table, 0)
    Player.objects.filter(name="bob").update(is_active=False)
    assert people(eve.post(f"/games/{game['id']}/seats").json()) == ["ann", "eve", None]


def test_a_rematch_that_was_cancelled_makes_room_for_another() -> None:
    table = finished("ann", "bob", "cleo")
    first = again(table, 0)
    table.seated[0].delete(f"/games/{first['id']}/seats/me")
    assert table.seated[0].get(f"/games/{first['id']}").json()["status"] == "cancelled"
    second = again(table, 1)
    assert (second["creator"], second["id"] != first["id"]) == ("bob", True)
    assert table.view()["rematch"] == second["id"]
    assert Rematch.objects.count() == 1


def test_the_old_game_names_the_new_one_to_all_who_may_see_it() -> None:
    table = finished("ann", "bob", "cleo")
    etag = Caller().get(table.path)["ETag"]
    assert table.view()["rematch"] is None
    game = again(table, 1)
    for caller in (*table.seated, Caller(), registered("eve")):
        assert caller.get(table.path).json()["rematch"] == game["id"]
    # Whoever polls hears of it.
    assert Caller().get(table.path, **{"If-None-Match": etag}).status_code == 200
    assert table.seated[0].get(f"/games/{game['id']}").json()["rematch"] is None


def test_a_private_rematch_shows_to_those_for_whom_it_waits_and_to_nobody_else() -> None:
    # given a private game at which Bob left his seat to a bot, and which is over
    table = open_table("ann", "bob", "cleo", visibility="private")
    table.seated[1].post(f"{table.path}/resign")
    end(table.id)
    # when Ann asks
    game = again(table, 0)
    # then Cleo hears of it and sees it, with nothing but her seat to be taken; Bob and others do not
    ann, bob, cleo = table.seated
    assert [who.get(table.path).json()["rematch"] for who in (ann, cleo, bob)] == [game["id"], game["id"], None]
    assert cleo.get(f"/games/{game['id']}").json()["invite"] is None
    for stranger in (bob, registered("eve"), Caller()):
        assert refused(stranger.get(f"/games/{game['id']}")) == (404, "not_found", None)
    assert refused(bob.post(f"/games/{game['id']}/seats")) == (404, "not_found", None)
    assert game["id"] in {found["id"] for found in cleo.get("/games").json()["items"]}
    # When it starts without her, she has no part in it.
    ann.post(f"/games/{game['id']}/bots", {"level": "novice"})
    assert refused(cleo.get(f"/games/{game['id']}")) == (404, "not_found", None)
    assert cleo.get(table.path).json()["rematch"] is None
    assert refused(cleo.post(f"{table.path}/rematch")) == (404, "not_found", None)


def test_those_for_whom_a_seat_is_kept_are_told_once() -> None:
    table = finished("ann", "bob", "cleo", name="To the Styx")
    game = again(table, 1)
    again(table, 1)
    again(table, 0)

    def told(name: str) -> list[Any]:
        offered = Notice.objects.filter(player__name=name, kind="rematch_offered")
        return list(offered.values_list("data", flat=True))

    offer = {"game": game["id"], "name": "To the Styx", "version": 2, "before": table.id, "by": "bob"}
    assert (told("ann"), told("bob"), told("cleo")) == ([offer], [], [offer])
    stream = completed(table.seated[2].get("/players/me/stream?after=0"))
    assert b"event: rematch_offered\n" in stream.content


def test_guests_play_again() -> None:
    caller = Caller(Caller().post("/players/guest").json()["token"])
    game = caller.post("/games", {"players": 3, "bots": ["novice", "novice"]}).json()
    end(game["id"])
    view = again(Table(game["id"], (caller,)), 0)
    assert (view["status"], view["settings"]["rated"]) == ("active", False)
