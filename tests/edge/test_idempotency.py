"""A POST with an `Idempotency-Key`: one effect, one answer, whatever happens meanwhile."""

import json
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from games.models import Game, GameEvent
from games.wire.requests import LONGEST_TURN
from players.access import asking
from players.answers import answers_expire
from players.edge.idempotency import keyed_request
from players.models import IdempotentAnswer, Player, Token
from players.store import try_lock
from tests.api.caller import PASSWORD, Caller, logged_in, refused, registered
from tests.api.tables import Table, open_table, random_move

pytestmark = pytest.mark.django_db(transaction=True)

KEY = {"Idempotency-Key": "6f1c"}
MOST_STATEMENTS_MORE = 5
"""The lock, the look for a first answer, the savepoint and its release, the answer kept."""


def said(answer: Any) -> tuple[int, bytes, dict[str, str]]:
    """What must come again: status, body, and the headers that belong to the answer."""
    of_the_answer = ("Content-Type", "Location", "ETag", "Cache-Control", "Retry-After")
    return answer.status_code, answer.content, {name: answer[name] for name in of_the_answer if name in answer}


def is_replay(answer: Any) -> bool:
    return bool(answer.get("Idempotency-Replayed") == "true")


def a_move(table: Table) -> tuple[Caller, dict[str, Any]]:
    """Who is to act, and a legal move."""
    seat, view = table.to_act()
    return table.seated[seat], random_move(view, random.Random(5))


def test_a_move_sent_again_is_made_once_and_answered_alike() -> None:
    table = open_table("ann", "bob", "cleo")
    actor, move = a_move(table)

    first = actor.post(f"{table.path}/moves", move, **KEY)
    events = GameEvent.objects.count()
    again = actor.post(f"{table.path}/moves", move, **KEY)

    assert (first.status_code, is_replay(first), is_replay(again)) == (201, False, True)
    assert said(again) == said(first)
    assert GameEvent.objects.count() == events


def test_location_comes_again_too() -> None:
    ann = registered("ann")
    first, again = (ann.post("/games", {"name": "x"}, **KEY) for _ in range(2))

    assert said(again) == said(first)
    assert again["Location"] == f"/api/v1/games/{first.json()['id']}"
    assert Game.objects.count() == 1


def test_the_first_answer_comes_even_when_the_game_moved_on() -> None:
    table = open_table("ann", "bob", "cleo")
    actor, move = a_move(table)
    first = actor.post(f"{table.path}/moves", move, **KEY)
    table.play(random.Random(1))

    assert said(actor.post(f"{table.path}/moves", move, **KEY)) == said(first)


def test_a_refusal_of_the_rules_is_an_answer_like_any_other() -> None:
    table = open_table("ann", "bob", "cleo")
    actor, move = a_move(table)
    stale = move | {"version": 1}
    first = actor.post(f"{table.path}/moves", stale, **KEY)
    table.play(random.Random(1))
    again = actor.post(f"{table.path}/moves", stale, **KEY)

    assert refused(first)[:2] == (409, "stale_version")
    assert (said(again), is_replay(again)) == (said(first), True)


@pytest.mark.parametrize(
    ("path", "body"),
    [("/games", {"name": "another"}), ("/games?x=1", {"name": "x"}), ("/games", {"name": "x", "players": 4})],
)
def test_another_request_under_the_key_is_a_mismatch(path: str, body: Any) -> None:
    ann = registered("ann")
    ann.post("/games", {"name": "x"}, **KEY)

    assert refused(ann.post(path, body, **KEY)) == (422, "idempotency_mismatch", None)
    assert Game.objects.count() == 1


def test_a_key_belongs_to_a_token() -> None:
    tokens = registered("ann"), logged_in("ann"), registered("bob")

    answers = [token.post("/games", {"name": "x"}, **KEY) for token in tokens]

    assert [(answer.status_code, is_replay(answer)) for answer in answers] == [(201, False)] * 3
    assert len({answer.json()["id"] for answer in answers}) == 3


