"""Where everything answers."""

from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("players.rest.urls")),
]
