"""Accounts of bots: made by a player who answers for them, and kept apart from humans."""

import random
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from games.engine import lobby
from games.models import OutboxMessage, Topic
from games.services.results import game_settle
from games.services.table import game_locked
from games.tasks import tell
from players.models import Player, Token
from players.rest.documents import BotMade, BotPage, Profile, TokenMade
from tests.api.caller import Caller, registered
from tests.api.tables import Table
from tests.api.test_game_documents import assert_told

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Caller:
    return registered("ann")


def made(owner: Caller, name: str, **more: Any) -> Caller:
    answer = owner.post("/players/me/bots", {"name": name, **more})
    assert answer.status_code == 201, answer.content
    assert_told(BotMade, answer)
    return Caller(answer.json()["token"])


def test_a_bot_has_a_page_that_names_its_owner(ann: Caller) -> None:
    answer = ann.post("/players/me/bots", {"name": "tin-man", "description": "counts, and bluffs"})
    assert answer["Location"] == "/api/v1/players/tin-man"
    page = Caller().get("/players/tin-man")
    assert_told(Profile, page)
    assert page.json().items() >= {"kind": "bot", "owner": "ann", "description": "counts, and bluffs"}.items()
    assert "level" not in page.json()
    assert answer.json()["player"] == page.json()
    listed = ann.get("/players/me/bots")
    assert_told(BotPage, listed)
    assert listed.json()["items"] == [page.json()]
    assert registered("bob").get("/players/me/bots").json()["items"] == []


def test_it_sits_only_where_bots_are_allowed_and_that_is_never_rated(ann: Caller) -> None:
    tin, tan, bob = made(ann, "tin"), made(ann, "tan"), registered("bob")
    humans = bob.post("/games", {"players": 3}).json()
    assert humans["settings"]["allow_bots"] is False
    assert tin.post(f"/games/{humans['id']}/seats").json()["code"] == "bots_not_allowed"
    assert tin.get("/games?joinable=true").json()["items"] == []
    mixed = bob.post("/games", {"players": 3, "allow_bots": True, "rated": True}).json()
    assert (mixed["settings"]["allow_bots"], mixed["settings"]["rated"]) == (True, False)
    assert [game["id"] for game in tin.get("/games?joinable=true").json()["items"]] == [mixed["id"]]
    assert tin.post(f"/games/{mixed['id']}/seats").status_code == 201
    seated = tan.post(f"/games/{mixed['id']}/seats").json()
    assert [seat["player"] for seat in seated["seats"]] == [
        {"name": "bob", "kind": "human"},
        {"name": "tin", "kind": "bot", "owner": "ann"},
        {"name": "tan", "kind": "bot", "owner": "ann"},
    ]
    table = Table(mixed["id"], (bob, tin, tan))

    table.play_to_the_end(random.Random(3))
    game_settle(game_id=mixed["id"])
    for name in ("bob", "tin", "tan"):
        page = Caller().get(f"/players/{name}").json()
        assert page["statistics"]["games_played"] == 1
        assert page["rating"]["games"] == 0
    # The worker never moved for them.
    assert not OutboxMessage.objects.filter(topic=Topic.BOT_TURN, game=mixed["id"]).exists()


def test_it_is_told_of_its_turns_as_a_human_is(ann: Caller) -> None:
    tin, tan, tom = made(ann, "tin"), made(ann, "tan"), made(ann, "tom")
    game = tin.post("/games", {"players": 3, "allow_bots": True}).json()
    tan.post(f"/games/{game['id']}/seats")
    started = tom.post(f"/games/{game['id']}/seats").json()
    tell(game["id"], started["version"])
    caller = (tin, tan, tom)[started["to_act"]]
    assert [turn["id"] for turn in caller.get("/players/me/turns").json()["items"]] == [game["id"]]
    name = ("tin", "tan", "tom")[started["to_act"]]
    assert "your_turn" in Player.objects.get(name=name).notices.values_list("kind", flat=True)


