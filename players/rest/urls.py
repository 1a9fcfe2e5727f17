"""Accounts, sessions, tokens, webhooks, what players keep from each other, and the list of problems."""

from django.urls import path

from players.rest.accounts import GuestsView, MeView, PlayersView, PlayerView, ProblemsView, TokensView, TokenView
from players.rest.away import AwayPeriodView, AwayView
from players.rest.bots import OwnBotsView, OwnBotTokenView, OwnBotView
from players.rest.conduct import (
    AcknowledgeView,
    AppealView,
    BlocksView,
    BlockView,
    MutesView,
    MuteView,
    SanctionsView,
)
from players.rest.notices import ConfirmationView, NoticesView
from players.rest.session import SessionView
from players.rest.webhooks import (
    DeliveriesView,
    RedeliverView,
    WebhookPingView,
    WebhookSecretView,
    WebhooksView,
    WebhookView,
)

urlpatterns = [
    path("players", PlayersView.as_view(), name="players"),
    path("players/guest", GuestsView.as_view(), name="guests"),
    path("players/me", MeView.as_view(), name="me"),
    path("players/me/away", AwayView.as_view(), name="away"),
    path("players/me/away/<str:away_id>", AwayPeriodView.as_view(), name="away-period"),
    path("players/me/notices", NoticesView.as_view(), name="notices"),
    path("players/me/confirmation", ConfirmationView.as_view(), name="confirmation"),
    path("players/me/bots", OwnBotsView.as_view(), name="own-bots"),
    path("players/me/bots/<str:name>", OwnBotView.as_view(), name="own-bot"),
    path("players/me/bots/<str:name>/token", OwnBotTokenView.as_view(), name="own-bot-token"),
    path("players/me/mutes", MutesView.as_view(), name="mutes"),
    path("players/me/mutes/<str:name>", MuteView.as_view(), name="mute"),
    path("players/me/blocks", BlocksView.as_view(), name="blocks"),
    path("players/me/blocks/<str:name>", BlockView.as_view(), name="block"),
    path("players/me/sanctions", SanctionsView.as_view(), name="sanctions"),
    path("players/me/sanctions/<str:sanction_id>/appeal", AppealView.as_view(), name="appeal"),
    path("players/me/sanctions/<str:sanction_id>/acknowledge", AcknowledgeView.as_view(), name="acknowledge"),
    path("players/<str:name>", PlayerView.as_view(), name="player"),
    path("session", SessionView.as_view(), name="session"),
    path("tokens", TokensView.as_view(), name="tokens"),
    path("tokens/<str:token_id>", TokenView.as_view(), name="token"),
    path("webhooks", WebhooksView.as_view(), name="webhooks"),
    path("webhooks/<str:webhook_id>", WebhookView.as_view(), name="webhook"),
    path("webhooks/<str:webhook_id>/secret", WebhookSecretView.as_view(), name="webhook_secret"),
    path("webhooks/<str:webhook_id>/ping", WebhookPingView.as_view(), name="webhook_ping"),
    path("webhooks/<str:webhook_id>/deliveries", DeliveriesView.as_view(), name="deliveries"),
    path("webhooks/<str:webhook_id>/deliveries/<str:delivery_id>/redeliver", RedeliverView.as_view(), name="redeliver"),
    path("problems", ProblemsView.as_view(), name="problems"),
]
