"""What every test may ask for."""

from collections.abc import Iterator

import pytest
from django.db.backends.postgresql.operations import DatabaseOperations

from tests.service import Service, running_service


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """The real service, as `make run` starts it. All tests that use it run one after another, in one process."""
    with running_service() as running:
        yield running


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One service for all who talk to it, not one in each process of the test run."""
    for item in items:
        if "service" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("service"))


@pytest.fixture(scope="session", autouse=True)
def _tables_can_be_emptied() -> Iterator[None]:
    """Between tests that commit, Django truncates all tables; the append-only log refuses, except to a replica."""
    empty = DatabaseOperations.execute_sql_flush

    def empty_all(self: DatabaseOperations, sql_list: list[str]) -> None:
        if sql_list:
            sql_list = ["SET session_replication_role = replica", *sql_list, "SET session_replication_role = DEFAULT"]
        empty(self, sql_list)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "execute_sql_flush", empty_all)
        yield
