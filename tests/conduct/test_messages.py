"""The talk at a table: who says what to whom, in which order, and who hears nothing of it."""

import random
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.db.models.functions import Now

from games.models import Game, GameEvent
from games.moderated import Message
from players.conduct.models import SanctionKind
from players.models import Player
from players.wire import time_json
from tests.api.caller import Caller, refused, registered
from tests.api.graphql.asking import ask
from tests.api.tables import Table, open_table
from tests.conduct.making import moderator, sanction_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return open_table("ann", "bob", "cleo")


def said(table: Table, seat: int, text: str) -> Any:
    answer = table.seated[seat].post(f"{table.path}/messages", {"text": text})
    assert answer.status_code == 201, answer.content
    return answer.json()


def heard(table: Table, caller: Caller, query: str = "") -> list[tuple[int, str | None]]:
    answer = caller.get(f"{table.path}/messages{query}")
    assert answer.status_code == 200, answer.content
    return [(message["seq"], message["text"]) for message in answer.json()["items"]]


def test_what_is_said_is_heard_in_order_and_is_no_part_of_the_log(table: Table) -> None:
    before = GameEvent.objects.filter(game=table.id).count()

    first = said(table, 1, "Hello <b>there</b> 👋")
    second = said(table, 0, "Hello.")

    assert first == {
        "id": first["id"],
        "seq": 1,
        "at": first["at"],
        "seat": 1,
        "player": {"name": "bob", "kind": "human"},
        "text": "Hello <b>there</b> 👋",
        "hidden": False,
    }
    page = table.seated[2].get(f"{table.path}/messages").json()
    assert page == {"items": [first, second], "next": None}
    assert GameEvent.objects.filter(game=table.id).count() == before
    assert table.view()["version"] == before


def test_pages_go_by_the_number(table: Table) -> None:
    for number in range(1, 6):
        said(table, number % 3, f"number {number}")

    page = table.seated[0].get(f"{table.path}/messages?limit=2").json()
    assert ([message["seq"] for message in page["items"]], page["next"]) == ([1, 2], "2")
    assert [seq for seq, _ in heard(table, table.seated[0], "?limit=2&cursor=2")] == [3, 4]
    assert [seq for seq, _ in heard(table, table.seated[0], "?after=4")] == [5]
    assert heard(table, table.seated[0], "?after=5") == []
    assert refused(table.seated[0].get(f"{table.path}/messages?cursor=x")) == (400, "bad_cursor", "cursor")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "invalid_value"),
        ("x" * 501, "invalid_value"),
        ("two\nlines", "invalid_value"),
        ("a\tb", "invalid_value"),
        ("\u202egnirts", "invalid_value"),
        ("\u2067x\u2069", "invalid_value"),
        ("   ", "invalid_value"),
        ("\u0000", "malformed"),
        (7, "wrong_type"),
        (None, "wrong_type"),
    ],
)
def test_a_message_is_one_line_of_plain_text(table: Table, text: Any, code: str) -> None:
    answer = table.seated[0].post(f"{table.path}/messages", {"text": text})

    assert answer.json()["code"] == code
    assert not Message.objects.exists()


def test_the_longest_message_is_kept_whole(table: Table) -> None:
    assert said(table, 0, "é" * 500)["text"] == "é" * 500


def test_those_who_sat_there_read_on_and_write_no_more(table: Table) -> None:
    said(table, 0, "Hello.")
    table.seated[2].post(f"{table.path}/resign")
    said(table, 1, "She is gone.")

    assert heard(table, table.seated[2]) == [(1, "Hello."), (2, "She is gone.")]
    answer = table.seated[2].post(f"{table.path}/messages", {"text": "I am here."})
    assert refused(answer) == (403, "not_seated", None)
    assert Message.objects.count() == 2


