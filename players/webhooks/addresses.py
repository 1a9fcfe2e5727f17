"""Where a webhook may lead: to public addresses by HTTPS, and nowhere else.

The form of a URL is judged by one expression that leaves nothing to the taste of parsers; the addresses behind its name
when something is sent, each time anew, and the connection goes to the very addresses that were judged.
"""

import ipaddress
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TookTooLong
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Final

from django.conf import settings

LONGEST_URL: Final = 1000

_URL: Final = re.compile(
    r"(?P<scheme>https?)://(?P<host>[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::(?P<port>[1-9][0-9]{0,4}))?"
    r"(?P<target>(?:[/?](?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?)",
    re.ASCII,
)
_LABEL: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?", re.ASCII)
_LETTERS_FIRST: Final = re.compile(r"[a-z][a-z0-9-]*", re.ASCII)
_NAMES_AT_HOME: Final = ("localhost", "local", "internal", "intranet", "lan", "home", "corp", "arpa", "onion", "test")
_DEFAULT_PORTS: Final = {"https": 443, "http": 80}

# What `is_global` lets pass although it leads elsewhere: relays of 6to4, and what Azure answers at within a machine.
_REFUSED_V4: Final = tuple(map(IPv4Network, ("192.88.99.0/24", "168.63.129.16/32", "192.0.0.0/24")))
# All that is routed in the world is in 2000::/3: mapped, compatible and NAT64 addresses are not.
_WORLD_V6: Final = IPv6Network("2000::/3")
# IETF's own with Teredo and ORCHID, documentation, 6to4, documentation once more.
_REFUSED_V6: Final = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))

type Address = IPv4Address | IPv6Address


class BadUrl(ValueError):
    """This is no URL for a webhook. The text says why, for its owner."""


class NameUnknown(Exception):
    """The name leads nowhere, or nobody said where to in time."""


class AddressRefused(Exception):
    """The name leads to an address that is not a public one."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a URL leads. `host` is a name in lower case, or an address without brackets."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """What the header `Host` says."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"


def url_place(url: str) -> Place:
    """Where the URL leads, by its form alone: nobody is asked. Raises BadUrl."""
    found = _URL.fullmatch(url) if len(url) <= LONGEST_URL else None
    if found is None:
        raise BadUrl("The URL must be of the form https://name/path, in ASCII, without user or fragment.")
    scheme = found["scheme"]
    if scheme != "https" and not settings.WEBHOOK_ALLOW_PRIVATE:
        raise BadUrl("The URL must begin with https://.")
    port = int(found["port"]) if found["port"] else _DEFAULT_PORTS[scheme]
    if port > 65535 or (port < 1024 and port not in _DEFAULT_PORTS.values()):
        raise BadUrl("The port must be 443, or one from 1024 to 65535.")
    if port == _DEFAULT_PORTS["http"] and not settings.WEBHOOK_ALLOW_PRIVATE:
        raise BadUrl("The port must be 443, or one from 1024 to 65535.")
    target = found["target"] or "/"
    return Place(scheme, _host(found["host"].lower()), port, target if target.startswith("/") else f"/{target}")


def _host(host: str) -> str:
    """The host as it is asked for. One way of writing each: no octal, no hex, no dot at the end."""
    literal = host.removeprefix("[").removesuffix("]")
    try:
        address = ipaddress.ip_address(literal)
    except ValueError:
        address = None
    if address is not None and (address.version == 6) == host.startswith("["):
        if not address_allowed(address):
            raise BadUrl("The URL must lead to a public address.")
        return literal
    labels = host.split(".")
    if not all(_LABEL.fullmatch(label) for label in labels) or not _LETTERS_FIRST.fullmatch(labels[-1]):
        raise BadUrl("The host must be a plain name such as hooks.example.org, or an IP address in its usual form.")
    if (len(labels) < 2 or labels[-1] in _NAMES_AT_HOME) and not settings.WEBHOOK_ALLOW_PRIVATE:
        raise BadUrl("The host must have a public name.")
    return host


def addresses_of(place: Place, *, patience: float) -> tuple[str, ...]:
    """The addresses behind the host now, asked for once. Raises NameUnknown, AddressRefused (if any is no public one).

    Whoever connects must use these and not ask again: the next answer may be another one.
    """
    try:
        found = _asking().submit(socket.getaddrinfo, place.host, place.port, 0, socket.SOCK_STREAM).result(patience)
    except TookTooLong:
        raise NameUnknown from None
    except (OSError, UnicodeError):
        raise NameUnknown from None
    literals = tuple(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not literals:
        raise NameUnknown
    for literal in literals:
        if "%" in literal or not address_allowed(ipaddress.ip_address(literal)):
            raise AddressRefused
    return literals


def address_allowed(address: Address) -> bool:
    """Whether something may be sent there: always in development, else to public addresses only."""
    return bool(settings.WEBHOOK_ALLOW_PRIVATE) or address_is_public(address)


def address_is_public(address: Address) -> bool:
    """Whether the address is one of the open network: by what is known to be, not by what is known not to be."""
    if address.is_multicast or address.is_reserved or not address.is_global:
        return False
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _REFUSED_V4)
    return address in _WORLD_V6 and not any(address in network for network in _REFUSED_V6)


@cache
def _asking() -> ThreadPoolExecutor:
    """Resolvers take their time, and nothing can interrupt them: they are waited for from outside."""
    return ThreadPoolExecutor(max_workers=32, thread_name_prefix="resolver")
