"""Commands that go through many games, with a line now and then to show how far they are."""

import time
from collections.abc import Iterable, Iterator

from django.core.management.base import OutputWrapper

SECONDS_BETWEEN_LINES = 2.0


def with_progress(games: Iterable[str], out: OutputWrapper, *, quiet: bool) -> Iterator[str]:
    """The games one by one; every two seconds `out` says how many are done."""
    said_at = time.monotonic()
    for done, game_id in enumerate(games):
        if not quiet and time.monotonic() - said_at >= SECONDS_BETWEEN_LINES:
            out.write(f"{done} games …")
            said_at = time.monotonic()
        yield game_id
