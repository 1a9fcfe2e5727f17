"""`manage.py health PART`: what a container's health check asks. Zero when the part is well."""

import http.client
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from nessos_service.health import OK, PARTS, database_checks

WEB_PORT = 8000


class Command(BaseCommand):
    help = "Exit with zero when the part is well: the web answers, the worker or the sweeper was seen lately."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("part", choices=["web", *PARTS])

    def handle(self, *args: Any, part: str, **options: Any) -> None:
        state = web_state() if part == "web" else database_checks()[part]
        if state != OK:
            raise CommandError(f"{part}: {state}")
        self.stdout.write(f"{part}: {OK}")


def web_state() -> str:
    """Whether the web in this container answers."""
    connection = http.client.HTTPConnection("127.0.0.1", WEB_PORT, timeout=2)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return OK if connection.getresponse().status == 200 else "unwell"
    except (OSError, http.client.HTTPException):
        return "unreachable"
    finally:
        connection.close()
