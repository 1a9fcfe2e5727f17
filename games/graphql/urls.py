"""Where GraphQL answers, and where one tries it out."""

from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from games.graphql.explorer import explorer
from games.graphql.view import GraphqlView

urlpatterns = [
    # Where a cookie counts, `players.access.asking` looks whether a page of ours asks.
    path("graphql", csrf_exempt(GraphqlView.as_view()), name="graphql"),
    path("graphiql", explorer, name="graphiql"),
]
