"""How much a document asks for, told before anything is executed. Pure: nothing but the syntax tree is looked at.

Everything is measured in one walk, linear in the size of the document: a fragment is measured once, however often it
is spread. So a chain of fragments that stands for millions of fields costs no more to refuse than its own text.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    IntValueNode,
    Node,
    OperationDefinitionNode,
    OperationType,
    SelectionSetNode,
    VariableNode,
)
from graphql.language.ast import QUERY_DOCUMENT_KEYS

from players.errors import ErrorCode, Refusal

DEEPEST: Final = 10
DEEPEST_INTROSPECTION: Final = 16
COSTLIEST: Final = 1_000
MOST_ALIASES: Final = 20
MOST_TOKENS: Final = 2_000
MOST_FIELDS: Final = 1_000
"""How many fields a document may stand for when all its fragments are written out."""
MOST_DIRECTIVES: Final = 50
MOST_VALUES: Final = 300
"""How many arguments, variables and values a document may have, and how many values its variables."""
MOST_OPERATIONS: Final = 10
MOST_NESTED: Final = 60
"""How deep selections, fragments and values may be nested in the text: beyond it nobody measures."""
MOST_TYPE_LISTS: Final = 2
"""How often lists of a type's members may be nested in introspection: they lead from every type to every other."""

PAGES: Final[Mapping[str, int]] = MappingProxyType(
    {
        **dict.fromkeys(("games", "turns", "tokens", "away", "webhooks", "deliveries", "ownBots"), 20),
        **dict.fromkeys(("mutes", "blocks", "sanctions", "reports"), 20),
        **dict.fromkeys(("events", "messages"), 100),
    }
)
"""Fields that are pages, and how many items they have when nothing is said. A test holds the schema against it."""
ITEMS: Final = frozenset({"edges", "nodes"})
"""What a page has as many of as it has items."""
WEIGHTS: Final[Mapping[str, int]] = MappingProxyType(
    # What lies on the table card by card is found by replaying the log; rounds are as many as were played.
    {
        "hand": 1,
        "front": 1,
        "handSize": 1,
        "invite": 1,
        "rounds": 2,
        "record": 100,
        "hint": 100,
        "analysis": 100,
        "__schema": 300,
        "__type": 20,
    }
)
"""What a field costs where it is not 1 for an object and 0 for a leaf."""

_NESTING: Final = frozenset({"selection_set", "list_value", "object_value", "list_type"})
_CHILDREN: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {kind: tuple(key for key in keys if key not in {"name", "alias"}) for kind, keys in QUERY_DOCUMENT_KEYS.items()}
)
_VALUES: Final = frozenset(
    {"argument", "object_field", "variable_definition", "variable"}
    | {"int_value", "float_value", "string_value", "boolean_value", "null_value", "enum_value"}
)
_TYPE_LISTS: Final = frozenset({"fields", "inputFields", "interfaces", "possibleTypes"})
_INTROSPECTION: Final = frozenset({"__schema", "__type"})
_ABSURD: Final = 10**9

type Variables = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Measure:
    """What a selection amounts to, fragments written out."""

    depth: int = 0
    introspection_depth: int = 0
    type_lists: int = 0
    fields: int = 0
    # What it costs once, and what it costs for each item of the page around it.
    once: int = 0
    per_item: int = 0

    def beside(self, other: "Measure") -> "Measure":
        """Both of them in one selection."""
        return Measure(
            max(self.depth, other.depth),
            max(self.introspection_depth, other.introspection_depth),
            max(self.type_lists, other.type_lists),
            self.fields + other.fields,
            self.once + other.once,
            self.per_item + other.per_item,
        )


_NOTHING: Final = Measure()


