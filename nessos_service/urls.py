"""Where everything answers."""

from django.urls import include, path
from drf_spectacular.views import SpectacularJSONAPIView

from games.admin.site import site
from nessos_service.docs import DocsView

urlpatterns = [
    path("desk/", site.urls),
    path("", include("games.graphql.urls")),
    path("", include("nessos_service.web.urls")),
    path("api/v1/", include("games.rest.urls")),
    path("api/v1/", include("players.rest.urls")),
    path("mail/", include("players.mail.urls")),
    path("api/openapi.json", SpectacularJSONAPIView.as_view(), name="openapi"),
    path("api/docs", DocsView.as_view(), name="docs"),
]

handler400 = "players.rest.problems.bad_request"
handler403 = "players.rest.problems.forbidden"
handler404 = "nessos_service.web.views.page_not_found"
handler500 = "players.rest.problems.server_error"
