"""GraphQL passes the same edge as REST."""

from typing import Any

import pytest
from django.test import Client

from games.models import Game
from players.models import IdempotentAnswer, Player, Token
from tests.api.caller import PASSWORD, Caller, registered
from tests.api.graphql.asking import codes
from tests.edge.test_limits import limited, valkey

__all__ = ["valkey"]

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("limits"),
    pytest.mark.usefixtures("valkey"),
]

KEY = {"Idempotency-Key": "6f1c"}
CREATE = "mutation { createGame(input: {players: 3}) { game { id version } errors { code } } }"
LOG_IN = """mutation ($name: String!, $password: String!) {
  createToken(input: {name: $name, password: $password}) { token errors { code } } }"""
EACH_GUESS = " ".join(f'a{number}: game(id: $id, invite: "wrong-{number}") {{ id }}' for number in range(6))
GUESSES = f"query ($id: ID!) {{ {EACH_GUESS} }}"


def ask(caller: Caller, query: str, variables: dict[str, Any] | None = None, **headers: str) -> Any:
    token = {} if caller.token is None else {"Authorization": f"Bearer {caller.token}"}
    body = {"query": query, "variables": variables or {}}
    return Client().post("/graphql", body, content_type="application/json", headers={**token, **headers})


def test_a_mutation_sent_again_is_done_once_and_answered_alike() -> None:
    ann = registered("ann")
    first, again = (ask(ann, CREATE, **KEY) for _ in range(2))

    assert first.json()["data"]["createGame"]["errors"] == []
    assert (again.status_code, again.content, again["Idempotency-Replayed"]) == (200, first.content, "true")
    assert Game.objects.count() == 1
    other = ask(ann, CREATE.replace("3", "4"), **KEY)
    assert (other.status_code, codes(other)) == (422, ["idempotency_mismatch"])
    assert ann.post("/games", {}, **KEY).json()["code"] == "idempotency_mismatch"


def test_a_refusal_takes_nothing_along_and_comes_again() -> None:
    ann = registered("ann")
    wrong = CREATE.replace("players: 3", 'players: 3, bots: ["nobody"]')
    first, again = (ask(ann, wrong, **KEY) for _ in range(2))

    assert first.json()["data"]["createGame"]["errors"] == [{"code": "invalid_value"}]
    assert (again.content, again["Idempotency-Replayed"]) == (first.content, "true")
    assert not Game.objects.exists()


def test_who_may_not_ask_may_ask_again() -> None:
    ann = registered("ann")
    Player.objects.update(suspended_until="2100-01-01T00:00Z")
    assert ask(ann, CREATE, **KEY).json()["data"]["createGame"]["errors"] == [{"code": "suspended"}]
    assert not IdempotentAnswer.objects.exists()
    Player.objects.update(suspended_until=None)
    assert ask(ann, CREATE, **KEY).json()["data"]["createGame"]["errors"] == []


def test_a_log_in_sent_again_gives_the_same_token() -> None:
    registered("ann")
    variables = {"name": "ann", "password": PASSWORD}
    first, again = (ask(Caller(), LOG_IN, variables, **KEY).json()["data"]["createToken"] for _ in range(2))
    assert first == again
    assert first["token"].startswith("nss_")
    assert Token.objects.count() == 2


def test_both_are_counted_together_and_graphql_by_its_cost(settings: Any) -> None:
    ann = registered("ann")
    limited(settings, token=(20, 60))
    settings.GRAPHQL_COST_OF_A_CALL = 10

    assert ann.get("/players/me")["RateLimit"].startswith('"token";r=19;')
    assert ask(ann, "{ bots { level } }")["RateLimit"].startswith('"token";r=18;')
    dear = "{ games(first: 20) { nodes { id seats { seat player { name } } } } }"
    assert int(ask(ann, dear)["RateLimit"].split(";")[1].removeprefix("r=")) < 17
    answers = [ask(ann, dear) for _ in range(20)]
    assert (answers[-1].status_code, codes(answers[-1])) == (429, ["rate_limited"])
    assert "Retry-After" in answers[-1]
    assert ann.get("/players/me").status_code == 429


def test_each_alias_is_a_guess_of_its_own(settings: Any) -> None:
    ann, bob = registered("ann"), registered("bob")
    game_id = ann.post("/games", {"visibility": "private"}).json()["id"]
    limited(settings, invite=(4, 900))

    answer = ask(bob, GUESSES, {"id": game_id})

    assert codes(answer) == ["not_found"] * 4 + ["rate_limited"] * 2
    assert bob.get(f"/games/{game_id}?invite=wrong").status_code == 429


def test_passwords_are_guessed_no_faster_over_graphql(settings: Any) -> None:
    registered("ann")
    limited(settings, log_in_name=(3, 900))
    wrong = {"name": "ann", "password": "wrong"}

    refusals = [ask(Caller(), LOG_IN, wrong).json()["data"]["createToken"]["errors"][0]["code"] for _ in range(2)]
    assert refusals == ["bad_credentials"] * 2
    assert Caller().post("/tokens", wrong).status_code == 401
    assert ask(Caller(), LOG_IN, wrong).json()["data"]["createToken"]["errors"] == [{"code": "rate_limited"}]
    assert Caller().post("/tokens", wrong).status_code == 429


@pytest.mark.parametrize("key", [{}, KEY])
@pytest.mark.parametrize(
    ("asked", "code"),
    [("events(first: 0) { nodes { seq } }", "invalid_value"), ('events(after: "abc") { nodes { seq } }', "bad_cursor")],
)
def test_a_mutation_whose_answer_is_refused_did_nothing(asked: str, code: str, key: dict[str, str]) -> None:
    ann = registered("ann")
    mutation = f"mutation {{ createGame {{ game {{ id {asked} }} errors {{ code }} }} }}"
    answers = [ask(ann, mutation, **key) for _ in range(2)]

    for answer in answers:
        assert (answer.status_code, codes(answer), answer.json()["data"]) == (200, [code], None)
    assert not Game.objects.exists()


def test_a_change_whose_answer_needs_another_scope_is_not_made() -> None:
    ann = registered("ann")
    body = {"name": "ann", "password": PASSWORD, "scopes": ["play"]}
    player_only = Caller(ann.post("/tokens", body).json()["token"])
    mutation = """mutation { updateMe(input: {language: "fr"}) {
      player { name turns(first: 1) { nodes { id } } } errors { code } } }"""

    answers = [ask(player_only, mutation, **KEY) for _ in range(2)]

    for answer in answers:
        assert codes(answer) == ["missing_scope"]
        # It may be asked again by one who may.
        assert "Idempotency-Replayed" not in answer
    assert Player.objects.get(name="ann").language == "en"


@pytest.mark.parametrize(("token", "code"), [(False, "not_authenticated"), (True, "missing_scope")])
def test_a_query_by_who_may_not_ask_is_not_remembered(token: bool, code: str) -> None:
    ann = registered("ann")
    body = {"name": "ann", "password": PASSWORD, "scopes": ["play"]}
    caller = Caller(ann.post("/tokens", body).json()["token"] if token else None)

    for _ in range(2):
        answer = ask(caller, "{ me { name } }", **KEY)
        assert codes(answer) == [code]
        assert "Idempotency-Replayed" not in answer
    assert IdempotentAnswer.objects.count() == 0