def test_its_token_is_renewed_and_ended_by_its_owner_alone(ann: Caller) -> None:
    tin = made(ann, "tin")
    assert tin.get("/players/me").json()["name"] == "tin"
    renewed = ann.post("/players/me/bots/TIN/token")
    assert_told(TokenMade, renewed)
    assert tin.get("/players/me").status_code == 401
    newer = Caller(renewed.json()["token"])
    assert newer.get("/players/me").status_code == 200
    bob = registered("bob")
    for refused in (
        bob.post("/players/me/bots/tin/token"),
        bob.delete("/players/me/bots/tin/token"),
        bob.delete("/players/me/bots/tin"),
    ):
        assert refused.status_code == 404
    assert ann.delete("/players/me/bots/tin/token").status_code == 204
    assert newer.get("/players/me").status_code == 401
    assert Caller().post("/tokens", {"name": "tin", "password": ""}).json()["code"] == "bad_credentials"


def test_a_retired_bot_is_gone_and_its_name_stays_taken(ann: Caller) -> None:
    tin = made(ann, "tin")
    assert ann.delete("/players/me/bots/tin").status_code == 204
    assert tin.get("/players/me").status_code == 401
    assert Caller().get("/players/tin").status_code == 404
    assert ann.get("/players/me/bots").json()["items"] == []
    assert ann.delete("/players/me/bots/tin").status_code == 404
    assert ann.post("/players/me/bots", {"name": "tin"}).json()["code"] == "name_taken"


def test_a_player_has_ten_at_a_time(ann: Caller) -> None:
    for number in range(10):
        made(ann, f"tin{number}")
    assert ann.post("/players/me/bots", {"name": "one-more"}).json()["code"] == "too_many_bots"
    ann.delete("/players/me/bots/tin3")
    made(ann, "one-more")


def test_who_may_not_play_has_no_bot_that_may(ann: Caller) -> None:
    tin = made(ann, "tin")
    game = tin.post("/games", {"allow_bots": True})
    assert game.status_code == 201
    Player.objects.filter(name="ann").update(suspended_until=Now() + timedelta(hours=1))
    assert tin.post("/games", {"allow_bots": True}).json()["code"] == "suspended"
    assert tin.get(f"/games/{game.json()['id']}/stream").json()["code"] == "suspended"
    assert tin.get(f"/games/{game.json()['id']}").status_code == 200
    Player.objects.filter(name="ann").update(suspended_until=None)
    assert tin.post("/games", {"allow_bots": True}).status_code == 201
    Player.objects.filter(name="ann").update(is_active=False)
    assert tin.get("/players/me").status_code == 401
    assert Token.objects.filter(player__name="tin", revoked_at=None).exists()


def test_a_bot_of_a_level_is_no_account_of_anybody(ann: Caller) -> None:
    game = ann.post("/games", {"players": 4, "bots": ["guarded"]}).json()
    assert game["seats"][1]["player"] == {"name": "guarded-1", "kind": "bot", "level": "guarded"}
    assert ann.delete("/players/me/bots/guarded-1").status_code == 404


def test_the_creator_may_unseat_a_bot_with_an_account(ann: Caller) -> None:
    tin, bob = made(ann, "tin"), registered("bob")
    game = bob.post("/games", {"players": 4, "allow_bots": True}).json()
    tin.post(f"/games/{game['id']}/seats")
    assert bob.delete(f"/games/{game['id']}/bots/1").status_code == 204
    assert bob.get(f"/games/{game['id']}").json()["seats"][1]["player"] is None


def test_a_guest_answers_for_nobody() -> None:
    guest = Caller(Caller().post("/players/guest").json()["token"])
    assert guest.post("/players/me/bots", {"name": "tin"}).json()["code"] == "account_needed"


def test_a_rematch_keeps_seats_for_bots_with_an_account(ann: Caller) -> None:
    tin, bob = made(ann, "tin"), registered("bob")
    game = bob.post("/games", {"players": 3, "allow_bots": True, "bots": ["guarded+bold"]}).json()
    tin.post(f"/games/{game['id']}/seats")
    with game_locked(game_id=game["id"], actor=Player.objects.get(name="bob")) as table:
        table.record(lobby.void(table.state, "a test"))
    again = bob.post(f"/games/{game['id']}/rematch")
    assert again.status_code == 201, again.content
    assert again.json()["settings"]["allow_bots"] is True
    assert [seat["player"] and seat["player"]["name"] for seat in again.json()["seats"]] == [
        "bob",
        "guarded-bold-1",
        None,
    ]
    assert tin.post(f"/games/{again.json()['id']}/seats").json()["status"] == "active"
