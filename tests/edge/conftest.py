"""The edge: what every call goes through, whatever it asks for."""

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def _fast_hashes(settings: Any) -> None:
    """Argon2 is slow on purpose, and most tests register somebody."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
