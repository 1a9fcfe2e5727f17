"""Refuse to run over a database that may lose what was acknowledged, or that is not of this version."""

import time
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import OperationalError, connections
from django.db.migrations.executor import MigrationExecutor

from nessos_service.probes import DURABLE, unsafe_names

DURABILITY_QUERY = "SELECT " + ", ".join(f"current_setting('{name}')" for name in DURABLE)


def unsafe_settings(alias: str) -> list[CheckMessage]:
    """One error for each setting that endangers acknowledged moves. None while the database is away."""
    connection = connections[alias]
    problems: list[CheckMessage] = []
    if connection.settings_dict["ATOMIC_REQUESTS"]:
        problems.append(Error("ATOMIC_REQUESTS is on: services open their own transactions.", id="nessos.E002"))
    try:
        with connection.cursor() as cursor:
            cursor.execute(DURABILITY_QUERY)
            values = cursor.fetchone()
    except OperationalError:
        return problems
    finally:
        if not connection.in_atomic_block:
            connection.close()
    problems += [
        Error(
            f"PostgreSQL's {name} is off: acknowledged moves could be lost, so Nessos does not serve.", id="nessos.E001"
        )
        for name in unsafe_names(list(values))
    ]
    return problems


@register(Tags.database)
def durable_database(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """The system check: `manage.py check --database default`, and before every `migrate`."""
    return [problem for alias in databases or () for problem in unsafe_settings(alias)]


@register(Tags.security, deploy=True)
def webhooks_lead_outside(**_: Any) -> list[CheckMessage]:
    """The system check: `manage.py check --deploy`. Who could have us call this machine could reach what is inside."""
    if not settings.WEBHOOK_ALLOW_PRIVATE:
        return []
    return [Error("WEBHOOK_ALLOW_PRIVATE is on: webhooks could lead into the service's own network.", id="nessos.E003")]


def tables_ready(alias: str, *, patience: float) -> bool:
    """Wait until every migration is applied. False when that takes too long; true while the database is away."""
    connection = connections[alias]
    until = time.monotonic() + patience
    try:
        while True:
            executor = MigrationExecutor(connection)
            if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
                return True
            if time.monotonic() > until:
                return False
            time.sleep(0.1)
    except OperationalError:
        return True
    finally:
        connection.close()
