"""From where a request comes."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest

from players.cookies import device_text
from players.origins import UNKNOWN, Origin


def client_address(request: HttpRequest) -> str:
    """The address to count by: of the client itself, or of its network of 64 bits, which is what one household gets.

    `X-Forwarded-For` is believed only as far as our own proxies wrote it: `TRUSTED_PROXIES` says how many there are,
    and each adds one entry at the end. What stands before may be made up.
    """
    peer = str(request.META.get("REMOTE_ADDR") or "")
    proxies: int = settings.TRUSTED_PROXIES
    if proxies > 0:
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if len(forwarded) >= proxies:
            return _network(forwarded[-proxies]) or _network(peer) or UNKNOWN
    return _network(peer) or UNKNOWN


def origin_of(request: HttpRequest, *, device: str | None = None) -> Origin:
    """From where somebody signs in; `device` is what the browser will be known by, if its cookie does not say it."""
    return Origin(client_address(request), device_text(request) if device is None else device)


def _network(text: str) -> str:
    """The address in its one spelling; empty when it is none."""
    try:
        address = ipaddress.ip_address(_bare(text.strip()))
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), 64), strict=False))


def _bare(text: str) -> str:
    """Without the port that some proxies add, and without a zone."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    return text.partition("%")[0]
