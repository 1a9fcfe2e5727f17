"""What every test may ask for."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from tests.service import Service, running_service


def pytest_configure() -> None:
    # Each client of a test loads the middleware, and would go through all static files for it.
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """The logs refuse to be emptied; tests that commit must empty their database all the same."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_gameevent DISABLE TRIGGER log_is_for_ever")
        cursor.execute("ALTER TABLE players_auditentry DISABLE TRIGGER audit_log_is_for_ever")


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """The real service, as `make run` starts it. All tests that use it run one after another, in one process."""
    with running_service() as running:
        yield running
