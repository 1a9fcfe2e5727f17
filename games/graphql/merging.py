"""Fields of one selection must agree, so that each has one answer: checked in linear time.

GraphQL's own rule compares every pair of fields, and 2,000 tokens can make it compare for minutes. It has to, where
types are abstract. The schema has no abstract type (a test holds it to that), so all fields that come together are of
one type, and comparing each with the first one says the same.
"""

from collections.abc import Sequence
from typing import Any

from graphql import (
    FieldNode,
    FragmentSpreadNode,
    GraphQLError,
    OperationDefinitionNode,
    SelectionSetNode,
    ValidationRule,
    print_ast,
)


class FieldsAgreeRule(ValidationRule):
    """Stands in for OverlappingFieldsCanBeMergedRule. Run it on bounded documents only."""

    def enter_operation_definition(self, node: OperationDefinitionNode, *_: Any) -> None:
        clash = self._clash([node.selection_set])
        if clash is not None:
            self.report_error(
                GraphQLError(f"The fields called '{clash[:80]}' differ. Give them different aliases, to have both.")
            )

    def _clash(self, selections: Sequence[SelectionSetNode]) -> str | None:
        """The response name of fields that cannot be merged, here or deeper."""
        together: dict[str, list[FieldNode]] = {}
        spread: set[str] = set()
        for selection_set in selections:
            self._collect(selection_set, together, spread)
        for name, fields in together.items():
            if len({_signature(field) for field in fields}) > 1:
                return name
            below = [field.selection_set for field in fields if field.selection_set is not None]
            clash = self._clash(below) if below else None
            if clash is not None:
                return clash
        return None

    def _collect(self, selections: SelectionSetNode, together: dict[str, list[FieldNode]], spread: set[str]) -> None:
        for selection in selections.selections:
            if isinstance(selection, FieldNode):
                name = selection.alias or selection.name
                together.setdefault(name.value, []).append(selection)
            elif not isinstance(selection, FragmentSpreadNode):
                self._collect(selection.selection_set, together, spread)  # type: ignore[attr-defined]  # inline
            elif selection.name.value not in spread:
                spread.add(selection.name.value)
                fragment = self.context.get_fragment(selection.name.value)
                if fragment is not None:
                    self._collect(fragment.selection_set, together, spread)


def _signature(field: FieldNode) -> tuple[str, frozenset[tuple[str, str]], bool]:
    """What two fields must have in common: the field, its arguments in any order, and whether it is asked into."""
    arguments = frozenset((argument.name.value, print_ast(argument.value)) for argument in field.arguments or ())
    return field.name.value, arguments, field.selection_set is None
