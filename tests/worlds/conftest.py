"""Every call here is made over HTTP, as a client makes it."""

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def _fast_hashes(settings: Any) -> None:
    """Argon2 is slow on purpose, and most tests register somebody."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
