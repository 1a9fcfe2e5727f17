"""Where Celery looks for the tasks of this room."""

from players.webhooks.tasks import deliver

__all__ = ["deliver"]
