"""The schema says all that is sent, and nothing that is hidden."""

import random
from pathlib import Path
from typing import Any

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    NoUnusedFragmentsRule,
    OverlappingFieldsCanBeMergedRule,
    parse,
    print_ast,
    print_schema,
    validate,
)

from games.graphql.bounds import PAGES
from games.graphql.merging import FieldsAgreeRule
from games.graphql.schema import schema as graphene_schema
from players.errors import ErrorCode

ROOT = Path(__file__).resolve().parents[3]
SCHEMA = graphene_schema.graphql_schema
OURS = {name: kind for name, kind in SCHEMA.type_map.items() if not name.startswith("__")}


def test_the_schema_in_the_repository_is_the_one_served() -> None:
    assert (ROOT / "schema.graphql").read_text(encoding="utf-8") == print_schema(SCHEMA)


def test_everything_is_described() -> None:
    silent = [name for name, kind in OURS.items() if not kind.description]
    for name, kind in OURS.items():
        if isinstance(kind, GraphQLObjectType):
            silent += [f"{name}.{field}" for field, told in kind.fields.items() if not told.description]
            silent += [
                f"{name}.{field}({argument}:)"
                for field, told in kind.fields.items()
                for argument, said in told.args.items()
                if not said.description
            ]
        elif isinstance(kind, GraphQLInputObjectType):
            silent += [f"{name}.{field}" for field, told in kind.fields.items() if not told.description]
        elif isinstance(kind, GraphQLEnumType):
            silent += [f"{name}.{value}" for value, told in kind.values.items() if not told.description]
    assert silent == []


def test_no_type_is_abstract_so_that_fields_can_be_merged_in_linear_time() -> None:
    assert not [name for name, kind in OURS.items() if isinstance(kind, GraphQLInterfaceType | GraphQLUnionType)]


def test_the_bounds_know_every_page_and_its_default() -> None:
    pages = {
        field: told.args["first"].default_value
        for kind in OURS.values()
        if isinstance(kind, GraphQLObjectType)
        for field, told in kind.fields.items()
        if "first" in told.args
    }
    assert pages == dict(PAGES)


def test_what_is_hidden_has_no_name() -> None:
    text = print_schema(SCHEMA).lower()
    for hidden in ("server_seed", "serverseed", "digest:", "password_hash", "is_staff", "isstaff", "mu_", "outbox"):
        assert hidden not in text


def test_every_code_is_in_the_schema() -> None:
    codes = OURS["ErrorCode"]
    assert isinstance(codes, GraphQLEnumType)
    assert set(codes.values) == {code.value for code in ErrorCode}


def random_document(rng: random.Random) -> str:
    """A document of the schema's own fields, with aliases and fragments that may clash."""

    def selection(level: int) -> str:
        parts = []
        for _ in range(rng.randint(1, 4)):
            match rng.randint(0, 5 if level < 3 else 2):
                case 0:
                    parts.append(rng.choice(["id", "name", "status", "version", "id", "x: name", "x: id", "y: id"]))
                case 1:
                    parts.append(rng.choice(["...F", "...G"]))
                case 2:
                    parts.append(rng.choice(["seats { seat }", "seats { seat: points }", "x: seats { seat }"]))
                case 3:
                    parts.append("... on Game { " + selection(level + 1) + " }")
                case _:
                    first = rng.choice([2, 2, 2, 3])
                    after = rng.choice(["", ', after: "1"'])
                    inner = rng.choice(["nodes { seq }", "nodes { seq: round }", "nodes { kind }"])
                    name = rng.choice(["", "", "x: ", "name: "])
                    order = [f"first: {first}{after}", f"{after.lstrip(', ')} first: {first}"]
                    parts.append(f"{name}events({rng.choice(order)}) {{ {inner} }}")
        return " ".join(parts)

    fragments = f"fragment F on Game {{ {selection(4).replace('...F', 'id').replace('...G', 'id')} }} "
    fragments += f"fragment G on Game {{ {selection(4).replace('...G', 'id')} }}"
    return f"{{ games {{ nodes {{ {selection(0)} {rng.choice(['...F ...G', '...F', ''])} }} }} }} {fragments}"


@pytest.mark.parametrize("seed", range(5))
def test_fields_agree_exactly_when_the_standard_rule_says_so(seed: int) -> None:
    rng = random.Random(seed)
    verdicts: dict[bool, int] = {True: 0, False: 0}
    for _ in range(200):
        document = parse(random_document(rng))
        if validate(SCHEMA, document, [NoUnusedFragmentsRule]):
            continue
        theirs: Any = validate(SCHEMA, document, [OverlappingFieldsCanBeMergedRule], max_errors=1)
        ours: Any = validate(SCHEMA, document, [FieldsAgreeRule])
        assert bool(theirs) == bool(ours), print_ast(document)
        verdicts[bool(ours)] += 1
    assert min(verdicts.values()) > 10
