"""Accounts, tokens, and the list of problems."""

from django.urls import path

from players.rest.accounts import MeView, PlayersView, PlayerView, ProblemsView, TokensView, TokenView
from players.rest.away import AwayPeriodView, AwayView

urlpatterns = [
    path("players", PlayersView.as_view(), name="players"),
    path("players/me", MeView.as_view(), name="me"),
    path("players/me/away", AwayView.as_view(), name="away"),
    path("players/me/away/<str:away_id>", AwayPeriodView.as_view(), name="away-period"),
    path("players/<str:name>", PlayerView.as_view(), name="player"),
    path("tokens", TokensView.as_view(), name="tokens"),
    path("tokens/<str:token_id>", TokenView.as_view(), name="token"),
    path("problems", ProblemsView.as_view(), name="problems"),
]
