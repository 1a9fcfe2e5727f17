"""Arguments and inputs, made of the forms that REST reads too: names, defaults, bounds and descriptions are theirs."""

import json
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Any, Final, Literal

import graphene
from pydantic import Field

from games.engine.types import Status
from games.graphql.scalars import GameOrder, GameStatus, GameVisibility, NoticeKind, ReportKind, TokenScope
from games.wire.requests import LONGEST_PLAYER_NAME, seq_parse
from players.pages import LIMIT_DEFAULT, LIMIT_MOST
from players.wire import Body, parse

_SCALARS: Final = {"integer": graphene.Int, "string": graphene.String, "boolean": graphene.Boolean}
_ENUMS: Final = {
    frozenset(kind._meta.enum.__members__): kind
    for kind in (GameOrder, GameStatus, GameVisibility, NoticeKind, ReportKind, TokenScope)
}


class PageAsked(Body):
    """What every list is asked."""

    first: int = Field(LIMIT_DEFAULT, ge=1, le=LIMIT_MOST, description=f"How many at most, 1 to {LIMIT_MOST}.")
    after: str | None = Field(None, description="`endCursor` of the page before.")


class GamesAsked(PageAsked):
    """Which games."""

    status: tuple[Status, ...] = Field((), description="Games of these statuses; of all if empty.")
    player: str | None = Field(
        None, max_length=LONGEST_PLAYER_NAME, description="Games in which this player sits or sat."
    )
    joinable: bool | None = Field(None, description="Open public games with a seat for you; or, false, the others.")
    order: Literal["newest", "oldest"] = Field("newest", description="The order.")


class EventsAsked(PageAsked):
    """Which events of a game."""

    first: int = Field(LIMIT_MOST, ge=1, le=LIMIT_MOST, description=f"How many at most, 1 to {LIMIT_MOST}.")
    after: str | None = Field(None, description="Only events after this one: its `seq` as text, or a cursor.")

    @property
    def after_seq(self) -> int:
        """Raises bad_cursor."""
        return 0 if self.after is None else seq_parse(self.after, field="after")


class MessagesAsked(PageAsked):
    """Which messages of a game."""

    first: int = Field(LIMIT_MOST, ge=1, le=LIMIT_MOST, description=f"How many at most, 1 to {LIMIT_MOST}.")
    after: str | None = Field(None, description="Only messages after this one: its `seq` as text, or a cursor.")

    @property
    def after_seq(self) -> int:
        """Raises bad_cursor."""
        return 0 if self.after is None else seq_parse(self.after, field="after")


def asked[B: Body](form: type[B], given: Mapping[str, Any]) -> B:
    """The arguments or the input as a `form`. Raises Refusal as `players.wire.parse` does."""
    return parse(form, {name: plain(value) for name, value in given.items()})


def plain(value: Any) -> Any:
    """An argument as JSON."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    return value.value if isinstance(value, Enum) else value


def page_asked[P: PageAsked](form: type[P], given: Mapping[str, Any]) -> P:
    """The arguments of a list. A client that always sends all variables sends null for those that it leaves open."""
    return asked(form, {name: value for name, value in given.items() if value is not None})


def page_arguments(form: type[PageAsked]) -> dict[str, Any]:
    """The arguments that the form reads."""
    return {
        name: graphene.Argument(kind, **more | {"required": False}) for name, (kind, more) in _members(form).items()
    }


def input_of(form: type[Body], name: str, description: str, *, of_game: bool = False) -> Any:
    """The input object that the form reads; `of_game`: with the game it is about."""
    members: dict[str, Any] = {"__doc__": description}
    if of_game:
        members["game_id"] = game_id_field()
    members |= {member: graphene.InputField(kind, **more) for member, (kind, more) in _members(form).items()}
    return type(name, (graphene.InputObjectType,), members)


def game_id_field() -> Any:
    return graphene.InputField(graphene.ID, required=True, description="Which game.")


def _members(form: type[Body]) -> dict[str, tuple[Any, dict[str, Any]]]:
    """The members of the form: GraphQL type and what else is said of them."""
    schema = form.model_json_schema()
    return {
        name: _member(property_, schema.get("$defs", {}), required=name in schema.get("required", ()))
        for name, property_ in schema.get("properties", {}).items()
    }


def _member(schema: dict[str, Any], definitions: dict[str, Any], *, required: bool) -> tuple[Any, dict[str, Any]]:
    described = _resolved(schema, definitions)
    more: dict[str, Any] = {"description": described["description"], "required": required}
    default = described.get("default")
    if default is not None:
        # What has a default may be left out, but is never null.
        more |= {"default_value": default, "required": True}
    return _type_of(described, definitions), more


def _resolved(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema of a value that is there, with references followed. What is said nearer to the member wins."""
    said = {key: value for key, value in schema.items() if key not in {"$ref", "anyOf", "allOf"}}
    if "$ref" in schema:
        return _resolved(definitions[schema["$ref"].rpartition("/")[2]], definitions) | said
    for option in schema.get("anyOf", []):
        if option != {"type": "null"}:
            return _resolved(option, definitions) | said
    return said


def _type_of(schema: dict[str, Any], definitions: dict[str, Any]) -> Any:
    if schema["type"] == "object":
        return _nested(json.dumps(schema, sort_keys=True))
    if schema["type"] == "array":
        return graphene.List(graphene.NonNull(_type_of(_resolved(schema["items"], definitions), definitions)))
    if "enum" in schema:
        return _ENUMS[frozenset(schema["enum"])]
    return _SCALARS[schema["type"]]


@cache
def _nested(text: str) -> Any:
    """The input object that stands for a form within a form: one type, however often it is used."""
    schema = json.loads(text)
    members = {
        name: graphene.InputField(
            _type_of(member, {}), description=member["description"], required=name in schema["required"]
        )
        for name, member in schema["properties"].items()
    }
    name = f"{schema['title']}Input"
    return type(name, (graphene.InputObjectType,), {"__doc__": schema["description"], **members})
