"""How the web is served: two processes of threads, nothing secret in the log. What waits is handed over."""

import os

from gunicorn.arbiter import Arbiter
from gunicorn.errors import HaltServer

from nessos_service.logs import logging_from_environment

wsgi_app = "nessos_service.wsgi"
bind = "0.0.0.0:8000"
worker_class = "nessos_service.handing.HandingWorker"
workers = 2
# Loaded once, then forked: half the time to the first answer, and Django is there for `on_starting`.
preload_app = True
# A thread waits for the database most of the time.
threads = 16 * max(1, min(4, os.cpu_count() or 1))
backlog = 512

# Under the ten seconds that a stop may take.
graceful_timeout = 4
# Migrations may run while the web loads.
MIGRATION_PATIENCE = 60.0
timeout = 30
keepalive = 15

# What a client may send before the application sees a byte of it.
limit_request_line = 4094
limit_request_fields = 50
limit_request_field_size = 8190

# The application says itself what was asked, with the request's id: see nessos_service.requests.
accesslog = None
logconfig_dict = logging_from_environment()
loglevel = os.environ.get("LOG_LEVEL", "info").lower()
# gunicorn makes its own file there, and unlinks it at once.
MEMORY = "/dev/shm"  # noqa: S108 # nosec B108
# The worker's heartbeat must not wait for a disk.
worker_tmp_dir = MEMORY if os.path.isdir(MEMORY) else None
control_socket_disable = True


def on_starting(server: Arbiter) -> None:
    """Serve only over a database that keeps what it acknowledged, and whose tables are those of this code."""
    from django.urls import get_resolver

    from nessos_service.checks import tables_ready, unsafe_settings
    from players.measures import measures_begin

    measures_begin()
    # All views are loaded here, once, and not by the first request to each process.
    _ = get_resolver().url_patterns
    if problems := unsafe_settings("default"):
        raise HaltServer(" ".join(problem.msg for problem in problems), 1)
    if not tables_ready("default", patience=MIGRATION_PATIENCE):
        raise HaltServer("The database was not brought up to date in time: run manage.py migrate.", 1)
