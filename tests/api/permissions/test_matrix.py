"""Who may do what, tried: every call of the table by every caller in every state of the game."""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from games.graphql.schema import schema
from games.rest import urls as games_urls
from games.services.lobby import seat_leave
from games.services.table import Table
from players.models import Player
from players.rest import urls as players_urls
from tests.api.caller import Caller
from tests.api.permissions.calls import by_graphql, by_rest
from tests.api.permissions.notation import CALLERS, STATES, STATUS, Call, Cell
from tests.api.permissions.page import page
from tests.api.permissions.scenes import TO_ACT, Scene, scene
from tests.api.permissions.table import TABLE

pytestmark = pytest.mark.django_db


def expected(call: Call, who: str, state: str) -> Cell:
    """What the table says."""
    return call.cells[who, state]


type Answers = Callable[[Call, Scene, str, Caller], Cell]


def over_rest(call: Call, here: Scene, who: str, caller: Caller) -> Cell:
    return by_rest(call, here, who, caller)


def over_graphql(call: Call, here: Scene, who: str, caller: Caller) -> Cell:
    """GraphQL has no status of its own for what is refused: the code says it."""
    code = by_graphql(call, here, who, caller)
    return Cell(200) if code is None else Cell(STATUS.get(code, 0), code)


def differences(here: Scene, state: str, answers: Answers, table: Iterable[Call] = TABLE) -> Iterator[str]:
    """Each cell in which the service does not do what the table says, or in which a refusal changes something."""
    before = here.fingerprint()
    for call in table:
        if answers is over_graphql and call.twin is None:
            continue
        for who in CALLERS:
            promised = expected(call, who, state)
            with here.as_caller(who) as caller:
                got = answers(call, here, who, caller)
                if got.code is not None and here.fingerprint() != before:
                    yield f"{call.name}: {who} was refused, and changed something"
            if got.code != promised.code or (answers is over_rest and got != promised):
                yield f"{call.name}: {who} is promised {promised}, and got {got}"


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("answers", [over_rest, over_graphql])
def test_the_service_answers_as_the_table_says(answers: Answers, state: str) -> None:
    assert [*differences(scene(state), state, answers)] == []


@pytest.mark.parametrize("state", STATES)
def test_lists_hold_the_games_that_may_be_seen(state: str) -> None:
    here = scene(state)
    sight = next(call for call in TABLE if call.name == "GET /games/{game}")
    for who in CALLERS:
        if who != "revoked":
            with here.as_caller(who) as caller:
                listed = [game["id"] for game in caller.get("/games").json()["items"]]
            assert (who, listed) == (who, [here.game_id] if sight.cells[who, state].code is None else [])


def test_a_difference_and_a_change_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test of the test: staff who may move for others, and a refusal that leaves something behind."""
    here = scene("active")
    honest = Table.seat_of

    def seat_of(table: Table, actor: Player) -> int:
        return TO_ACT if actor.is_staff else honest(table, actor)

    def refusing_late(**asked: Any) -> Any:
        """A service whose transaction does not end with its refusal."""
        Player.objects.filter(pk=asked["actor"].pk).update(language="fr")
        return seat_leave(**asked)

    monkeypatch.setattr(Table, "seat_of", seat_of)
    monkeypatch.setattr("games.rest.lobby.seat_leave", refusing_late)
    table = [call for call in TABLE if call.twin in {"makeMove", "leaveSeat"}]
    found = [*differences(here, "active", over_rest, table)]
    move = "POST /games/{game}/moves, a legal move of the seat to act"
    assert f"{move}: staff is promised 403 not_seated, and got 201" in found
    assert "DELETE /games/{game}/seats/me: stranger was refused, and changed something" in found


def test_every_route_is_in_the_table() -> None:
    routes = {
        (method.upper(), re.sub("<[^>]*>", "{}", f"/{pattern.pattern}"))
        for pattern in (*games_urls.urlpatterns, *players_urls.urlpatterns)
        for method in pattern.callback.cls.http_method_names
        if method not in {"head", "options"} and hasattr(pattern.callback.cls, method)
    }
    assert routes == {(call.method, re.sub("{[^}]*}", "{}", call.path)) for call in TABLE}


def test_every_query_mutation_and_subscription_is_in_the_table() -> None:
    twins = {call.twin for call in TABLE if call.twin is not None}
    types = schema.graphql_schema
    roots = (types.mutation_type, types.query_type, types.subscription_type)
    assert {field for root in roots for field in root.fields} == {twin.split(".")[0] for twin in twins}


def test_the_page_is_made_from_the_table() -> None:
    """`python -m tests.api.permissions > docs/permissions.md` writes it anew."""
    assert Path("docs/permissions.md").read_text(encoding="utf-8") == page()
