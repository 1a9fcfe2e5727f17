"""SQL that Django's queries cannot say."""

from django.db import connection


def try_lock(number: int) -> bool:
    """Take the advisory lock of that number (64 bits, signed) until the transaction ends; False when it is taken.

    Never waits. Whoever dies gives it back: it belongs to the connection.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", (number,))
        (taken,) = cursor.fetchone()
    return bool(taken)
