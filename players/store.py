"""SQL that Django's queries cannot say."""

from collections.abc import Sequence
from typing import Final

from django.db import connection

_RATINGS: Final = 0x7261_7465_0001
"""The number of the lock of the ratings: any will do that nobody else has."""


def try_lock(number: int) -> bool:
    """Take the advisory lock of that number (64 bits, signed) until the transaction ends; False when it is taken.

    Never waits. Whoever dies gives it back: it belongs to the connection.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", (number,))
        (taken,) = cursor.fetchone()
    return bool(taken)


def feeds_lock(players: Sequence[int]) -> dict[int, int]:
    """Lock the feeds of these players in the order given, those not there yet made first; the last number of each."""
    with connection.cursor() as cursor:
        # To write what stands there is to lock it, and costs no second statement.
        cursor.execute(
            "INSERT INTO players_feed (player_id, last_seq) SELECT player, 0 FROM unnest(%s::bigint[]) AS player "
            "ON CONFLICT (player_id) DO UPDATE SET last_seq = players_feed.last_seq RETURNING player_id, last_seq",
            (list(players),),
        )
        return dict(cursor.fetchall())


def ratings_lock(*, alone: bool) -> None:
    """Wait for one's turn with the ratings, and keep it until the transaction ends: beside others, or alone."""
    function = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s)", (_RATINGS,))
