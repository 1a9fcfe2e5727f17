"""Addresses of games, and of reports about them, under `/api/v1/`."""

from django.urls import path

from games.rest import advice, lobby, play, reading, reports, streams, talk

urlpatterns = [
    path("", reading.RootView.as_view(), name="root"),
    path("rules", reading.RulesView.as_view(), name="rules"),
    path("bots", reading.BotsView.as_view(), name="bots"),
    path("games", lobby.GamesView.as_view(), name="games"),
    path("games/<str:game_id>", reading.GameView.as_view(), name="game"),
    path("games/<str:game_id>/seats", lobby.SeatsView.as_view(), name="seats"),
    path("games/<str:game_id>/seats/me", lobby.OwnSeatView.as_view(), name="own-seat"),
    path("games/<str:game_id>/bots", lobby.GameBotsView.as_view(), name="game-bots"),
    path("games/<str:game_id>/bots/<int:seat>", lobby.GameBotView.as_view(), name="game-bot"),
    path("games/<str:game_id>/start", lobby.StartView.as_view(), name="start"),
    path("games/<str:game_id>/moves", play.MovesView.as_view(), name="moves"),
    path("games/<str:game_id>/resign", play.ResignView.as_view(), name="resign"),
    path("games/<str:game_id>/rematch", lobby.RematchView.as_view(), name="rematch"),
    path("games/<str:game_id>/events", streams.EventsView.as_view(), name="events"),
    path("games/<str:game_id>/stream", streams.GameStreamView.as_view(), name="game-stream"),
    path("games/<str:game_id>/messages", talk.MessagesView.as_view(), name="messages"),
    path("games/<str:game_id>/rounds", reading.RoundsView.as_view(), name="rounds"),
    path("games/<str:game_id>/clock", reading.ClockView.as_view(), name="clock"),
    path("games/<str:game_id>/hint", advice.HintView.as_view(), name="hint"),
    path("games/<str:game_id>/analysis", advice.AnalysisView.as_view(), name="analysis"),
    path("games/<str:game_id>/record", reading.RecordView.as_view(), name="record"),
    path("reports", reports.ReportsView.as_view(), name="reports"),
    path("reports/<str:report_id>", reports.ReportView.as_view(), name="report"),
    path("players/me/stream", streams.PlayerStreamView.as_view(), name="own-stream"),
    path("players/me/turns", reading.TurnsView.as_view(), name="turns"),
]
