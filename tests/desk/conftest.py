"""Pages as staff sees them, by Django's own client: what a browser makes of them is tests/web/test_desk.py's matter."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.desk.staging import MOMENT


@pytest.fixture(autouse=True)
def _fast_hashes(settings: Any) -> None:
    """Argon2 is slow on purpose."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A code is good for a minute, and a busy machine may need longer."""
    monkeypatch.setattr("django_otp.plugins.otp_totp.models.time", SimpleNamespace(time=lambda: MOMENT))
