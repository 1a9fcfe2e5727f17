"""What browsers may do with our answers."""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.csp import CSP

# Data is no page: nothing in it is ever run, shown in a frame, or fetched from it.
NOTHING: Final[dict[str, Any]] = {
    "default-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}
# A page of ours: our own files, nothing inline.
OWN_PAGE: Final[dict[str, Any]] = NOTHING | {
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
}

# A page of the table: it has forms too, and all of it is in files.
TABLE_PAGE: Final[dict[str, Any]] = OWN_PAGE | {"img-src": [CSP.SELF], "form-action": [CSP.SELF]}

_UNUSED: Final = (
    *("accelerometer", "browsing-topics", "camera", "display-capture", "geolocation", "gyroscope", "hid"),
    *("interest-cohort", "magnetometer", "microphone", "midi", "payment", "serial", "usb"),
)
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in _UNUSED),
    # Against pages that embed our answers unasked. A page that asks, asks by CORS, and is not stopped by this.
    "Cross-Origin-Resource-Policy": "same-origin",
}


class BrowserHeadersMiddleware:
    """Headers of every answer, also of those that Django's own middleware does not see."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response
