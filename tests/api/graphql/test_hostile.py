"""Queries made to hurt: each is refused before it runs, at once, with a code and nothing else."""

import gc
import json
import resource
from collections.abc import Iterator
from typing import Any, Final

import pytest
from graphql import get_introspection_query

from tests.api.caller import Caller
from tests.api.graphql.asking import ask, codes, post, posting

pytestmark = pytest.mark.django_db

QUICK: Final = 0.100
"""Seconds of work that a refusal may take: of the processor, in our own code. The clock runs for others too, and the
kernel's share depends on whether Python's stack happens to end in the middle of the parser."""

YARDSTICK: Final = 0.012
"""Seconds that `yardstick` takes where nobody else computes. What a busy processor takes longer, we may."""


def worked() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def yardstick() -> float:
    began = worked()
    total = 0
    for number in range(200_000):
        total += number & 7
    return worked() - began


def nested(depth: int, field: str = "a") -> str:
    return "{" + f"{field}{{" * depth + field + "}" * depth + "}"


def chain(length: int, per_link: int = 2) -> str:
    """Each fragment spreads the next one several times: text of a few lines for 2^length fields."""
    links = [f"fragment F{number} on Game {{ " + f"...F{number + 1} " * per_link + "}" for number in range(length)]
    return "{ games { nodes { ...F0 } } } " + " ".join(links) + f" fragment F{length} on Game {{ id }}"


def deep_chain(length: int) -> str:
    """As `chain`, but each link goes two fields deeper, by different fields: the answer grows, not only the text."""
    links = [
        f"fragment F{number} on __Type {{ fields {{ type {{ ...F{number + 1} }} }} "
        f"interfaces {{ ...F{number + 1} }} possibleTypes {{ ...F{number + 1} }} ofType {{ ...F{number + 1} }} }}"
        for number in range(length)
    ]
    return "{ __schema { types { ...F0 } } } " + " ".join(links) + f" fragment F{length} on __Type {{ name }}"


def aliases(count: int, field: str) -> str:
    return "{ " + " ".join(f"a{number}: {field}" for number in range(count)) + " }"


def nested_lists(levels: int) -> str:
    return "{ games(first: 100) { nodes { events(first: 100) { nodes { seq } } } } }" if levels == 2 else ""


DEEP_VALUE: Final = "[" * 900 + "1" + "]" * 900
OBJECT_BOMB: Final = "{a:" * 600 + "1" + "}" * 600
COSTLY: Final = "query_too_costly"
WIDE: Final = "{ games { nodes { " + "id " * 1900 + "} } }"

