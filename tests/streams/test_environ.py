"""What the streams' process makes of the headers of a request."""

from nessos_service.streams.environ import environ_of


def headers_of(*headers: tuple[bytes, bytes]) -> dict[str, object]:
    scope = {
        "method": "GET",
        "scheme": "http",
        "http_version": "1.1",
        "raw_path": b"/",
        "query_string": b"",
        "headers": headers,
        "client": ("127.0.0.1", 1),
    }
    return {name: value for name, value in environ_of(scope, b"").items() if name.startswith("HTTP_")}


def test_headers_that_come_more_than_once_are_one() -> None:
    told = headers_of((b"accept", b"a"), (b"cookie", b"csrftoken=x"), (b"cookie", b"nessos=nss_y"), (b"accept", b"b"))
    assert told == {"HTTP_ACCEPT": "a,b", "HTTP_COOKIE": "csrftoken=x; nessos=nss_y"}


def test_no_header_passes_for_another() -> None:
    assert headers_of((b"x_forwarded_for", b"10.0.0.1"), (b"x-forwarded-for", b"10.0.0.2")) == {
        "HTTP_X_FORWARDED_FOR": "10.0.0.2"
    }
