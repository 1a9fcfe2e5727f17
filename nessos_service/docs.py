"""The page to browse the API at."""

from django.utils.decorators import method_decorator
from django.views.decorators.csp import csp_override
from drf_spectacular.views import SpectacularSwaggerSplitView

from nessos_service.browsers import OWN_PAGE


@method_decorator(csp_override(OWN_PAGE), name="dispatch")
class DocsView(SpectacularSwaggerSplitView):
    """The API, to be browsed and tried out. Its script and its style are files of ours: nothing is inline."""

    url_name = "openapi"
    template_name = "docs.html"