@pytest.mark.parametrize("key", ["", "x" * 255, "not a uuid: ä☃", "'; DROP TABLE games_game; --"])
def test_any_text_is_a_key(key: str) -> None:
    ann = registered("ann")
    headers = {"Idempotency-Key": key.encode().decode("latin-1")}

    first, again = (ann.post("/games", **headers) for _ in range(2))

    assert (said(again), is_replay(again)) == (said(first), True)


def test_a_key_that_is_too_long_is_refused() -> None:
    answer = registered("ann").post("/games", **{"Idempotency-Key": "x" * 256})

    assert refused(answer) == (422, "invalid_value", "Idempotency-Key")
    assert not Game.objects.exists()


def test_the_first_that_still_runs_is_not_waited_for() -> None:
    ann = registered("ann")

    with somebody_holds(ann, "/games", b'{"name":"x"}'):
        answer = ann.post("/games", {"name": "x"}, **KEY)
        other_key = ann.post("/games", {"name": "x"}, **{"Idempotency-Key": "other"})

    assert refused(answer) == (409, "idempotency_in_flight", None)
    assert answer["Retry-After"] == "1"
    assert other_key.status_code == 201
    # The holder died without an effect: the key is free again.
    assert ann.post("/games", {"name": "x"}, **KEY).status_code == 201


@contextmanager
def somebody_holds(caller: Caller, path: str, body: bytes) -> Iterator[None]:
    """Another process is at work on the request of this key, and dies in the end."""
    holds, may_end = threading.Event(), threading.Event()

    def hold() -> None:
        request = caller._client.request().wsgi_request
        request = request.__class__({**request.environ, "HTTP_AUTHORIZATION": f"Bearer {caller.token}"})
        assert asking(request) is not None
        asked = keyed_request(request, KEY["Idempotency-Key"])
        assert asked is not None
        with transaction.atomic():
            assert try_lock(int.from_bytes(asked.slot[:8], signed=True))
            holds.set()
            may_end.wait(10)
            transaction.set_rollback(True)
        connection.close()

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        assert holds.wait(10)
        yield
    finally:
        may_end.set()
        thread.join()


def test_an_answer_is_kept_longer_than_the_longest_turn_and_then_forgotten() -> None:
    assert settings.IDEMPOTENCY_KEPT > LONGEST_TURN
    ann = registered("ann")
    first = ann.post("/games", **KEY)
    a_day = timedelta(days=1)

    IdempotentAnswer.objects.update(created_at=F("created_at") - settings.IDEMPOTENCY_KEPT + a_day)
    assert answers_expire() == 0
    assert said(ann.post("/games", **KEY)) == said(first)

    IdempotentAnswer.objects.update(created_at=F("created_at") - a_day)
    later = ann.post("/games", **KEY)
    assert (later.status_code, is_replay(later)) == (201, False)
    assert later.json()["id"] != first.json()["id"]
    assert said(ann.post("/games", **KEY)) == said(later)

    IdempotentAnswer.objects.update(created_at=F("created_at") - settings.IDEMPOTENCY_KEPT)
    assert (answers_expire(), IdempotentAnswer.objects.count()) == (1, 0)


def test_who_may_not_ask_may_ask_again() -> None:
    ann = registered("ann")
    Player.objects.update(suspended_until="2100-01-01T00:00Z")
    assert refused(ann.post("/games", **KEY)) == (403, "suspended", None)
    assert refused(Caller("nss_wrong").post("/games", **KEY)) == (401, "not_authenticated", None)
    Player.objects.update(suspended_until=None)
    assert ann.post("/games", **KEY).status_code == 201


