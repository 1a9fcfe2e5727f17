"""Worlds of the same seed have the same games, and other players: no state of another test may be at hand."""

from collections.abc import Iterator

import pytest

from games import store


@pytest.fixture(autouse=True)
def _nothing_at_hand() -> Iterator[None]:
    store.forget_all()
    yield
    store.forget_all()
