"""Thousands of calls, by dozens of clients."""

from typing import Any

import pytest

from tests.api.permissions.scenes import Scene, scene


@pytest.fixture(autouse=True)
def _no_static_files(settings: Any) -> None:
    """Each client of Django's would look through all static files before its first call."""
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "whitenoise" not in name]


@pytest.fixture
def here(db: None) -> Scene:
    """A running game with people who may call about it."""
    return scene("active")
