"""The composition root as an application."""

from django.apps import AppConfig


class NessosServiceConfig(AppConfig):
    name = "nessos_service"

    def ready(self) -> None:
        """Checks register themselves; the worker's application must be the current one wherever tasks are sent."""
        from nessos_service import celery, checks  # noqa: F401
