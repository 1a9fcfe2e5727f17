"""Answers that are still to come: who may wait, how many at once, and what is waited for.

Whoever waits must not hold a thread. So a view only says what is waited for, after all that a call is asked first; the
process that serves the request then waits without it. A process that cannot has no room, and the view refuses.
"""

from collections import Counter
from collections.abc import Mapping
from threading import Lock
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import StreamingHttpResponse

from players.access import known_bearer
from players.edge.address import client_address
from players.errors import ErrorCode, Refusal

ROOM: Final = "nessos.room"
"""Where the process that serves a request puts its `Room` into the environment of the request."""
PLACE: Final = "nessos.place"
EVENT_STREAM: Final = "text/event-stream"
RETRY_AFTER: Final = 5


class Room:
    """The places for those who wait in this process, counted by token, by address, and all together."""

    def __init__(self, most: Mapping[str, int] | None = None) -> None:
        self._most = settings.STREAM_LIMITS if most is None else most
        self._taken: Counter[str] = Counter()
        self._lock = Lock()

    def enter(self, *names: str) -> tuple[str, ...]:
        """Take a place under each name, such as `token:…`, or none at all. Raises Refusal: too_many_streams."""
        with self._lock:
            for name in names:
                most = self._most.get(name.partition(":")[0])
                if most is not None and self._taken[name] >= most:
                    raise Refusal(ErrorCode.TOO_MANY_STREAMS, extra={"retry_after": RETRY_AFTER})
            self._taken.update(names)
        return names

    def leave(self, names: tuple[str, ...]) -> None:
        """Give a place back."""
        with self._lock:
            self._taken.subtract(names)
            for name in names:
                if self._taken[name] <= 0:
                    del self._taken[name]


class Waiting(StreamingHttpResponse):
    """An answer whose body is still to come: `errand` says what it waits for, to whoever serves it."""

    def __init__(self, errand: object, content_type: str = EVENT_STREAM) -> None:
        super().__init__(content_type=content_type)
        if content_type == EVENT_STREAM:
            # nginx would keep events back until there are enough of them.
            self["X-Accel-Buffering"] = "no"
        self.errand = errand


def waiting(request: HttpRequest, errand: object, content_type: str = EVENT_STREAM) -> Waiting:
    """The answer to a call that waits. It is the last thing that a view does.

    Raises Refusal: unavailable where nobody can wait; too_many_streams.
    """
    room: Room | None = request.META.get(ROOM)
    if room is None:
        raise Refusal(ErrorCode.UNAVAILABLE, "Streams are away for a moment; try again after `Retry-After` seconds.")
    bearer = known_bearer(request)
    names = ["all", f"address:{client_address(request)}"]
    if bearer is not None:
        names.append(f"token:{bearer[1].pk}")
    request.META[PLACE] = room.enter(*names)
    return Waiting(errand, content_type)


def place_left(environ: Mapping[str, Any]) -> None:
    """Give back the place that a request took, if it took one."""
    names = environ.get(PLACE)
    if names is not None:
        environ[ROOM].leave(names)