HOSTILE: Final[dict[str, tuple[str, str]]] = {
    # Depth.
    "eleven levels": (nested(10), "query_too_deep"),
    "two hundred levels": (nested(200), "query_too_deep"),
    "nine hundred levels": (nested(900), "query_too_deep"),
    "unclosed levels": ("{a" * 990, "query_too_deep"),
    "levels of inline fragments": ("{" + "... on Query {" * 400 + "bots { level }" + "}" * 401, "query_too_deep"),
    "levels inside fragments": (
        "{ games { nodes { ...F } } } fragment F on Game { seats { player { a { a{ b { c { d { e { f } } } } } } } } }",
        "query_too_deep",
    ),
    "a value nine hundred deep": (f"{{ game(id: {DEEP_VALUE}) {{ id }} }}", "query_too_deep"),
    "an object six hundred deep": (f"{{ game(id: {OBJECT_BOMB}) {{ id }} }}", "query_too_deep"),
    "a type of lists": (f"query($a: {'[' * 900}Int{']' * 900}) {{ bots {{ level }} }}", "query_too_deep"),
    "a default of lists": (f"query($a: Int = {DEEP_VALUE}) {{ bots {{ level }} }}", "query_too_deep"),
    # Fragments.
    "a chain of doubling fragments": (chain(25), "query_too_costly"),
    "a longer chain": (chain(55), "query_too_costly"),
    "a chain of thirty-fold fragments": (chain(20, 30), "query_too_costly"),
    "a chain too long to follow": (chain(130, 1), "query_too_deep"),
    "a chain into introspection": (deep_chain(25), "query_too_deep"),
    "a fragment of itself": ("{ games { nodes { ...F } } } fragment F on Game { id ...F }", "invalid_query"),
    "a cycle of two": (
        "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }",
        "invalid_query",
    ),
    "a cycle that nobody spreads": (
        "{ bots { level } } fragment A on Query { ...B } fragment B on Query { ...A }",
        "invalid_query",
    ),
    "a cycle through fields": (
        "{ games { nodes { ...F } } } fragment F on Game { events { nodes { ...G } } } "
        "fragment G on Event { data { ...F } }",
        "invalid_query",
    ),
    "three hundred spreads of nothing": ("{ " + "...Nothing " * 600 + "}", "invalid_query"),
    "many fragments of one name": ("{ ...F } " + "fragment F on Query { ...F } " * 200, "invalid_query"),
    "many unused fragments": (
        "{ bots { level } } " + " ".join(f"fragment F{n} on Query {{ ...F{n + 1} }}" for n in range(50)),
        "invalid_query",
    ),
    # Aliases.
    "twenty-one aliases": (aliases(21, "__typename"), "too_many_aliases"),
    "a flood of aliases": (aliases(490, "me { name }"), "query_too_costly"),
    "aliases of a costly field": (aliases(20, "games(first: 100) { nodes { id } }"), "query_too_costly"),
    "aliases inside a fragment": (
        "{ ...F } fragment F on Query " + aliases(30, "bots { level }"),
        "too_many_aliases",
    ),
    # Fields that overlap.
    "one field nineteen hundred times": (WIDE, "query_too_costly"),
    "overlapping fields that differ": (
        "{ " + " ".join(f"game(id: {number}) {{ id }}" for number in range(140)) + " }",
        "invalid_query",
    ),
    "overlapping selections": (
        "{ " + "games { nodes { seats { player { name } } } } " * 140 + "}",
        "query_too_costly",
    ),
    "overlaps through fragments": (
        "{ games { nodes { "
        + " ".join(f"...F{number}" for number in range(60))
        + " } } } "
        + " ".join(f"fragment F{number} on Game {{ id name id name status version }}" for number in range(60))
        + " extra",
        "invalid_query",
    ),
    # Lists.
    "a list of a million": ("{ games(first: 1000000) { nodes { id } } }", "query_too_costly"),
    "a list of a googol": ("{ games(first: 1" + "0" * 100 + ") { nodes { id } } }", "query_too_costly"),
    "a number of five thousand digits": ("{ games(first: " + "9" * 5000 + ") { nodes { id } } }", "query_too_costly"),
    "a list in a list": (nested_lists(2), "query_too_costly"),
    "edges beside nodes": (
        "{ games(first: 100) { nodes { you { hand legal { accept } } lot { card } rounds { offers { card } } } "
        "edges { node { fairness { reveal } lot { card } } } } }",
        "query_too_costly",
    ),
    "the default of a variable": (
        "query($n: Int = 90000) { games(first: $n) { nodes { id } } }",
        "query_too_costly",
    ),
    "records by the dozen": (aliases(12, 'record(id: "x") { deck }'), "query_too_costly"),
    # Directives.
    "one directive a thousand times": ("{ bots { level " + "@skip(if: false) " * 200 + "} }", "query_too_costly"),
    "one directive ten times": ("{ bots { level " + "@skip(if: false) " * 10 + "} }", "invalid_query"),
    "unknown directives": ("{ bots { level " + "@nothing " * 900 + "} }", "query_too_costly"),
    # Introspection.
    "a walk from type to type": (
        "{ __schema { types { fields { type { fields { type { fields { type { name } } } } } } } } }",
        "query_too_deep",
    ),
    "a walk by other ways": (
        '{ __type(name: "Query") { interfaces { possibleTypes { fields { name } } } } }',
        "query_too_deep",
    ),
    "types of types of types": (
        "{ __schema { types " + "{ ofType " * 20 + "{ name }" + " }" * 20 + " } }",
        "query_too_deep",
    ),
    "introspection by the dozen": (aliases(12, "__schema { types { name } }"), "query_too_costly"),
    # Size and form.
    "two thousand and some tokens": ("{ " + "id " * 2100 + "}", "query_too_costly"),
    "comments only": ("#\n" * 20_000 + "{ bots { level } }", "query_too_costly"),
    "commas only": ("," * 65_000 + "{", "too_large_or_invalid"),
    "a name of sixty thousand letters": ("{ " + "a" * 60_000 + " }", "invalid_query"),
    "a thousand unknown fields": (
        "{ games { nodes { " + " ".join(f"createdAtt{number}" for number in range(900)) + " } } }",
        "invalid_query",
    ),
    "unknown arguments": (
        "{ games(" + " ".join(f"statuss{number}: 1" for number in range(600)) + ") { nodes { id } } }",
        COSTLY,
    ),
    "many operations": (" ".join(f"query Q{n} {{ bots {{ level }} }}" for n in range(200)), "query_too_costly"),
    "many operations that share fragments": (
        " ".join(f"query Q{n}($v: Int) {{ {' '.join(f'...F{k}' for k in range(30))} }}" for n in range(10))
        + " ".join(f" fragment F{n} on Query {{ games(first: $v) {{ nodes {{ id }} }} }}" for n in range(30)),
        "invalid_query",
    ),
    "one argument six hundred times": (
        "{ games(" + " ".join("first: 1" for _ in range(600)) + ") { nodes { id } } }",
        COSTLY,
    ),
    "fragments on types unheard of": (
        "{ " + " ".join(f"... on {'Game' * 60}{n} {{ id }}" for n in range(200)) + " }",
        "invalid_query",
    ),
    "a list of words unheard of": (
        "{ games(status: [" + " ".join(f"openn{n}" for n in range(1500)) + "]) { nodes { id } } }",
        COSTLY,
    ),
    "many variables": (
        "query(" + " ".join(f"$v{n}: Int" for n in range(400)) + ") { bots { level } }",
        COSTLY,
    ),
    "a string of escapes": ('{ game(id: "' + "\\u0041" * 9_000 + '") { idd } }', "invalid_query"),
    "a type system": ("type Query { a: Int } " * 100, "invalid_query"),
    "a subscription": ("subscription { events { seq } }", "invalid_query"),
    # Mutations.
    "two mutations": (
        'mutation { a: resign(input: {gameId: "x"}) { errors { code } } '
        'b: resign(input: {gameId: "x"}) { errors { code } } }',
        "too_many_mutations",
    ),
    "two mutations by a fragment": (
        'mutation { ...F ...G } fragment F on Mutation { resign(input: {gameId: "x"}) { errors { code } } } '
        'fragment G on Mutation { leaveSeat(input: {gameId: "x"}) { errors { code } } }',
        "too_many_mutations",
    ),
    "one mutation twice": (
        'mutation { resign(input: {gameId: "x"}) { errors { code } } '
        'resign(input: {gameId: "x"}) { errors { code } } }',
        "too_many_mutations",
    ),
    "an explicit null": ("{ game(id: null) { id } }", "wrong_type"),
    "an explicit null in an input": (
        "mutation { createGame(input: {players: null}) { errors { code } } }",
        "wrong_type",
    ),
    # Values, each of which would be looked at several times.
    "an id of 900 variables": (
        f"{{ game(id: [{' '.join(f'$v{number}' for number in range(900))}]) {{ id }} }}",
        COSTLY,
    ),
    "one variable 480 times": (f"query({'$a: Int ' * 480}) {{ bots {{ level }} }}", COSTLY),
    "one member 600 times": (
        f"mutation {{ createGame(input: {{{'players: 3 ' * 600}}}) {{ errors {{ code }} }} }}",
        COSTLY,
    ),
    "a list of 1,900 words": (f"{{ games(status: [{'open ' * 1900}]) {{ nodes {{ id }} }} }}", COSTLY),
    "NUL": ('{ game(id: "\\u0000") { id } }', "malformed"),
}

