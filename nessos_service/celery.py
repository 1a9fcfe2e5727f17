"""The worker's application."""

import os
from typing import Any

from celery import Celery
from celery.signals import before_task_publish, task_postrun, task_prerun

from nessos_service.logs import request_id

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nessos_service.settings")

app = Celery("nessos")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@before_task_publish.connect
def pass_on(headers: dict[str, Any], **_: Any) -> None:
    """A task is known by the request that it follows from, if any."""
    if number := request_id.get():
        headers["request_id"] = number


@task_prerun.connect
def take_over(task: Any, **_: Any) -> None:
    request_id.set(str(getattr(task.request, "request_id", None) or ""))


@task_postrun.connect
def lay_down(**_: Any) -> None:
    request_id.set("")
