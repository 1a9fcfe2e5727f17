"""The composition root as an application: its checks and commands are found."""

from django.apps import AppConfig


class NessosServiceConfig(AppConfig):
    name = "nessos_service"

    def ready(self) -> None:
        from nessos_service import checks  # noqa: F401 - registers itself
