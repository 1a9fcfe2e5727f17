"""A database whose clock can be moved: the service asks it for the time as ever, and believes it.

Names of functions are looked up in `moved` before PostgreSQL's own. So the service's SQL is what it always is, and so
is everything that decides; only the answer is another one. Defaults of columns keep the true clock.
"""

import contextlib
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import connection

_SETUP = """
CREATE SCHEMA moved;
CREATE TABLE moved.clock (by interval NOT NULL, stands_at timestamptz);
INSERT INTO moved.clock VALUES ('0', NULL);
CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    'SELECT coalesce(stands_at, pg_catalog.clock_timestamp() + by) FROM moved.clock';
CREATE FUNCTION moved.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE AS
    'SELECT coalesce(stands_at, pg_catalog.statement_timestamp() + by) FROM moved.clock';
"""
_PATH = "moved, pg_catalog, public"


class Clock:
    """The database's clock. It runs until it is stopped."""

    def move(self, by: timedelta) -> None:
        """Move it by so much from where it is, forward or back."""
        _run("UPDATE moved.clock SET by = by + %s, stands_at = stands_at + %s", [by, by])

    def stop(self, at: datetime | None = None) -> datetime:
        """Let it stand, where it is or at that moment; where that is."""
        _run("UPDATE moved.clock SET stands_at = %s", [at or self.now()])
        return self.now()

    def now(self) -> datetime:
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            moment: datetime = cursor.fetchone()[0]
        return moment


@contextlib.contextmanager
def movable_clock() -> Iterator[Clock]:
    """For tests in a transaction of their own, and for those that commit: other connections see it then too."""
    in_transaction = connection.in_atomic_block
    name = connection.settings_dict["NAME"]
    _run(_SETUP)
    _run(f"SET search_path = {_PATH}")
    if in_transaction:
        # All of it goes when the test is rolled back.
        yield Clock()
        return
    try:
        _run(f'ALTER DATABASE "{name}" SET search_path = {_PATH}')
        yield Clock()
    finally:
        _run(f'ALTER DATABASE "{name}" RESET search_path')
        _run("RESET search_path")
        _run("DROP SCHEMA moved CASCADE")


def _run(statement: str, values: list[object] | None = None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
