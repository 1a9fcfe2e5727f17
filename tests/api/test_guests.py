"""Guests: they play at once, and may stay."""

import random
import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from games.management.commands.sweep import ERRANDS, _guests_take_away
from games.services.guests import guests_take_away
from players import guests
from players.models import Player, Token
from tests.api.caller import PASSWORD, Caller, logged_in, refused, registered
from tests.api.graphql.asking import post
from tests.api.tables import Table

pytestmark = pytest.mark.django_db

STAYING = {"name": "Zoe", "password": PASSWORD}


def guest() -> tuple[Caller, Any]:
    answer = Caller().post("/players/guest")
    assert answer.status_code == 201, answer.content
    return Caller(answer.json()["token"]), answer.json()["player"]


def test_a_guest_says_nothing_and_plays() -> None:
    answer = Caller().post("/players/guest")

    player = answer.json()["player"]
    assert re.fullmatch("guest-[2-9a-z]{4}", player["name"])
    assert (player["guest"], player["kind"], player["email"]) == (True, "human", "")
    assert answer["Location"] == f"/api/v1/players/{player['name']}"
    caller = Caller(answer.json()["token"])
    assert caller.get("/players/me").json() == player
    assert [token["label"] for token in caller.get("/tokens").json()["items"]] == ["guest"]
    game = caller.post("/games", {"players": 3, "bots": ["novice", "novice"]}).json()
    assert (game["status"], game["creator"], game["settings"]["rated"]) == ("active", player["name"], False)
    # What others see is a player of this name.
    assert sorted(Caller().get(f"/players/{player['name']}").json()) == [
        "created_at",
        "kind",
        "name",
        "rating",
        "statistics",
    ]


def test_no_key_gives_a_guest_to_somebody_else() -> None:
    key = {"Idempotency-Key": "1"}
    asked = {"query": "mutation { registerGuest { player { name } token } }"}
    answers = [Caller().post("/players/guest", None, **key).json() for _ in range(2)]
    answers += [post(Caller(), asked, **key).json()["data"]["registerGuest"] for _ in range(2)]
    assert len({answer["token"] for answer in answers}) == len({answer["player"]["name"] for answer in answers}) == 4


def test_no_game_of_a_guest_is_rated_whatever_is_asked() -> None:
    caller, _ = guest()
    game = caller.post("/games", {"rated": True}).json()
    assert game["settings"]["rated"] is False
    assert caller.get(f"/games/{game['id']}/events").json()["items"][0]["data"]["rated"] is False


def test_a_guest_finds_and_takes_the_seats_that_are_for_guests() -> None:
    ann, (caller, _) = registered("ann"), guest()
    rated = ann.post("/games", {"players": 3}).json()["id"]
    unrated = ann.post("/games", {"players": 3, "rated": False}).json()["id"]

    def joinable(who: Caller) -> set[str]:
        return {game["id"] for game in who.get("/games?joinable=true").json()["items"]}

    assert joinable(caller) == {unrated}
    assert joinable(Caller()) == joinable(registered("bob")) == {rated, unrated}
    before = caller.get(f"/games/{rated}").json()
    assert refused(caller.post(f"/games/{rated}/seats")) == (403, "account_needed", None)
    assert caller.get(f"/games/{rated}").json() == before
    assert caller.post(f"/games/{unrated}/seats").status_code == 201


def test_a_guest_who_stays_keeps_games_and_statistics_and_is_a_player_like_any_other() -> None:
    # given a guest in a game that is over
    caller, player = guest()
    ann, bob = registered("ann"), registered("bob")
    game = caller.post("/games", {"players": 3}).json()
    for other in (ann, bob):
        other.post(f"/games/{game['id']}/seats")
    Table(game["id"], (caller, ann, bob)).play_to_the_end(random.Random(3))
    other_token = Caller(Caller().post("/players/guest").json()["token"])
    # when they choose a name and a password
    answer = caller.patch("/players/me", {**STAYING, "email": "zoe@example.org"})
    # then the account is theirs, and so is the game, under the new name
    assert answer.status_code == 200
    assert (answer.json()["name"], answer.json()["guest"], answer.json()["email"]) == ("Zoe", False, "zoe@example.org")
    view = caller.get(f"/games/{game['id']}").json()
    assert (view["creator"], view["seats"][0]["player"]["name"], view["you"]["seat"]) == ("Zoe", "Zoe", 0)
    taken = caller.get(f"/games/{game['id']}/events").json()["items"][1]
    assert (taken["kind"], taken["data"]["player"]["name"]) == ("seat_taken", "Zoe")
    assert [found["id"] for found in Caller().get("/games?player=Zoe").json()["items"]] == [game["id"]]
    # and the token goes on, and the password lets them in
    assert caller.get("/players/me").json()["name"] == "Zoe"
    assert logged_in("Zoe").get("/players/me").status_code == 200
    assert caller.post("/games", {}).json()["settings"]["rated"] is True
    assert other_token.get("/players/me").json()["guest"] is True
    # and the name that was drawn is nobody's, and nobody's ever again
    assert refused(Caller().get(f"/players/{player['name']}")) == (404, "not_found", None)
    assert refused(caller.patch("/players/me", {"name": "zoe-2"})) == (422, "invalid_value", "name")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"name": "zoe"}, (400, "missing_field", "password")),
        ({"password": PASSWORD}, (400, "missing_field", "name")),
        ({"password": PASSWORD, "current_password": PASSWORD}, (400, "missing_field", "name")),
        ({"name": 5, "password": PASSWORD}, (400, "wrong_type", "name")),
        ({"name": "z", "password": PASSWORD}, (422, "invalid_name", "name")),
        ({"name": "guest-zzzz", "password": PASSWORD}, (422, "invalid_name", "name")),
        ({"name": "novice-9", "password": PASSWORD}, (422, "invalid_name", "name")),
        ({"name": "ANN", "password": PASSWORD}, (409, "name_taken", "name")),
        ({"name": "zoe", "password": "short"}, (422, "weak_password", "password")),
        ({"name": "zoe-the-great", "password": "zoe-the-great"}, (422, "weak_password", "password")),
        ({**STAYING, "email": "zoe@"}, (422, "invalid_value", "email")),
        ({**STAYING, "time_zone": "Mars/Olympus"}, (422, "invalid_value", "time_zone")),
    ],
)
def test_a_guest_who_is_refused_is_a_guest_as_before(body: object, expected: tuple[int, str, str]) -> None:
    registered("ann")
    caller, _ = guest()
    before = Player.objects.order_by("pk").values()
    held = list(before)
    assert refused(caller.patch("/players/me", body)) == expected
    assert list(before.all()) == held


