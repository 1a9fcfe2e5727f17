"""Addresses of the pages."""

from django.urls import path

from nessos_service.web.views import PageView

urlpatterns = [
    path("", PageView.as_view(page="start"), name="page-start"),
    path("lobby", PageView.as_view(page="lobby"), name="page-lobby"),
    path("games/<str:game_id>", PageView.as_view(page="game"), name="page-game"),
    path("games/<str:game_id>/replay", PageView.as_view(page="replay"), name="page-replay"),
    path("learn", PageView.as_view(page="learn"), name="page-learn"),
    path("settings", PageView.as_view(page="settings"), name="page-settings"),
    path("tokens", PageView.as_view(page="tokens"), name="page-tokens"),
    path("login", PageView.as_view(page="login"), name="page-login"),
]
