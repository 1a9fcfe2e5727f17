"""Pages as staff sees them, by Django's own client: what a browser makes of them is tests/web/test_desk.py's matter."""

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def _fast_hashes(settings: Any) -> None:
    """Argon2 is slow on purpose."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
