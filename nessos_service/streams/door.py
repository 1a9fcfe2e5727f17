"""Connections that the web hands over: the socket itself, and the request that was read from it.

Two sides of one unix socket. The web asks for an answer before it lets go, so that a client never falls between them.
"""

import asyncio
import contextlib
import logging
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

PATIENCE: Final = 1.0
"""Seconds in which either side must do its part."""
TAKEN: Final = b"1"
_BACKLOG: Final = 512
_CHUNK: Final = 256 * 1024

logger = logging.getLogger("nessos.streams")


def door_path() -> str:
    """Where the web and the streams of one machine meet."""
    return os.environ.get("STREAMS_SOCKET", "")


def hand_over(connection: socket.socket, request: bytes) -> bool:
    """Give a client's connection, and what it asked, to the process that waits; False when nobody took it."""
    path = door_path()
    if not path:
        return False
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
        door.settimeout(PATIENCE)
        door.connect(path)
        sent = socket.send_fds(door, [request], [connection.fileno()])
        door.sendall(request[sent:])
        door.shutdown(socket.SHUT_WR)
        return door.recv(1) == TAKEN
    return False


class Door:
    """The side that takes. One thread stands at it, and hands everything on to the loop."""

    def __init__(self, path: str, protocol: Callable[[], asyncio.Protocol]) -> None:
        self._protocol = protocol
        self._loop = asyncio.get_running_loop()
        self._adopting: set[asyncio.Task[None]] = set()
        # One that was killed has left it behind.
        Path(path).unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(path)
        self._listener.listen(_BACKLOG)
        threading.Thread(target=self._stand, name="door", daemon=True).start()

    def close(self) -> None:
        """Take nobody any more."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _stand(self) -> None:
        while True:
            try:
                visitor, _ = self._listener.accept()
            except OSError:
                return
            with visitor, contextlib.suppress(OSError, RuntimeError):
                visitor.settimeout(PATIENCE)
                self._take(visitor)

    def _take(self, visitor: socket.socket) -> None:
        request, descriptors, _, _ = socket.recv_fds(visitor, _CHUNK, 1)
        if not descriptors:
            return
        with contextlib.ExitStack() as refused:
            connection = socket.socket(fileno=descriptors[0])
            refused.callback(connection.close)
            while more := visitor.recv(_CHUNK):
                request += more
            # Whoever does not hear this answers the client itself.
            visitor.sendall(TAKEN)
            self._loop.call_soon_threadsafe(self._adopt, connection, request)
            refused.pop_all()

    def _adopt(self, connection: socket.socket, request: bytes) -> None:
        task = self._loop.create_task(self._adopted(connection, request))
        self._adopting.add(task)
        task.add_done_callback(self._adopting.discard)

    async def _adopted(self, connection: socket.socket, request: bytes) -> None:
        try:
            _, protocol = await self._loop.connect_accepted_socket(self._protocol, connection)
        except OSError:
            connection.close()
            return
        protocol.data_received(request)