def expect_bounded(document: DocumentNode, variables: Variables | None = None) -> int:
    """What the document costs, if it keeps all bounds.

    Raises Refusal: too_many_aliases, query_too_deep, query_too_costly, too_many_mutations, invalid_query (a cycle).
    """
    _expect_small(document)
    _expect_few(variables or {})
    walk = _Walk(document, variables or {})
    cost = 0
    for measure in walk.operations():
        if measure.depth > DEEPEST or measure.introspection_depth > DEEPEST_INTROSPECTION:
            raise Refusal(ErrorCode.QUERY_TOO_DEEP)
        if measure.type_lists > MOST_TYPE_LISTS:
            raise Refusal(ErrorCode.QUERY_TOO_DEEP, "Introspection goes from type to type too often.")
        if measure.once > COSTLIEST:
            raise Refusal(ErrorCode.QUERY_TOO_COSTLY, extra={"cost": measure.once, "limit": COSTLIEST})
        if measure.fields > MOST_FIELDS:
            raise Refusal(ErrorCode.QUERY_TOO_COSTLY, f"A document stands for {MOST_FIELDS} fields at most.")
        cost = max(cost, measure.once)
    if any(walk.root_fields(operation) > 1 for operation in walk.mutations()):
        raise Refusal(ErrorCode.TOO_MANY_MUTATIONS)
    return cost


def _expect_small(document: DocumentNode) -> None:
    """Bounds on the text itself."""
    aliases = directives = fields = values = 0
    for node, level in nodes_of(document):
        if level > MOST_NESTED:
            raise Refusal(ErrorCode.QUERY_TOO_DEEP)
        if type(node) is FieldNode:
            fields += 1
            aliases += node.alias is not None
        directives += node.kind == "directive"
        values += node.kind in _VALUES
    if aliases > MOST_ALIASES:
        raise Refusal(ErrorCode.TOO_MANY_ALIASES, extra={"aliases": aliases, "limit": MOST_ALIASES})
    operations = sum(isinstance(definition, OperationDefinitionNode) for definition in document.definitions)
    if fields > MOST_FIELDS or directives > MOST_DIRECTIVES or operations > MOST_OPERATIONS:
        raise Refusal(ErrorCode.QUERY_TOO_COSTLY, "The document has too many fields, directives or operations.")
    if values > MOST_VALUES:
        raise Refusal(ErrorCode.QUERY_TOO_COSTLY, f"A document has {MOST_VALUES} arguments and values at most.")


def _expect_few(variables: Variables) -> None:
    """A bound on the variables: each of their values is looked at several times. JSON is never nested too deep here."""
    waiting: list[Any] = [variables]
    values = 0
    while waiting:
        value = waiting.pop()
        members = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
        values += len(members)
        if values > MOST_VALUES:
            raise Refusal(ErrorCode.QUERY_TOO_COSTLY, f"Variables have {MOST_VALUES} values at most.")
        waiting.extend(members)


def nodes_of(document: DocumentNode) -> Iterator[tuple[Node, int]]:
    """Every node but names, and how deep in lists and objects of the text it stands.

    No recursion: the text may be deep.
    """
    waiting: list[tuple[Node, int]] = [(document, 0)]
    while waiting:
        node, level = waiting.pop()
        yield node, level
        deeper = level + (node.kind in _NESTING)
        for key in _CHILDREN.get(node.kind, node.keys):
            child = getattr(node, key, None)
            if isinstance(child, Node):
                waiting.append((child, deeper))
            elif child and isinstance(child, tuple | list):
                waiting.extend((item, deeper) for item in child)