def test_a_registration_and_a_log_in_sent_again_give_the_same_token() -> None:
    credentials = {"name": "ann", "password": PASSWORD}
    for path, tokens in (("/players", 1), ("/tokens", 2)):
        first, again = (Caller().post(path, credentials, **KEY) for _ in range(2))
        assert (first.status_code, said(again), is_replay(again)) == (201, said(first), True)
        assert Token.objects.count() == tokens
        assert Caller(first.json()["token"]).get("/players/me").status_code == 200


def test_without_a_token_the_key_belongs_to_the_body() -> None:
    first, other = (Caller().post("/players", {"name": name, "password": PASSWORD}, **KEY) for name in ("ann", "bob"))

    assert (first.status_code, other.status_code) == (201, 201)
    wrong = Caller().post("/tokens", {"name": "ann", "password": PASSWORD + "x"}, **KEY)
    assert refused(wrong) == (401, "bad_credentials", None)


def test_what_is_kept_tells_nothing() -> None:
    table = open_table("ann", "bob", "cleo", name="NAME-OF-THE-GAME")
    actor, move = a_move(table)
    actor.post(f"{table.path}/moves", move, **KEY)
    made = Caller().post("/tokens", {"name": "ann", "password": PASSWORD}, **KEY).json()

    rows = [b"".join(bytes(row[name]) for name in ("slot", "fingerprint", "salt", "sealed")) for row in kept_rows()]

    assert len(rows) == 2
    for secret in (b"NAME-OF", b"hand", b"Content-Type", KEY["Idempotency-Key"].encode() * 2, made["token"].encode()):
        assert not any(secret in row for row in rows)


def test_what_is_kept_opens_only_for_the_same_request_and_house(settings: Any) -> None:
    ann = registered("ann")
    ann.post("/games", **KEY)
    settings.SECRET_KEY = "another house " * 5

    # With another key of the house nothing is found: a new request, which never happens by accident.
    assert ann.post("/games", **KEY).status_code == 201
    assert len(kept_rows()) == 2


def kept_rows() -> list[Any]:
    return list(IdempotentAnswer.objects.values())


def test_a_failure_after_the_effect_takes_the_effect_back(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = registered("ann")
    with monkeypatch.context() as planted:
        planted.setattr("games.rest.lobby.game_json", lambda game: object())
        ann._client.raise_request_exception = False
        assert ann.post("/games", **KEY).status_code == 500
    assert not Game.objects.exists()

    assert ann.post("/games", **KEY).status_code == 201


def test_no_effect_without_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = registered("ann")

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as planted:
        planted.setattr("players.edge.idempotency.answer_keep", die)
        with pytest.raises(KeyboardInterrupt):
            ann.post("/games", **KEY)
    assert not Game.objects.exists()

    assert ann.post("/games", **KEY).status_code == 201


def test_it_costs_nothing_without_the_header_and_little_with_it() -> None:
    table = open_table("ann", "bob", "cleo")
    counts = []
    for headers in ({}, KEY, KEY):
        actor, move = a_move(table)
        with CaptureQueriesContext(connection) as queries:
            assert actor.post(f"{table.path}/moves", move, **headers).status_code == 201
        counts.append(len(queries))
        asked = [query["sql"] for query in queries if "idempotent" in query["sql"] or "advisory" in query["sql"]]
        assert bool(asked) is bool(headers)
        IdempotentAnswer.objects.all().delete()

    assert counts[1] - counts[0] <= MOST_STATEMENTS_MORE


def test_only_posts_have_keys() -> None:
    ann = registered("ann")
    for _ in range(2):
        assert not is_replay(ann.get("/players/me", **KEY))
        assert not is_replay(ann.patch("/players/me", {"language": "fr"}, **KEY))
    assert kept_rows() == []


def test_a_body_that_is_too_large_is_refused_under_a_key_too() -> None:
    body = json.dumps({"name": "x" * 70_000}).encode()
    answer = registered("ann").send("POST", "/games", body, headers=KEY)
    assert refused(answer)[:2] == (413, "too_large")
