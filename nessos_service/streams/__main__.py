"""Serve streams: `python -m nessos_service.streams`.

STREAMS_SOCKET is where the web hands connections over; STREAMS_BIND, such as `0.0.0.0:8001`, is where a proxy may send
them directly.
"""

import os
import signal
import sys

import django


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nessos_service.settings")
    django.setup()
    from nessos_service.checks import tables_ready, unsafe_settings
    from nessos_service.gunicorn import MIGRATION_PATIENCE
    from nessos_service.streams.server import StreamsServer, listeners
    from players.measures import measures_begin

    measures_begin()
    if problems := unsafe_settings("default"):
        sys.stderr.write(" ".join(problem.msg for problem in problems) + "\n")
        return 1
    if not tables_ready("default", patience=MIGRATION_PATIENCE):
        sys.stderr.write("The database was not brought up to date in time: run manage.py migrate.\n")
        return 1
    # uvicorn stops in order, and then sends itself the signal again.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))
    StreamsServer().run(sockets=listeners())
    return 0


if __name__ == "__main__":
    sys.exit(main())