class _Walk:
    """One document with one set of variables. Fragments are measured once."""

    def __init__(self, document: DocumentNode, variables: Variables) -> None:
        self._operations: list[OperationDefinitionNode] = []
        self._fragments: dict[str, FragmentDefinitionNode] = {}
        for definition in document.definitions:
            if isinstance(definition, OperationDefinitionNode):
                self._operations.append(definition)
            elif isinstance(definition, FragmentDefinitionNode):
                self._fragments.setdefault(definition.name.value, definition)
        self._given = variables
        self._defaults: dict[str, Any] = {}
        self._measured: dict[str, Measure] = {}
        self._open: set[str] = set()

    def operations(self) -> Iterator[Measure]:
        """The measure of each operation. Fragments that none uses are measured too: their cycles are refused."""
        for operation in self._operations:
            self._measured.clear()
            self._defaults = {
                definition.variable.name.value: definition.default_value
                for definition in operation.variable_definitions or ()
                if definition.default_value is not None
            }
            yield self._selection(operation.selection_set, 0)
        for name in self._fragments:
            self._fragment(name, 0)

    def mutations(self) -> list[OperationDefinitionNode]:
        return [operation for operation in self._operations if operation.operation is OperationType.MUTATION]

    def root_fields(self, operation: OperationDefinitionNode) -> int:
        """How many root fields the operation has, `__typename` left out. Cycles were refused before."""
        counted: dict[str, int] = {}

        def count(selections: SelectionSetNode) -> int:
            total = 0
            for selection in selections.selections:
                if isinstance(selection, FieldNode):
                    total += selection.name.value != "__typename"
                elif isinstance(selection, FragmentSpreadNode):
                    name = selection.name.value
                    if name not in counted:
                        fragment = self._fragments.get(name)
                        counted[name] = 0 if fragment is None else count(fragment.selection_set)
                    total += counted[name]
                else:
                    total += count(selection.selection_set)  # type: ignore[attr-defined]  # an inline fragment
            return total

        return count(operation.selection_set)

    def _selection(self, selections: SelectionSetNode, level: int) -> Measure:
        if level > MOST_NESTED:
            raise Refusal(ErrorCode.QUERY_TOO_DEEP)
        total = _NOTHING
        for selection in selections.selections:
            if isinstance(selection, FieldNode):
                total = total.beside(self._field(selection, level))
            elif isinstance(selection, FragmentSpreadNode):
                total = total.beside(self._fragment(selection.name.value, level + 1))
            else:
                total = total.beside(
                    self._selection(selection.selection_set, level + 1)  # type: ignore[attr-defined]  # inline
                )
        return total

    def _fragment(self, name: str, level: int) -> Measure:
        if name in self._measured:
            return self._measured[name]
        if name in self._open:
            raise Refusal(ErrorCode.INVALID_QUERY, "A fragment spreads itself.")
        fragment = self._fragments.get(name)
        if fragment is None:
            return _NOTHING
        self._open.add(name)
        measure = self._selection(fragment.selection_set, level)
        self._open.discard(name)
        self._measured[name] = measure
        return measure

    def _field(self, field: FieldNode, level: int) -> Measure:
        name = field.name.value
        if field.selection_set is None:
            return Measure(depth=1, fields=1, once=WEIGHTS.get(name, 0))
        below = self._selection(field.selection_set, level + 1)
        own = WEIGHTS.get(name, 1)
        once, per_item = below.once, below.per_item
        if name in ITEMS:
            # As many as the page around it says; `node` of an edge is one of them, and counted with it.
            once, per_item = 0, below.once + own
        elif name in PAGES:
            once, per_item = own + below.once + self._items(field) * below.per_item, 0
        else:
            once += per_item + (0 if name == "node" else own)
            per_item = 0
        inside = name in _INTROSPECTION
        return Measure(
            depth=1 if inside else below.depth + 1,
            introspection_depth=below.depth + 1 if inside else below.introspection_depth,
            type_lists=below.type_lists + (name in _TYPE_LISTS),
            fields=below.fields + 1,
            once=min(once, _ABSURD),
            per_item=min(per_item, _ABSURD),
        )

    def _items(self, field: FieldNode) -> int:
        """How many items the page may have: `first`, out of the text, the variables, or their defaults."""
        for argument in field.arguments or ():
            if argument.name.value == "first":
                value: Any = argument.value
                if isinstance(value, VariableNode):
                    name = value.name.value
                    value = self._given.get(name, self._defaults.get(name))
                if isinstance(value, IntValueNode):
                    value = int(value.value) if len(value.value) < 10 else _ABSURD
                if isinstance(value, float) and value.is_integer():
                    # GraphQL takes 100.0 for an Int, and refuses 1.5 later.
                    value = int(value) if abs(value) < _ABSURD else _ABSURD
                if isinstance(value, int):
                    return max(value, 1)
        return PAGES[field.name.value]
