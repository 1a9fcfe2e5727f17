"""Sanctions as the one concerned meets them."""

import random
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from players.conduct.models import SanctionKind
from players.models import Appeal, Player
from players.wire import time_json
from tests.api.caller import Caller, logged_in, refused, registered
from tests.api.graphql.asking import ask
from tests.api.tables import Table
from tests.conduct.making import moderator, sanction_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def bob() -> Caller:
    return registered("bob")


def listed(caller: Caller) -> Any:
    return caller.get("/players/me/sanctions").json()["items"]


def suspend(name: str) -> None:
    Player.objects.filter(name=name).update(suspended_until=Now() + timedelta(hours=1))


def test_one_sees_why_and_until_when_and_not_by_whom(bob: Caller) -> None:
    warning = sanction_on("bob", SanctionKind.WARNING)
    mute = sanction_on("bob", SanctionKind.MUTE, hours=3)
    suspend("bob")
    assert mute.until is not None

    answer = bob.get("/players/me/sanctions")

    assert [sanction["id"] for sanction in answer.json()["items"]] == [mute.pk, warning.pk]
    assert answer.json()["items"][0] == {
        "id": mute.pk,
        "kind": "mute",
        "ground": "abuse",
        "reason": "Insults.",
        "created_at": answer.json()["items"][0]["created_at"],
        "until": time_json(mute.until),
        "acknowledged_at": None,
        "lifted_at": None,
        "appeal": None,
    }
    assert b"warden" not in answer.content
    assert listed(registered("ann")) == []


def test_an_appeal_is_made_once_also_by_who_is_suspended(bob: Caller) -> None:
    sanction = sanction_on("bob", SanctionKind.SUSPENSION, hours=1)
    suspend("bob")
    path = f"/players/me/sanctions/{sanction.pk}/appeal"

    answer = bob.post(path, {"text": "It was\nnot me."})
    again = bob.post(path, {"text": "Really."})

    assert answer.status_code == 201
    appeal = answer.json()["appeal"]
    assert appeal == {
        "text": "It was\nnot me.",
        "created_at": appeal["created_at"],
        "granted": None,
        "answer": None,
        "answered_at": None,
    }
    assert refused(again) == (409, "already_appealed", None)
    assert Appeal.objects.get().text == "It was\nnot me."
    Appeal.objects.update(answered_by=moderator(), answered_at=Now(), granted=False, answer="It was.")
    told = listed(bob)[0]["appeal"]
    assert (told["granted"], told["answer"]) == (False, "It was.")
    assert b"warden" not in bob.get("/players/me/sanctions").content


@pytest.mark.parametrize("act", ["appeal", "acknowledge"])
def test_another_s_sanction_is_not_there(bob: Caller, act: str) -> None:
    sanction = sanction_on("bob", SanctionKind.WARNING)
    eve = registered("eve")
    body = {"text": "x"} if act == "appeal" else {}

    assert refused(eve.post(f"/players/me/sanctions/{sanction.pk}/{act}", body)) == (404, "not_found", None)
    assert refused(bob.post(f"/players/me/sanctions/nosuchone222/{act}", body)) == (404, "not_found", None)
    sanction.refresh_from_db()
    assert sanction.acknowledged_at is None
    assert not Appeal.objects.exists()


def test_only_a_warning_is_acknowledged(bob: Caller) -> None:
    mute = sanction_on("bob", SanctionKind.MUTE, hours=1)

    assert refused(bob.post(f"/players/me/sanctions/{mute.pk}/acknowledge")) == (422, "invalid_value", "id")


def seats_refused(bob: Caller, game: str, table: Table) -> list[Any]:
    """What a warning keeps from bob: each way to a new game."""
    return [
        bob.post(f"/games/{game}/seats"),
        bob.post("/games", {"players": 3}),
        bob.post(f"{table.path}/rematch"),
    ]


def test_a_warning_waits_before_the_next_game_and_before_nothing_else() -> None:
    over = Table(registered("ann").post("/games", {"players": 4}).json()["id"], (logged_in("ann"),))
    ann, bob, cleo = (*over.seated, registered("bob"), registered("cleo"))
    bob.post(f"{over.path}/seats")
    ann.delete(f"{over.path}/seats/me")
    running = ann.post("/games", {"players": 3}).json()["id"]
    for caller in (bob, cleo):
        caller.post(f"/games/{running}/seats")
    table = Table(running, (ann, bob, cleo))
    game = ann.post("/games", {"players": 3}).json()["id"]
    warning = sanction_on("bob", SanctionKind.WARNING)

    for answer in seats_refused(bob, game, over):
        assert refused(answer) == (403, "warning_unacknowledged", None)
        assert answer.json()["sanction"] == warning.pk
    query = "mutation { createGame(input: {players: 3}) { game { id } errors { code sanction } } }"
    assert ask(bob, query).json()["data"]["createGame"] == {
        "game": None,
        "errors": [{"code": "warning_unacknowledged", "sanction": warning.pk}],
    }
    assert bob.post(f"/games/{running}/messages", {"text": "Hm."}).status_code == 201
    while table.to_act()[0] != 1:
        table.play(random.Random(5))
    table.play(random.Random(5))

    told = bob.post(f"/players/me/sanctions/{warning.pk}/acknowledge")
    again = bob.post(f"/players/me/sanctions/{warning.pk}/acknowledge")

    assert (told.status_code, again.status_code) == (200, 200)
    assert told.json()["acknowledged_at"] is not None
    assert told.json() == again.json()
    assert [answer.status_code for answer in seats_refused(bob, game, over)] == [201, 201, 201]


def test_a_warning_that_was_lifted_waits_for_nobody(bob: Caller) -> None:
    sanction_on("bob", SanctionKind.WARNING, lifted_at=Now(), lifted_by=moderator())

    assert bob.post("/games", {"players": 3}).status_code == 201


def test_a_warning_of_the_owner_holds_for_their_bots(bob: Caller) -> None:
    robot = Caller(bob.post("/players/me/bots", {"name": "robot"}).json()["token"])
    game = registered("ann").post("/games", {"players": 3, "allow_bots": True}).json()["id"]
    sanction_on("bob", SanctionKind.WARNING)

    assert refused(robot.post(f"/games/{game}/seats")) == (403, "warning_unacknowledged", None)
