"""The worker's application."""

import logging
import os
import time
from contextvars import ContextVar
from typing import Any, Final

from celery import Celery
from celery.signals import before_task_publish, setup_logging, task_failure, task_postrun, task_prerun, worker_init
from kombu.transport.redis import Channel, Transport

from players.crashes import reach
from players.tracing import FIELDS, request_id

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nessos_service.settings")

app = Celery("nessos")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

logger = logging.getLogger("nessos.task")


class LostChannel(Channel):
    """A channel that says that it is lost when it is.

    A worker whose broker dies acknowledges the task that it holds, or hands it back, on the channel that is gone. kombu
    fails there with an AttributeError, which ends the worker, and the next one takes seconds to come up. A
    ConnectionError is what both callers expect. What was not acknowledged comes again, and changes nothing.
    """

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection is None or self.connection.client is None:
            raise ConnectionError("the channel is closed")
        parameters: dict[str, Any] = super()._connparams(asynchronous=asynchronous)  # type: ignore[misc]
        return parameters


Transport.Channel = LostChannel

# Asked every few seconds, by a machine.
_QUIET: Final = frozenset({"games.worker_seen", "games.courier_seen"})

# The courier has several tasks at work at once, each in a thread.
_began: Final[ContextVar[float]] = ContextVar("began", default=0.0)


@setup_logging.connect
def log_as_set_up(**_: Any) -> None:
    """The settings say how to log. Without somebody who listens here, Celery would keep all but warnings back."""


@worker_init.connect
def begin(**_: Any) -> None:
    """What a worker measured that is no more is not this one's."""
    from players.measures import measures_begin

    measures_begin()


@before_task_publish.connect
def pass_on(headers: dict[str, Any], **_: Any) -> None:
    """A task is known by the request that it follows from, if any."""
    if number := request_id.get():
        headers["request_id"] = number


@task_prerun.connect
def take_over(task: Any, **_: Any) -> None:
    """What follows belongs to this task."""
    _began.set(time.perf_counter())
    request_id.set(str(getattr(task.request, "request_id", None) or ""))
    reach(f"{task.name}.begun")


@task_failure.connect
def tell_failure(sender: Any, exception: BaseException, args: Any = (), **_: Any) -> None:
    """Celery's own line would quote what was raised, and that may quote a row of the log."""
    failure = (type(exception), exception, exception.__traceback__)
    logger.error("task failed", exc_info=failure, extra={FIELDS: {"task": sender.name, "args": list(args)}})


@task_postrun.connect
def lay_down(task: Any, args: Any = (), state: str | None = None, **_: Any) -> None:
    """Each task is one line, after it was done. Its arguments are ids and versions, nothing secret."""
    from players.measures import TASK_SECONDS

    seconds = time.perf_counter() - _began.get()
    result = (state or "unknown").lower()
    reach(f"{task.name}.ended")
    TASK_SECONDS.labels(task.name, result).observe(seconds)
    fields = {"task": task.name, "args": list(args), "result": result, "ms": round(seconds * 1000, 1)}
    logger.log(logging.DEBUG if task.name in _QUIET else logging.INFO, "task", extra={FIELDS: fields})
    request_id.set("")
