"""Where everything answers."""

from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("players.rest.urls")),
]

handler400 = "players.rest.problems.bad_request"
handler403 = "players.rest.problems.forbidden"
handler404 = "players.rest.problems.not_found"
handler500 = "players.rest.problems.server_error"
