"""The commands that make up the service, the same on a laptop and in production."""

import os
import sys
from pathlib import Path

from nessos_service.local.processes import Part

CHECKOUT = Path(__file__).resolve().parents[2]

# As docker-compose.yml has them; tests/ops/test_compose.py holds the two together.
WEB = ("gunicorn", "--config", "python:nessos_service.gunicorn", "nessos_service.wsgi")
WORKER = (
    "celery",
    "--quiet",
    "--app",
    "nessos_service",
    "worker",
    "--concurrency",
    "2",
    "--without-gossip",
    "--without-mingle",
)
SWEEPER = ("python", "manage.py", "sweep")
MIGRATE = ("python", "manage.py", "migrate", "--noinput")


def here(command: tuple[str, ...]) -> tuple[str, ...]:
    """`command` with this environment's programs, whatever PATH says."""
    return (str(Path(sys.executable).parent / command[0]), *command[1:])


def service_environment(*, database: str, redis: str) -> dict[str, str]:
    scripts = str(Path(sys.executable).parent)
    return {
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "DJANGO_SETTINGS_MODULE": "nessos_service.settings",
        "PYTHONUNBUFFERED": "1",
        "PATH": f"{scripts}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
    }


def migrate_part(environment: dict[str, str]) -> Part:
    return Part(name="migrate", command=here(MIGRATE), environment=environment, folder=CHECKOUT)


def web_part(environment: dict[str, str], *, listener: int) -> Part:
    """The web, on a socket that stays open while it is restarted: clients wait instead of being refused."""
    bound = {"GUNICORN_CMD_ARGS": f"--bind fd://{listener}"}
    return Part(
        name="web", command=here(WEB), environment=environment | bound, folder=CHECKOUT, handed_down=(listener,)
    )


def worker_part(environment: dict[str, str]) -> Part:
    return Part(name="worker", command=here(WORKER), environment=environment, folder=CHECKOUT)


def sweeper_part(environment: dict[str, str]) -> Part:
    return Part(name="sweeper", command=here(SWEEPER), environment=environment, folder=CHECKOUT)
