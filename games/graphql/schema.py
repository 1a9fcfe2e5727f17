"""The schema. schema.graphql at the root of the repository is its text: `make schema` writes it, a check compares."""

from collections.abc import Callable

import graphene
from graphql import GraphQLEnumType, GraphQLError

from games.graphql.mutations import Mutation
from games.graphql.queries import Query
from games.graphql.subscriptions import Subscription


def word_of(kind: GraphQLEnumType) -> Callable[[object], str]:
    """How the enumeration writes a value: as the word that it is, whatever enumeration of Python it comes from."""
    words = {name: name for name in kind.values}

    def serialize(value: object) -> str:
        try:
            return words[str(value)]
        except KeyError:
            raise GraphQLError(f"{kind.name} has no such value.") from None

    return serialize


schema = graphene.Schema(query=Query, mutation=Mutation, subscription=Subscription)
for _kind in schema.graphql_schema.type_map.values():
    if isinstance(_kind, GraphQLEnumType) and not _kind.name.startswith("__"):
        _kind.serialize = word_of(_kind)  # type: ignore[method-assign, assignment]
