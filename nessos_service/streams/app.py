"""The ASGI function: Django answers each request on one of a few threads, and whatever waits then waits without one."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Final, cast

from django.core.wsgi import get_wsgi_application

from games.streams.errands import AwaitEvents, Errand
from games.streams.feeds import Ending, Visit
from games.streams.hub import Hub
from games.streams.serving import answer, pieces
from nessos_service.requests import HEADER
from nessos_service.streams.environ import environ_of
from nessos_service.streams.links import STATE, Link
from players.bodies import LARGEST
from players.edge.waiting import ROOM, Room, Waiting, place_left
from players.measures import OPEN_STREAMS
from players.tracing import FIELDS, request_id

SLOWEST_READER: Final = 10.0
"""Seconds after which a client that takes nothing of what is sent is left alone."""

type Send = Callable[[dict[str, Any]], Awaitable[None]]
type Receive = Callable[[], Awaitable[dict[str, Any]]]

logger = logging.getLogger("nessos.streams")


@dataclass(frozen=True, slots=True)
class Begun:
    """What Django said: all of an answer, or the head of one that `errand` will complete."""

    status: int
    headers: dict[str, str]
    cookies: tuple[str, ...]
    body: bytes
    errand: Errand | None

    def head(self, status: int | None = None, more: dict[str, str] | None = None) -> dict[str, Any]:
        """The message that begins the answer."""
        headers = self.headers if more is None else _merged(self.headers, more)
        raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
        raw += [(b"set-cookie", value.encode("latin-1")) for value in self.cookies]
        return {"type": "http.response.start", "status": status or self.status, "headers": raw}


class StreamsApp:
    """One process's. `threads` is where Django runs."""

    def __init__(self, hub: Hub, threads: Executor, room: Room | None = None) -> None:
        self._hub = hub
        self._threads = threads
        self._room = room or Room()
        self._django = get_wsgi_application()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        environ = environ_of(scope, await _body(receive))
        environ[ROOM] = self._room
        try:
            begun = await asyncio.get_running_loop().run_in_executor(self._threads, self._begin, environ)
            environ["wsgi.input"].close()
            if begun.errand is None:
                await send(begun.head())
                await send({"type": "http.response.body", "body": begun.body})
            else:
                await self._wait(begun, begun.errand, scope["state"][STATE], send)
        finally:
            place_left(environ)

    def _begin(self, environ: dict[str, Any]) -> Begun:
        """All that any call goes through: its name, limits, form, who asks, and what they may see."""
        response: Any = self._django(environ, lambda status, headers, failure=None: lambda text: None)
        try:
            errand: Errand | None = cast(Errand, response.errand) if isinstance(response, Waiting) else None
            body = b"" if errand is not None else b"".join(response)
        finally:
            response.close()
        cookies = tuple(cookie.OutputString() for cookie in response.cookies.values())
        return Begun(response.status_code, dict(response.items()), cookies, body, errand)

    async def _wait(self, begun: Begun, errand: Errand, link: Link, send_whenever: Send) -> None:
        async def send(message: dict[str, Any]) -> None:
            # What was sent before has to be taken first: also before the end can be said.
            async with asyncio.timeout(SLOWEST_READER):
                await send_whenever(message)

        number = request_id.set(begun.headers.get(HEADER, ""))
        began, sent = time.monotonic(), 0
        kind = "long_poll" if isinstance(errand, AwaitEvents) else "stream"
        with self._hub.visiting(errand.token) as visit, OPEN_STREAMS.labels(kind).track_inprogress():
            link.on_lost = lambda: visit.end(Ending.GONE)
            if link.is_lost:
                # While Django was at it: nothing would say so any more.
                visit.end(Ending.GONE)
            try:
                if isinstance(errand, AwaitEvents):
                    await self._answer(begun, errand, visit, send)
                    return
                await send(begun.head())
                async with contextlib.aclosing(pieces(self._hub, errand, visit)) as told:
                    async for piece in told:
                        sent += len(piece)
                        await send({"type": "http.response.body", "body": piece, "more_body": True})
                await send({"type": "http.response.body", "body": b""})
            except TimeoutError:
                visit.end(Ending.SLOW)
                link.abort()
            except Exception:
                visit.end(Ending.FAILED)
                raise
            finally:
                link.on_lost = None
                seconds = round(time.monotonic() - began, 1)
                facts = {"seconds": seconds, "bytes": sent, "ending": visit.ending or "done"}
                logger.info("stream ended", extra={FIELDS: facts})
                request_id.reset(number)

    async def _answer(self, begun: Begun, errand: AwaitEvents, visit: Visit, send: Send) -> None:
        response = await answer(self._hub, errand, visit)
        told = dict(response.items()) | {"Content-Length": str(len(response.content))}
        await send(begun.head(response.status_code, told))
        await send({"type": "http.response.body", "body": response.content})


async def _body(receive: Receive) -> bytes:
    """The body, and no more of it than is needed to see that it is too large."""
    body = b""
    while True:
        message = await receive()
        body += bytes(message.get("body", b""))
        if len(body) > LARGEST or not message.get("more_body", False):
            return body[: LARGEST + 1]


def _merged(headers: dict[str, str], others: dict[str, str]) -> dict[str, str]:
    named = {name.lower() for name in others}
    return {name: value for name, value in headers.items() if name.lower() not in named} | others
