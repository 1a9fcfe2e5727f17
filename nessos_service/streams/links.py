"""The connection below a request: bounded, and known to whoever serves the request."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

BUFFER: Final = 16 * 1024
"""Bytes that wait for a slow reader: here, and once more in the kernel."""
STATE: Final = "link"


class Link:
    """One connection. `on_lost` is called when the client goes; `is_lost` says that it went before."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self.on_lost: Callable[[], None] | None = None
        self.is_lost = False

    def abort(self) -> None:
        """End it now, whatever was not sent yet."""
        self._transport.abort()


class LinkedProtocol(H11Protocol):
    """Uvicorn's, whose requests find their link in `state`."""

    def connection_made(self, transport: Any) -> None:
        transport.set_write_buffer_limits(high=BUFFER)
        connection: socket.socket | None = transport.get_extra_info("socket")
        if connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        self._link = Link(transport)
        self.app_state = {**self.app_state, STATE: self._link}
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._link.is_lost = True
        if self._link.on_lost is not None:
            self._link.on_lost()
        self._link.on_lost = None