def test_who_sits_nowhere_hears_nothing(table: Table) -> None:
    said(table, 0, "Hello.")
    eve = registered("eve")
    private = open_table("dan", "fay", "gus", visibility="private")

    for call in (eve.get(f"{table.path}/messages"), eve.post(f"{table.path}/messages", {"text": "x"})):
        assert refused(call) == (403, "not_seated", None)
    for call in (eve.get(f"{private.path}/messages"), eve.post(f"{private.path}/messages", {"text": "x"})):
        assert refused(call) == (404, "not_found", None)
    assert Caller().get(f"{table.path}/messages").status_code == 401


def test_talk_goes_on_for_a_week_after_the_end(table: Table) -> None:
    table.play_to_the_end(random.Random(1))
    assert said(table, 0, "Well played.")["seq"] == 1

    Game.objects.filter(pk=table.id).update(finished_at=F("finished_at") - timedelta(days=7, minutes=1))

    answer = table.seated[0].post(f"{table.path}/messages", {"text": "Still there?"})
    assert refused(answer) == (409, "game_over", None)
    assert heard(table, table.seated[1]) == [(1, "Well played.")]


def test_a_game_that_waits_has_talk_and_a_cancelled_one_has_no_more() -> None:
    ann, bob = registered("ann"), registered("bob")
    game = Table(ann.post("/games", {"players": 3}).json()["id"], (ann, bob))
    bob.post(f"{game.path}/seats")
    said(game, 1, "Who else?")
    ann.delete(f"{game.path}/seats/me")

    assert refused(bob.post(f"{game.path}/messages", {"text": "Oh."})) == (409, "game_over", None)
    assert heard(game, bob) == [(1, "Who else?")]


def test_a_hidden_message_keeps_its_number_and_loses_its_text_for_everybody(table: Table) -> None:
    message = said(table, 0, "Something rude.")
    said(table, 1, "Now, now.")
    Message.objects.filter(pk=message["id"]).update(hidden_at=Now(), hidden_by=moderator())

    for caller in table.seated:
        assert heard(table, caller) == [(1, None), (2, "Now, now.")]
        answer = caller.get(f"{table.path}/messages")
        assert answer.json()["items"][0]["hidden"] is True
        assert b"rude" not in answer.content
        assert b"warden" not in answer.content


def test_messages_of_those_whom_one_mutes_vanish_and_they_cannot_tell(table: Table) -> None:
    ann, bob, cleo = table.seated
    said(table, 1, "one")
    before = bob.get(f"{table.path}/messages").content
    ann.put("/players/me/mutes/bob")
    for seat, text in ((0, "two"), (1, "three"), (2, "four")):
        said(table, seat, text)

    assert heard(table, ann) == [(2, "two"), (4, "four")]
    assert heard(table, bob) == heard(table, cleo) == [(1, "one"), (2, "two"), (3, "three"), (4, "four")]
    assert bob.get(f"{table.path}/messages?limit=1").content == before.replace(b'"next":null', b'"next":"1"')
    ann.delete("/players/me/mutes/bob")
    assert len(heard(table, ann)) == 4


