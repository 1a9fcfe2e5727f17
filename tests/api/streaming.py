"""Answers that are still to come, brought to their end within a test: all that would be sent now, and no waiting."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any
from unittest import mock

from django.http import HttpResponse

from games.streams.errands import AwaitEvents
from games.streams.feeds import Ending, Visit
from games.streams.hub import Hub
from games.streams.serving import answer, pieces
from players.edge.waiting import ROOM, Room, Waiting

HERE = {ROOM: Room({})}
"""The environment of a request whose process can wait."""


class _Now(Executor):
    """Does it at once, on the connection of the test."""

    def submit[**P, T](self, work: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(work(*arguments, **named))
        except Exception as failure:
            future.set_exception(failure)
        return future


class _Impatient(Visit):
    """Leaves as soon as there is nothing to hear."""

    async def news(self, seconds: float) -> bool:
        self.end(Ending.STOPPING)
        return True


def completed(given: Any) -> Any:
    """An answer with its body; one that has it already, as it is."""
    if not isinstance(given, Waiting):
        return given
    with mock.patch.dict(os.environ, DJANGO_ALLOW_ASYNC_UNSAFE="true"):
        return asyncio.run(_completed(given))


async def _completed(given: Waiting) -> HttpResponse:
    hub, visit = Hub(_Now()), _Impatient(None)
    errand: Any = given.errand
    if isinstance(errand, AwaitEvents):
        whole = await answer(hub, errand, visit)
        content, status, more = whole.content, whole.status_code, dict(whole.items())
    else:
        content, status, more = b"".join([piece async for piece in pieces(hub, errand, visit)]), given.status_code, {}
    return HttpResponse(content, status=status, headers=dict(given.items()) | more)
