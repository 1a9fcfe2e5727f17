"""Lists cost the same number of SQL statements, however long they are."""

import random
from typing import Any, Final

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import store
from tests.api.caller import Caller, logged_in, registered
from tests.api.graphql.asking import data
from tests.api.graphql.views import CLOCK, EVENT, GAME, ROUNDS, SUMMARY, TOKEN
from tests.api.tables import random_move

pytestmark = pytest.mark.django_db

LISTS: Final = {
    "summaries": f"games(first: N) {{ nodes {{ {SUMMARY} }} pageInfo {{ endCursor }} }}",
    "edges": "games(first: N) { edges { cursor node { id seats { player { name } } } } }",
    "seats and rounds": f"games(first: N) {{ nodes {{ seats {{ player {{ name }} }} rounds {{ {ROUNDS} }} }} }}",
    "whole views": f"games(first: N) {{ nodes {{ {GAME} }} }}",
    "events": f"games(first: N) {{ nodes {{ id events(first: 5) {{ nodes {{ {EVENT} }} }} }} }}",
    "events twice": (
        "games(first: N) { nodes { a: events(first: 3) { nodes { seq } } "
        'b: events(first: 2, after: "4") { nodes { seq data } } } }'
    ),
    "clocks": f"games(first: N) {{ nodes {{ id clock {{ {CLOCK} }} }} }}",
    "turns": f"me {{ turns(first: N) {{ nodes {{ {SUMMARY} lot {{ card }} }} }} }}",
    "tokens": f"me {{ tokens(first: N) {{ nodes {{ {TOKEN} }} }} }}",
}


@pytest.fixture
def ann() -> Caller:
    """Fifty running games in which Ann sits, some of which wait for her; and fifty tokens."""
    rng = random.Random(2)
    ann, bob, cleo = (registered(name) for name in ("ann", "bob", "cleo"))
    seated = (ann, bob, cleo)
    for _ in range(50):
        game = ann.post("/games", {"players": 3}).json()
        for caller in (bob, cleo):
            game = caller.post(f"/games/{game['id']}/seats").json()
        view = ann.get(f"/games/{game['id']}").json()
        while view["to_act"] != 0:
            mover = seated[view["to_act"]]
            mover.post(f"/games/{game['id']}/moves", random_move(mover.get(f"/games/{game['id']}").json(), rng))
            view = ann.get(f"/games/{game['id']}").json()
    for _ in range(50):
        logged_in("ann", expires_in="P1D")
    return ann


def statements(caller: Caller, query: str) -> tuple[int, Any]:
    with CaptureQueriesContext(connection) as captured:
        found = data(caller, query)
    return len(captured), found


@pytest.mark.parametrize("remembered", [True, False], ids=["warm", "cold"])
def test_statements_do_not_grow_with_the_list(ann: Caller, remembered: bool) -> None:
    told = {}
    for name, query in LISTS.items():
        counts = {}
        for caller in (ann, Caller()):
            if "me {" in query and caller is not ann:
                continue
            for rows in (1, 10, 50):
                if not remembered:
                    store.forget_all()
                count, found = statements(caller, "{ " + query.replace("N", str(rows)) + " }")
                (page,) = found.values()
                page = page.get("turns") or page.get("tokens") or page
                assert len(page.get("nodes") or page["edges"]) == rows
                counts.setdefault(caller is ann, set()).add(count)
        told[name] = counts
    assert {name: {who: len(found) for who, found in counts.items()} for name, counts in told.items()} == {
        name: dict.fromkeys(counts, 1) for name, counts in told.items()
    }, told