VARIABLES: Final[dict[str, tuple[str, Any, str]]] = {
    "a huge page": ("query($n: Int) { games(first: $n) { nodes { id } } }", {"n": 10**9}, "query_too_costly"),
    "a page no Int can say": (
        "query($n: Int) { games(first: $n) { nodes { id } } }",
        {"n": 10**15},
        "query_too_costly",
    ),
    "a page that is text": ("query($n: Int) { games(first: $n) { nodes { id } } }", {"n": "5"}, "wrong_type"),
    "a page that is true": ("query($n: Int) { games(first: $n) { nodes { id } } }", {"n": True}, "wrong_type"),
    "deep variables": (
        "query($n: Int) { games(first: $n) { nodes { id } } }",
        {"n": json.loads("[" * 29 + "]" * 29)},
        "wrong_type",
    ),
    "variables too deep for JSON": ("{ bots { level } }", {"n": json.loads("[" * 99 + "]" * 99)}, "malformed"),
    "an input of thousands of members": (
        "mutation($i: CreateGameInput!) { createGame(input: $i) { errors { code } } }",
        {"i": {f"member{number}": number for number in range(3000)}},
        COSTLY,
    ),
    "a list of fifteen thousand texts": (
        "mutation($i: CreateGameInput!) { createGame(input: $i) { errors { code } } }",
        {"i": {"bots": [""] * 15_000}},
        COSTLY,
    ),
    "a page that is no whole number": (
        "query($n: Int) { games(first: $n) { nodes { id } } }",
        {"n": 1.5},
        "wrong_type",
    ),
    "an explicit null": (
        "mutation($i: CreateGameInput!) { createGame(input: $i) { errors { code } } }",
        {"i": None},
        "wrong_type",
    ),
    "a required member that is null": (
        "mutation($i: MakeMoveInput!) { makeMove(input: $i) { errors { code } } }",
        {"i": {"gameId": "x", "version": None, "kind": "accept"}},
        "wrong_type",
    ),
    "a list of ten thousand levels": (
        "mutation($i: CreateGameInput!) { createGame(input: $i) { errors { code } } }",
        {"i": {"bots": [5] * 10_000}},
        COSTLY,
    ),
}

