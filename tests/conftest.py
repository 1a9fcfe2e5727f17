"""What every test may ask for."""

from collections.abc import Iterator

import pytest

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
