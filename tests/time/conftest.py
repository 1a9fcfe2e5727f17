"""Tests of time, on the real database with a clock that can be moved."""

from collections.abc import Iterator
from typing import Any

import pytest

from games import store
from tests.moved import Clock, movable_clock


@pytest.fixture(autouse=True)
def _fast_hashes(settings: Any) -> None:
    """Argon2 is slow on purpose, and most tests register somebody."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _nothing_at_hand() -> Iterator[None]:
    store.forget_all()
    yield
    store.forget_all()


@pytest.fixture
def clock(request: pytest.FixtureRequest) -> Iterator[Clock]:
    """The database's clock, to be moved."""
    request.getfixturevalue("transactional_db" if _commits(request) else "db")
    with movable_clock() as moved:
        yield moved


def _commits(request: pytest.FixtureRequest) -> bool:
    marker = request.node.get_closest_marker("django_db")
    return marker is not None and bool(marker.kwargs.get("transaction"))
