"""Execution that does not think twice about plain data.

Most of an answer is leaves of plain objects: offers, rounds, players. GraphQL's executor builds a path and an info for
each of them, which costs several times what REST pays for the same list. Where a whole selection is plain members of
plain data, it is written at once; wherever it is not, or a value is not what its type says, the executor does as ever.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from graphql import (
    ExecutionContext,
    FieldNode,
    GraphQLEnumType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLResolveInfo,
    GraphQLScalarType,
)
from graphql.pyutils import Path

from games.graphql.fields import lightly_shown, shown

type Write = Callable[[Any], Any]

_EXACT: Final[dict[str, type]] = {"Int": int, "String": str, "ID": str, "Boolean": bool, "Float": float}
_INT_BITS: Final = 31


class NotPlain(Exception):
    """A value is not what its type says: let the executor find the words for it."""


class PlainExecution(ExecutionContext):
    """The executor, with plain selections written at once. Its answers are the same, errors included."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._writes: dict[tuple[Any, ...], Write | None] = {}

    def complete_object_value(
        self,
        return_type: GraphQLObjectType,
        field_nodes: list[FieldNode],
        info: GraphQLResolveInfo,
        path: Path,
        result: Any,
    ) -> Any:
        write = self._write_of(return_type, field_nodes)
        if write is not None:
            try:
                return write(result)
            except NotPlain:
                pass
        return super().complete_object_value(return_type, field_nodes, info, path, result)

    def complete_list_value(
        self,
        return_type: GraphQLList[Any],
        field_nodes: list[FieldNode],
        info: GraphQLResolveInfo,
        path: Path,
        result: Any,
    ) -> Any:
        kind = return_type.of_type.of_type if isinstance(return_type.of_type, GraphQLNonNull) else None
        if isinstance(kind, GraphQLObjectType):
            write = self._write_of(kind, field_nodes)
            if write is not None:
                try:
                    return [write(item) for item in result]
                except NotPlain:
                    pass
        return super().complete_list_value(return_type, field_nodes, info, path, result)

    def _write_of(self, kind: GraphQLObjectType, nodes: list[FieldNode]) -> Write | None:
        """How a selection of this type is written at once; None if it cannot be."""
        key = (kind, *map(id, nodes))
        if key not in self._writes:
            self._writes[key] = self._object(kind, nodes)
        return self._writes[key]

    def _object(self, kind: GraphQLObjectType, nodes: list[FieldNode]) -> Write | None:
        members: list[tuple[str, str, Write]] = []
        light = False
        for answer, same in self.collect_subfields(kind, nodes).items():
            name = same[0].name.value
            if name == "__typename":
                members.append((answer, "", partial(_typename, kind.name)))
                continue
            field = kind.fields.get(name)
            resolve = None if field is None else field.resolve
            if field is None or not isinstance(resolve, partial) or resolve.func not in (shown, lightly_shown):
                return None
            light = light or resolve.func is lightly_shown
            write = self._value(field.type, same)
            if write is None:
                return None
            members.append((answer, resolve.args[0].rstrip("_"), write))
        return partial(_light_object if light else _plain_object, members)

    def _value(self, kind: Any, nodes: list[FieldNode]) -> Write | None:
        """How a value of this type is written."""
        required = isinstance(kind, GraphQLNonNull)
        inner = kind.of_type if required else kind
        match inner:
            case GraphQLScalarType() | GraphQLEnumType():
                write: Write | None = _leaf(inner)
            case GraphQLObjectType():
                write = self._write_of(inner, nodes)
            case GraphQLList():
                item = self._value(inner.of_type, nodes)
                write = None if item is None else partial(_list, item)
            case _:
                write = None
        if write is None:
            return None
        return partial(_required, write) if required else partial(_nullable, write)


def _typename(name: str, value: object) -> str:
    return name


def _plain_object(members: list[tuple[str, str, Write]], value: Any) -> dict[str, Any]:
    if type(value) is not dict:
        raise NotPlain
    return {answer: write(value.get(name)) for answer, name, write in members}


def _light_object(members: list[tuple[str, str, Write]], value: Any) -> dict[str, Any]:
    return _plain_object(members, value.light)


def _list(item: Write, value: Any) -> list[Any]:
    if type(value) is not list:
        raise NotPlain
    return [item(member) for member in value]


def _required(write: Write, value: Any) -> Any:
    if value is None:
        raise NotPlain
    return write(value)


def _nullable(write: Write, value: Any) -> Any:
    return None if value is None else write(value)


def _leaf(kind: GraphQLScalarType | GraphQLEnumType) -> Write:
    exact = _EXACT.get(kind.name)
    serialize = kind.serialize
    if exact is None:
        return partial(_serialized, serialize)
    if exact is int:
        return _int
    return partial(_exactly, exact)


def _serialized(serialize: Write, value: Any) -> Any:
    try:
        return serialize(value)
    except Exception:
        raise NotPlain from None


def _int(value: Any) -> int:
    if type(value) is not int or value.bit_length() > _INT_BITS:
        raise NotPlain
    return value


def _exactly(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise NotPlain
    return value
