"""The one way to the worker and the courier. Tasks are hints: what must be done is a row, and the sweeper finds it."""

import logging
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache
from typing import Final

from celery import current_app
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)

STALE_AFTER: Final = 60
"""Seconds after which nobody needs a task any more: it was sent again, and a queue that nobody serves stays short."""
_REST: Final = 5.0
"""Seconds in which a broker that failed is left alone: who waits for one that hangs would wait for each task anew."""

_rests_until = 0.0


def send(task: str, *args: str | int) -> bool:
    """Send a task by its name; False while the broker is away, or was a moment ago. Never within a transaction."""
    global _rests_until
    if time.monotonic() < _rests_until:
        return False
    try:
        current_app.send_task(task, args=args, expires=STALE_AFTER)
    except OperationalError as away:
        _rests_until = time.monotonic() + _REST
        logger.warning("the broker is away, the sweeper will send what is waiting: %s", type(away).__name__)
        return False
    return True


def soon(act: Callable[[], object]) -> None:
    """Do it from a thread of its own: a request never waits for a broker, not even for one that hangs."""
    # The lines that it logs, and the tasks, are still known by the request.
    context = copy_context()
    _sender(os.getpid()).submit(context.run, _told, act)


def _told(act: Callable[[], object]) -> None:
    try:
        act()
    except Exception:
        # Nobody looks at what the thread gives back.
        logger.exception("nothing was sent")


@cache
def _sender(process: int) -> ThreadPoolExecutor:
    """The thread of this process: a fork inherits none."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="send")