EITHER: Final = {"too_large_or_invalid": {"too_large", "invalid_query", "query_too_costly"}}


@pytest.fixture(autouse=True)
def _only_its_own_garbage() -> Iterator[None]:
    """What the tests keep in memory is not for the service to sweep while it is timed."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def assert_refused(caller: Caller, query: str, variables: Any, code: str) -> None:
    took = []
    send = posting(caller, {"query": query, "variables": variables})
    for _ in range(4):
        began = worked()
        answer = send()
        took.append(worked() - began)
        assert answer.status_code in {400, 413}, answer.content
        assert codes(answer)[0] in EITHER.get(code, {code}), answer.content[:1000]
        assert "data" not in answer.json()
        assert len(answer.content) < 8_000
        for telltale in (b"Traceback", b"Did you mean", b'File \\"', b"psycopg", b"SELECT"):
            assert telltale not in answer.content
        if took[-1] < QUICK:
            break
    busy = max(1.0, min(yardstick() for _ in range(3)) / YARDSTICK)
    assert min(took) < QUICK * busy, (took, busy)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_query_is_refused_at_once(name: str) -> None:
    query, code = HOSTILE[name]
    assert_refused(Caller(), query, None, code)


@pytest.mark.parametrize("name", VARIABLES)
def test_hostile_variables_are_refused_at_once(name: str) -> None:
    query, variables, code = VARIABLES[name]
    assert_refused(Caller(), query, variables, code)


def test_the_corpus_is_large() -> None:
    assert len(HOSTILE) + len(VARIABLES) >= 40


def test_a_refused_cost_is_told() -> None:
    answer = ask(Caller(), "{ games(first: 100) { nodes { rounds { offers { card } } events { nodes { seq } } } } }")
    assert codes(answer) == ["query_too_costly"]
    # games 1, and a hundred times: node 1, rounds 2, offers 1, events 1 and its hundred nodes
    assert answer.json()["extensions"]["cost"] == 1 + 100 * (1 + 2 + 1 + 1 + 100)
    assert answer.json()["errors"][0]["extensions"]["limit"] == 1000


def test_a_cost_within_bounds_is_told() -> None:
    answer = ask(
        Caller(), "{ games(first: 50) { edges { node { seats { player { name } } rounds { offers { card } } } } } }"
    )
    assert (answer.status_code, answer.json()["extensions"]["cost"]) == (200, 1 + 50 * (1 + 2 + 3))


def test_introspection_works() -> None:
    answer = ask(Caller(), get_introspection_query(descriptions=True, specified_by_url=True))
    assert answer.status_code == 200
    assert answer.json()["data"]["__schema"]["queryType"]["name"] == "Query"


@pytest.mark.parametrize("body", [[], [{"query": "{ bots { level } }"}], [1] * 1000])
def test_a_batch_is_refused(body: Any) -> None:
    answer = post(Caller(), body)
    assert (answer.status_code, codes(answer)) == (400, ["batch_refused"])