def test_pages_skip_what_is_muted_and_lose_nothing_else(table: Table) -> None:
    for number in range(8):
        said(table, number % 2, f"number {number}")
    table.seated[2].put("/players/me/mutes/bob")
    found, cursor = [], ""

    while True:
        page = table.seated[2].get(f"{table.path}/messages?limit=1{cursor}").json()
        found += [message["seq"] for message in page["items"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"

    assert found == [1, 3, 5, 7]


def test_a_bot_of_who_is_muted_is_muted_too() -> None:
    ann, bob = registered("ann"), registered("bob")
    robot = Caller(bob.post("/players/me/bots", {"name": "robot"}).json()["token"])
    game = Table(ann.post("/games", {"players": 3, "allow_bots": True}).json()["id"], (ann, robot))
    robot.post(f"{game.path}/seats")
    said(game, 1, "beep")

    ann.put("/players/me/mutes/bob")

    assert heard(game, ann) == []


@pytest.mark.parametrize("graphql", [False, True])
def test_who_was_muted_by_a_moderator_is_told_until_when(table: Table, graphql: bool) -> None:
    mute = sanction_on("bob", SanctionKind.MUTE, hours=2)
    assert mute.until is not None
    bob = table.seated[1]

    if graphql:
        query = "mutation($i: WriteMessageInput!) { writeMessage(input: $i) { message { id } errors { code until } } }"
        payload = ask(bob, query, {"i": {"gameId": table.id, "text": "Hello."}}).json()["data"]["writeMessage"]
        assert payload == {"message": None, "errors": [{"code": "muted", "until": time_json(mute.until)}]}
    else:
        answer = bob.post(f"{table.path}/messages", {"text": "Hello."})
        assert refused(answer) == (403, "muted", None)
        assert answer.json()["until"] == time_json(mute.until)
    assert not Message.objects.exists()
    assert heard(table, bob) == []
    said(table, 0, "He is quiet.")


def test_a_mute_that_is_over_or_lifted_is_none(table: Table) -> None:
    sanction_on("bob", SanctionKind.MUTE, hours=-0.01)
    sanction_on("bob", SanctionKind.MUTE, hours=5, lifted_at=Now(), lifted_by=moderator())
    sanction_on("bob", SanctionKind.SUSPENSION, hours=5)

    assert said(table, 1, "Back again.")["seq"] == 1


def test_a_mute_holds_for_bots_of_who_is_muted() -> None:
    ann, bob = registered("ann"), registered("bob")
    robot = Caller(bob.post("/players/me/bots", {"name": "robot"}).json()["token"])
    game = ann.post("/games", {"players": 3, "allow_bots": True}).json()["id"]
    robot.post(f"/games/{game}/seats")
    sanction_on("bob", SanctionKind.MUTE, hours=1)

    assert refused(robot.post(f"/games/{game}/messages", {"text": "beep"})) == (403, "muted", None)


def test_who_is_suspended_writes_nothing_and_reads_on(table: Table) -> None:
    said(table, 0, "Hello.")
    Player.objects.filter(name="bob").update(suspended_until=Now() + timedelta(hours=1))

    answer = table.seated[1].post(f"{table.path}/messages", {"text": "Hello."})
    assert refused(answer) == (403, "suspended", None)
    assert heard(table, table.seated[1]) == [(1, "Hello.")]


def test_a_flood_is_stopped_by_player_whatever_the_table_and_the_api(table: Table, settings: Any) -> None:
    settings.RATE_LIMITS = {"message": (2, 60)}
    other = open_table("dan", "fay", "gus").path
    said(table, 0, "one")
    query = "mutation($i: WriteMessageInput!) { writeMessage(input: $i) { errors { code retryAfter } } }"
    assert ask(table.seated[0], query, {"i": {"gameId": table.id, "text": "two"}}).json()["data"]["writeMessage"] == {
        "errors": []
    }

    answer = table.seated[0].post(f"{other}/messages", {"text": "three"})
    again = ask(table.seated[0], query, {"i": {"gameId": table.id, "text": "three"}}).json()

    assert refused(answer) == (429, "rate_limited", None)
    assert 0 < int(answer["Retry-After"]) <= 60
    assert again["data"]["writeMessage"]["errors"][0]["code"] == "rate_limited"
    assert Message.objects.count() == 2
    said(table, 1, "I was quiet.")


def test_a_key_makes_one_message_however_often_it_is_sent(table: Table, settings: Any) -> None:
    settings.RATE_LIMITS = {"message": (1, 60)}
    sent = [table.seated[0].post(f"{table.path}/messages", {"text": "once"}, **{"Idempotency-Key": "k"})]
    sent += [table.seated[0].post(f"{table.path}/messages", {"text": "once"}, **{"Idempotency-Key": "k"})]
    other = table.seated[0].post(f"{table.path}/messages", {"text": "twice"}, **{"Idempotency-Key": "k"})

    assert [answer.status_code for answer in sent] == [201, 201]
    assert sent[0].content == sent[1].content
    assert sent[1]["Idempotency-Replayed"] == "true"
    assert refused(other) == (422, "idempotency_mismatch", None)
    assert Message.objects.count() == 1
