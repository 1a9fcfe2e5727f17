"""Answers that are still to come, brought to their end within a test: all that would be sent now, and no waiting."""

from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.http import HttpResponse

from games.streams.errands import AwaitEvents
from games.streams.feeds import Ending, Visit
from games.streams.hub import Hub
from games.streams.serving import answer, pieces
from players.edge.waiting import ROOM, Room, Waiting

HERE = {ROOM: Room({})}
"""The environment of a request whose process can wait."""


class _HubHere(Hub):
    """Asks the database at once, on the connection of the test."""

    async def run[**P, T](self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        return work(*arguments, **named)


class _Impatient(Visit):
    """Leaves as soon as there is nothing to hear."""

    async def news(self, seconds: float) -> bool:
        self.end(Ending.STOPPING)
        return True


def completed(given: Any) -> Any:
    """An answer with its body; one that has it already, as it is."""
    return _driven(_completed(given)) if isinstance(given, Waiting) else given


async def _completed(given: Waiting) -> HttpResponse:
    hub, visit = _HubHere(ThreadPoolExecutor(1)), _Impatient(None)
    errand: Any = given.errand
    if isinstance(errand, AwaitEvents):
        whole = await answer(hub, errand, visit)
        return HttpResponse(whole.content, status=whole.status_code, headers=dict(given.items()) | dict(whole.items()))
    content = b"".join([piece async for piece in pieces(hub, errand, visit)])
    return HttpResponse(content, status=given.status_code, headers=dict(given.items()))


def _driven[T](work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns that never has to wait. There is no loop: Django keeps a connection for each."""
    try:
        work.send(None)
    except StopIteration as done:
        value: T = done.value
        return value
    raise AssertionError("it waits")