def test_a_guest_changes_what_is_no_account() -> None:
    caller, player = guest()
    answer = caller.patch("/players/me", {"language": "fr", "time_zone": "Europe/Paris"})
    assert answer.json() == {**player, "language": "fr", "time_zone": "Europe/Paris"}


def test_nobody_logs_in_as_a_guest() -> None:
    _, player = guest()
    for password in ("", "!", Player.objects.get(name=player["name"]).password):
        answer = Caller().post("/tokens", {"name": player["name"], "password": password})
        assert refused(answer) == (401, "bad_credentials", None)


def test_a_name_that_was_drawn_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    # given a guest who has become somebody else
    drawn = iter(["7k2m", "7k2m", "9999"])
    monkeypatch.setattr(guests, "short_word", lambda length: next(drawn))
    caller, player = guest()
    caller.patch("/players/me", STAYING)
    # when the same is drawn once more, then it is drawn anew
    assert (player["name"], guest()[1]["name"]) == ("guest-7k2m", "guest-9999")


def test_a_bot_is_no_guest() -> None:
    registered("ann")
    for wrong in ({"is_guest": True}, {"is_guest": True, "kind": "bot", "level": "novice", "guest_name": "x"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.filter(name="ann").update(**wrong)


def long_ago(caller: Caller, days: int) -> None:
    """As if nothing had been heard of them for so many days."""
    name = caller.get("/players/me").json()["name"]
    moment = Now() - timedelta(days=days)
    Player.objects.filter(name=name).update(created_at=moment)
    Token.objects.filter(player__name=name).update(last_used_at=moment)


def test_who_does_not_come_back_is_let_go_and_nobody_else() -> None:
    kept = settings.GUEST_KEPT.days
    # given guests who were here long ago: one plays on, one waits for others, one did, one never, one stays
    playing, waiting, done, idle, stayed, lately = (guest()[0] for _ in range(6))
    game = playing.post("/games", {"players": 3, "bots": ["novice", "novice"]}).json()
    waiting.post("/games", {})
    left = done.post("/games", {"players": 3}).json()["id"]
    done.delete(f"/games/{left}/seats/me")
    stayed.patch("/players/me", STAYING)
    ann = registered("ann")
    for caller in (playing, waiting, done, idle, stayed, ann):
        long_ago(caller, kept + 1)
    long_ago(lately, kept - 1)
    # when the sweeper comes
    assert _guests_take_away in ERRANDS
    _guests_take_away()
    # then those are gone who are in nobody's way
    working = [caller.get("/players/me").status_code for caller in (playing, waiting, done, idle, stayed, ann, lately)]
    assert working == [200, 200, 401, 401, 200, 200, 200]
    assert Player.objects.filter(is_active=False).count() == 2
    # and games show who was there
    name = Player.objects.exclude(is_active=True).earliest("pk").name
    assert Caller().get(f"/games/{left}").json()["creator"] == name
    assert Caller().get(f"/games/{game['id']}").status_code == 200
    assert guests_take_away(limit=100) == 0


def test_a_guest_who_comes_back_at_the_last_moment_stays() -> None:
    caller, player = guest()
    long_ago(caller, settings.GUEST_KEPT.days + 1)
    idle = guests.guests_idle(limit=1)
    caller.get("/players/me")
    assert guests.guest_take_away(player=idle[0]) is False
    assert caller.get("/players/me").json()["name"] == player["name"]
