"""SQL that Django's queries cannot say."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from django.db import connection

_RATINGS: Final = 0x7261_7465_0001
"""The number of the lock of the ratings: any will do that nobody else has."""
_TRACES_SHARED: Final = """
    WITH own AS (
        SELECT kind, mark FROM players_trace
        WHERE player_id = %(player)s AND last_seen > now() - make_interval(secs => %(kept)s)
        ORDER BY last_seen DESC, id LIMIT %(most)s
    ), shared AS (
        SELECT own.kind, other.player_id, count(*) OVER (PARTITION BY own.kind, own.mark) AS others
        FROM own CROSS JOIN LATERAL (
            SELECT trace.player_id FROM players_trace AS trace
            WHERE trace.kind = own.kind AND trace.mark = own.mark
                AND trace.last_seen > now() - make_interval(secs => %(kept)s) AND trace.player_id <> %(player)s
            LIMIT %(most)s + 1
        ) AS other
    )
    SELECT player_id, kind, min(others) FROM shared WHERE others <= %(most)s GROUP BY player_id, kind
"""


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


def traces_write(*, player: int, marks: Mapping[str, bytes], apart: timedelta) -> None:
    """Keep that a player was seen now, by one mark of each kind; nothing is written within `apart` of the last time."""
    kinds = sorted(marks)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO players_trace (player_id, kind, mark, last_seen) SELECT %(player)s, kind, mark, now() "
            "FROM unnest(%(kinds)s::text[], %(marks)s::bytea[]) AS seen (kind, mark) "
            "WHERE NOT EXISTS (SELECT FROM players_trace AS known WHERE known.player_id = %(player)s "
            "AND known.kind = seen.kind AND known.mark = seen.mark "
            "AND known.last_seen > now() - make_interval(secs => %(apart)s)) "
            "ORDER BY kind ON CONFLICT (player_id, kind, mark) DO UPDATE SET last_seen = excluded.last_seen",
            {
                "player": player,
                "kinds": kinds,
                "marks": [marks[kind] for kind in kinds],
                "apart": apart.total_seconds(),
            },
        )


def traces_shared(*, player: int, kept: timedelta, most: int) -> list[tuple[int, str, int]]:
    """Who was seen by the same marks as a player within `kept`: (player, kind, by how many others that mark was seen).

    Of several common marks of a kind, the one that the fewest were seen by counts. Of the player's marks the newest
    `most` are looked at, and those that more than `most` others were seen by are left out.
    """
    with connection.cursor() as cursor:
        cursor.execute(_TRACES_SHARED, {"player": player, "kept": kept.total_seconds(), "most": most})
        return list(cursor.fetchall())
