"""How much anybody may ask, and what happens when nobody can count."""

import logging
import re
import socket
import threading
import time
from typing import Any

import pytest
import redis
from django.conf import settings as django_settings
from django.test import RequestFactory

from games.models import Invitation
from nessos_service.settings import limits_from_environment
from players.edge.address import client_address
from players.edge.buckets import Bucket, Limit, give_back, spend
from players.edge.limits import graphql_spend
from players.edge.valkey import PATIENCE, Valkey
from players.errors import Refusal
from tests.api.caller import PASSWORD, Caller, logged_in, refused, registered

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("limits")]

AT_ONCE = 50
A_LIMIT = Limit("test", quota=20, window=3600)


@pytest.fixture(autouse=True)
def valkey(monkeypatch: pytest.MonkeyPatch) -> Valkey:
    """Valkey as a new process finds it, with nothing counted yet."""
    client = redis.Redis.from_url(django_settings.REDIS_URL)
    for key in client.scan_iter("nessos:limit:*"):
        client.delete(key)
    client.close()
    fresh = Valkey()
    monkeypatch.setattr("players.edge.buckets.valkey", fresh)
    return fresh


def limited(settings: Any, **limits: tuple[int, int]) -> None:
    settings.RATE_LIMITS = limits


def admitted_at_once(attempt: Any) -> int:
    """How many of fifty that set off together are admitted."""
    barrier = threading.Barrier(AT_ONCE)
    admitted: list[bool] = []

    def run() -> None:
        barrier.wait()
        admitted.append(attempt())

    threads = [threading.Thread(target=run) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(admitted) == AT_ONCE
    return sum(admitted)


def test_fifty_at_once_never_get_more_than_the_limit() -> None:
    for number in range(5):
        buckets = [Bucket(A_LIMIT, f"crowd-{number}")]
        assert admitted_at_once(lambda buckets=buckets: spend(buckets, 1)[0].wait == 0) == A_LIMIT.quota


def test_a_count_that_is_read_and_then_written_would_be_outrun() -> None:
    """The negative control of the test above."""
    client = redis.Redis.from_url(django_settings.REDIS_URL)

    def attempt() -> bool:
        count = int(client.get("nessos:limit:naive") or 0)
        time.sleep(0.001)
        client.set("nessos:limit:naive", count + 1)
        return count < A_LIMIT.quota

    assert admitted_at_once(attempt) > A_LIMIT.quota


def test_all_buckets_are_charged_or_none() -> None:
    wide, narrow = Bucket(A_LIMIT, "wide"), Bucket(Limit("narrow", 1, 3600), "narrow")
    assert [standing.remaining for standing in spend([wide, narrow], 1)] == [19, 0]
    refused_ones = spend([wide, narrow], 1)
    assert [(standing.wait > 0, standing.remaining) for standing in refused_ones] == [(False, 19), (True, 0)]
    assert refused_ones[1].wait == 3600


def test_what_is_given_back_can_be_spent_again_and_no_more() -> None:
    bucket = Bucket(A_LIMIT, "back")
    assert spend([bucket], 20)[0].remaining == 0
    give_back([bucket], 5)
    assert spend([bucket], 5)[0].wait == 0
    assert spend([bucket], 1)[0].wait > 0
    give_back([bucket], 100)
    assert spend([bucket], 20)[0].wait == 0


def test_a_bucket_empties_with_time() -> None:
    bucket = Bucket(Limit("quick", 10, 1), "quick")
    assert spend([bucket], 10)[0].wait == 0
    assert spend([bucket], 1)[0].wait == 1
    time.sleep(0.25)
    assert spend([bucket], 2)[0].wait == 0


def test_a_cost_above_the_whole_limit_is_the_whole_limit() -> None:
    assert spend([Bucket(A_LIMIT, "dear")], 1000)[0].remaining == 0


def test_a_token_is_told_how_it_stands_and_when_to_come_again(settings: Any) -> None:
    ann = registered("ann")
    limited(settings, token=(3, 60))
    answers = [ann.get("/players/me") for _ in range(5)]

    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert {answer["RateLimit-Policy"] for answer in answers} == {'"token";q=3;w=60'}
    assert [answer["RateLimit"].split(";")[1] for answer in answers] == ["r=2", "r=1", "r=0", "r=0", "r=0"]
    assert refused(answers[3]) == (429, "rate_limited", None)
    assert 1 <= int(answers[3]["Retry-After"]) <= 20
    assert answers[3]["Cache-Control"] == "private, no-store"


def test_each_token_is_counted_for_itself_and_the_rest_by_address(settings: Any) -> None:
    ann, again, bob = registered("ann"), logged_in("ann"), registered("bob")
    limited(settings, token=(1, 60), address=(2, 60))

    assert [caller.get("/players/me").status_code for caller in (ann, again, bob)] == [200] * 3
    nobody = [Caller(), Caller("nss_" + "x" * 43), Caller("nonsense")]
    assert [caller.get("/problems").status_code for caller in nobody] == [200, 401, 429]
    assert nobody[0].get("/problems")["RateLimit-Policy"] == '"address";q=2;w=60'


def test_options_and_what_is_no_api_are_not_counted(settings: Any) -> None:
    limited(settings, address=(1, 60))
    for _ in range(3):
        assert Caller().send("OPTIONS", "/problems").status_code == 204
    assert Caller().get("/problems").status_code == 200


def test_graphql_is_counted_by_its_cost_against_the_same_limit(settings: Any) -> None:
    ann = registered("ann")
    limited(settings, token=(10, 60))
    settings.GRAPHQL_COST_OF_A_CALL = 50
    request = RequestFactory().post("/graphql", headers={"Authorization": f"Bearer {ann.token}"})

    graphql_spend(request, 50)
    assert ann.get("/players/me")["RateLimit"].startswith('"token";r=9;')
    graphql_spend(request, 401)
    assert ann.get("/players/me")["RateLimit"].startswith('"token";r=0;')
    with pytest.raises(Refusal, match="rate_limited"):
        graphql_spend(request, 51)


def test_wrong_passwords_are_counted_by_name_and_by_address(settings: Any) -> None:
    registered("ann")
    registered("bob")
    limited(settings, log_in_name=(3, 900), log_in_address=(5, 900))

    def guess(name: str, password: str = "wrong") -> int:
        status: int = Caller().post("/tokens", {"name": name, "password": password}).status_code
        return status

    assert [guess("ann", PASSWORD) for _ in range(4)] == [201] * 4
    assert [guess(name) for name in ("ann", "ANN", "Ann", "ann")] == [401, 401, 401, 429]
    assert guess("ann", PASSWORD) == 429
    assert [guess("bob"), guess("zoe"), guess("nemo")] == [401, 401, 429]


def test_a_password_is_not_guessed_through_the_account_either(settings: Any) -> None:
    ann = registered("ann")
    limited(settings, current_password=(2, 900))
    change = {"password": "another good one", "current_password": "wrong"}
    assert [ann.patch("/players/me", change).status_code for _ in range(3)] == [401, 401, 429]


def test_strangers_who_guess_do_not_keep_the_owner_from_changing_the_password(settings: Any) -> None:
    ann = registered("ann")
    limited(settings, log_in_name=(2, 900))
    wrong = {"name": "ann", "password": "wrong"}
    assert [Caller().post("/tokens", wrong).status_code for _ in range(3)] == [401, 401, 429]

    change = {"password": "another good one", "current_password": PASSWORD}
    assert ann.patch("/players/me", change).status_code == 200


def test_registrations_are_counted_by_address(settings: Any) -> None:
    limited(settings, register=(2, 900))
    names = ("ann", "bob", "cleo")
    answers = [Caller().post("/players", {"name": name, "password": PASSWORD}) for name in names]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert answers[2]["RateLimit-Policy"] == '"register";q=2;w=900'


def test_wrong_invitations_are_counted_wherever_they_are_tried(settings: Any) -> None:
    ann, bob = registered("ann"), registered("bob")
    path = f"/games/{ann.post('/games', {'visibility': 'private'}).json()['id']}"
    right = Invitation.objects.get().secret
    limited(settings, invite=(3, 900))

    def look(caller: Caller, invite: str) -> int:
        status: int = caller.get(f"{path}?invite={invite}").status_code
        return status

    assert [look(bob, right) for _ in range(5)] == [200] * 5
    assert look(bob, "wrong") == 404
    assert bob.post(f"{path}/seats", {"invite": "wrong"}).status_code == 404
    assert [look(bob, "wrong"), look(bob, "wrong"), look(bob, right)] == [404, 429, 429]
    assert bob.get(path).status_code == 404
    assert look(Caller(), right) == 200


def test_the_limits_are_published(settings: Any) -> None:
    limited(settings, token=(600, 60), invite=(30, 900))
    assert Caller().get("/").json()["limits"]["rates"] == {
        "token": {"requests": 600, "seconds": 60},
        "invite": {"requests": 30, "seconds": 900},
    }


def test_without_valkey_nobody_is_limited_and_it_is_said_once(
    settings: Any, valkey: Valkey, caplog: pytest.LogCaptureFixture
) -> None:

    def said() -> list[str]:
        ours = [record.message for record in caplog.records if record.name == "players.edge.valkey"]
        return [re.split(r" \(|:", message)[0] for message in ours]

    limited(settings, address=(1, 60))
    right, settings.REDIS_URL = settings.REDIS_URL, "redis://127.0.0.1:1/0"
    with caplog.at_level(logging.WARNING, "players.edge.valkey"):
        answers = [Caller().get("/problems") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200] * 4
    assert "RateLimit" not in answers[0]
    assert said() == ["Valkey is away"]

    settings.REDIS_URL = right
    valkey._rests_until = 0
    assert [Caller().get("/problems").status_code for _ in range(2)] == [200, 429]
    assert said() == ["Valkey is away", "Valkey is back"]


def test_a_valkey_that_hangs_costs_one_request_a_moment(settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.REDIS_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        asked = Valkey()
        began = time.monotonic()
        assert asked.run("return {1}", [], []) is None
        first = time.monotonic() - began
        for _ in range(100):
            assert asked.run("return {1}", [], []) is None
        assert first < 5 * PATIENCE
        assert time.monotonic() - began - first < PATIENCE


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "address"),
    [
        (0, "192.0.2.1", "203.0.113.9", "192.0.2.1"),
        (1, "10.0.0.1", "6.6.6.6, 203.0.113.9", "203.0.113.9"),
        (2, "10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        (1, "10.0.0.1", "203.0.113.9:4711", "203.0.113.9"),
        (1, "10.0.0.1", "[2001:db8:1:2:3::4]:443", "2001:db8:1:2::/64"),
        (1, "10.0.0.1", "unknown", "10.0.0.1"),
        (1, "10.0.0.1", "", "10.0.0.1"),
        (2, "10.0.0.1", "203.0.113.9", "10.0.0.1"),
        (0, "2001:db8:1:2:ffff::1", "", "2001:db8:1:2::/64"),
        (0, "::ffff:192.0.2.1", "", "192.0.2.1"),
        (0, "", "", "unknown"),
    ],
)
def test_the_address_is_what_our_own_proxies_saw(
    settings: Any, proxies: int, peer: str, forwarded: str, address: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    request = RequestFactory().get("/", REMOTE_ADDR=peer, HTTP_X_FORWARDED_FOR=forwarded)
    assert client_address(request) == address


def test_limits_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {"token": (600, 60), "address": (300, 60)}
    for given, expected in (
        ("", limits),
        ("off", {}),
        ("token=5/1", {"token": (5, 1), "address": (300, 60)}),
    ):
        monkeypatch.setenv("RATE_LIMITS", given)
        assert limits_from_environment(limits) == expected
    for wrong in ("tokens=5/1", "token=5", "token=0/1", "token=-1/1", "token=a/b"):
        monkeypatch.setenv("RATE_LIMITS", wrong)
        with pytest.raises(Exception, match="RATE_LIMITS"):
            limits_from_environment(limits)
