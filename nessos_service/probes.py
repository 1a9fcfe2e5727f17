"""Look at the database, the broker and the web in bounded time. Knows no Django: a container asks every half minute.

    python -m nessos_service.probes web|streams|worker|courier|sweeper

exits with zero when that part is well.
"""

import contextlib
import http.client
import os
import select
import sys
import time
from typing import Any

import psycopg
import redis
from psycopg.pq import ExecStatus

# For a committed transaction to survive a crash of PostgreSQL or of the machine, each of these must be so.
DURABLE = {
    "fsync": ("on",),
    "full_page_writes": ("on",),
    "synchronous_commit": ("on", "remote_apply"),
}
OK = "ok"
PARTS = ("worker", "sweeper", "streams")
"""What a move needs. A courier that is away delays what goes out, and nothing else."""
BEATING = (*PARTS, "courier")
PATIENCE = 2.0
SEEN_WITHIN = 60.0
WEB_PORT = 8000

Checks = dict[str, str]


def unsafe_names(values: list[str]) -> list[str]:
    """Of the values of the settings in `DURABLE`, in its order: the names of those that endanger acknowledged moves."""
    return [name for (name, safe), value in zip(DURABLE.items(), values, strict=True) if value not in safe]


def database_checks(options: dict[str, Any], parts: tuple[str, ...] = PARTS) -> Checks:
    """The states of the database at psycopg's `options`, and of these parts, by the database's own clock."""
    away = {"database": "unreachable", **dict.fromkeys(parts, "unknown")}
    try:
        row = _one_row(options, readiness(parts), parts, patience=PATIENCE)
    except TimeoutError:
        return away | {"database": "timeout"}
    except (psycopg.Error, OSError):
        return away
    durable, ages = [value or "" for value in row[: len(DURABLE)]], row[len(DURABLE) :]
    checks = {"database": "unsafe_settings" if unsafe_names(durable) else OK}
    for part, age in zip(parts, ages, strict=True):
        checks[part] = "never_seen" if age is None else OK if float(age) <= SEEN_WITHIN else "not_seen_lately"
    return checks


def broker_checks(address: str) -> Checks:
    """The state of the broker."""
    client = redis.Redis.from_url(address, socket_timeout=PATIENCE / 2, socket_connect_timeout=PATIENCE / 2, retry=None)
    try:
        client.ping()
    except redis.TimeoutError:
        return {"broker": "timeout"}
    except (redis.RedisError, OSError):
        return {"broker": "unreachable"}
    finally:
        client.close()
    return {"broker": OK}


def web_state(port: int) -> str:
    """Whether the web at `port` of this machine answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        return OK if connection.getresponse().status == 200 else "unwell"
    except (OSError, http.client.HTTPException):
        return "unreachable"
    finally:
        connection.close()


AGE = "(SELECT extract(epoch FROM clock_timestamp() - max(seen_at)) FROM games_heartbeat WHERE name = ${})"


def readiness(parts: tuple[str, ...]) -> str:
    ages = (AGE.format(number) for number, _ in enumerate(parts, start=1))
    return "SELECT " + ", ".join([*(f"current_setting('{name}')" for name in DURABLE), *ages])


def _one_row(options: dict[str, Any], query: str, values: tuple[str, ...], *, patience: float) -> list[str | None]:
    """The one row that `query` answers, as text, on a connection of its own.

    Waits no longer than `patience` for a server that takes the connection and then says nothing, which no setting of
    the server can bound. Raises `TimeoutError`, `psycopg.Error`.
    """
    until = time.monotonic() + patience
    try:
        connection = psycopg.connect(**options | {"connect_timeout": 2}, autocommit=True)
    except psycopg.errors.ConnectionTimeout:
        raise TimeoutError from None
    with contextlib.closing(connection):
        wire = connection.pgconn
        wire.send_query_params(query.encode(), [value.encode() for value in values])
        wire.flush()
        while wire.is_busy():
            readable, _, _ = select.select([wire.socket], [], [], max(0.0, until - time.monotonic()))
            if not readable:
                raise TimeoutError
            wire.consume_input()
        result = wire.get_result()
        if result is None or result.status != ExecStatus.TUPLES_OK:
            raise psycopg.OperationalError
        answers = [result.get_value(0, column) for column in range(result.nfields)]
        return [None if answer is None else answer.decode() for answer in answers]


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in ("web", *BEATING):
        sys.stderr.write(f"usage: python -m nessos_service.probes {'|'.join(('web', *BEATING))}\n")
        return 2
    part = arguments[0]
    state = (
        web_state(WEB_PORT)
        if part == "web"
        else database_checks({"conninfo": os.environ["DATABASE_URL"]}, (part,))[part]
    )
    sys.stdout.write(f"{part}: {state}\n")
    return 0 if state == OK else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
