"""Tests of the moderators' desk, on the real database."""

from collections.abc import Iterator
from typing import Any

import pytest

from games import store


@pytest.fixture(autouse=True)
def _fast_hashes(settings: Any) -> None:
    """Argon2 is slow on purpose, and most tests register somebody."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _nothing_at_hand() -> Iterator[None]:
    store.forget_all()
    yield
    store.forget_all()
