"""uvicorn, with a door for what the web hands over, and an end that lets everybody go."""

import asyncio
import os
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import uvicorn
from django.urls import get_resolver

from games.streams.hub import Hub
from games.tasks import heartbeat
from nessos_service.streams.app import StreamsApp
from nessos_service.streams.door import Door, door_path
from nessos_service.streams.links import LinkedProtocol

DJANGO_THREADS: Final = 4
READERS: Final = 2
GRACE: Final = 4
"""Seconds, under the ten that a stop may take."""
SEEN_EVERY: Final = 10
BACKLOG: Final = 2048
LARGEST_HEAD: Final = 32 * 1024


def listeners() -> list[socket.socket]:
    """The sockets that a proxy may reach; none unless STREAMS_BIND names one."""
    host, _, port = os.environ.get("STREAMS_BIND", "").rpartition(":")
    if not port:
        return []
    return [socket.create_server((host or "0.0.0.0", int(port)), backlog=BACKLOG)]  # noqa: S104 # nosec B104


class StreamsServer(uvicorn.Server):
    """One process's."""

    def __init__(self) -> None:
        self._hub = Hub(ThreadPoolExecutor(READERS, thread_name_prefix="reader"))
        self._door: Door | None = None
        threads = ThreadPoolExecutor(DJANGO_THREADS, thread_name_prefix="django")
        config = uvicorn.Config(
            StreamsApp(self._hub, threads),
            http=LinkedProtocol,
            ws="none",
            loop="asyncio",
            lifespan="off",
            # Ours says it with the request's id; the address is looked for by `client_address`.
            access_log=False,
            proxy_headers=False,
            server_header=False,
            log_config=None,
            backlog=BACKLOG,
            timeout_graceful_shutdown=GRACE,
            h11_max_incomplete_event_size=LARGEST_HEAD,
        )
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        # All views are loaded here, once.
        _ = get_resolver().url_patterns
        self._hub.start()
        self._hub.keep_up(self._be_seen)
        await super().startup(sockets)
        if door_path():
            self._door = Door(door_path(), self._protocol)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._door is not None:
            self._door.close()
        self._hub.stop()
        await super().shutdown(sockets)

    async def _be_seen(self) -> None:
        await self._hub.ask(heartbeat, "streams")
        await asyncio.sleep(SEEN_EVERY)

    def _protocol(self) -> asyncio.Protocol:
        return LinkedProtocol(config=self.config, server_state=self.server_state, app_state={})
