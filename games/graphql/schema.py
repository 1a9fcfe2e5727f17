"""The schema. schema.graphql at the root of the repository is its text: `make schema` writes it, a check compares."""

import graphene

from games.graphql.mutations import Mutation
from games.graphql.queries import Query

schema = graphene.Schema(query=Query, mutation=Mutation)
