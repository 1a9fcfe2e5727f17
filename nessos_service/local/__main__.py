"""Serve Nessos from this checkout: `make run`.

Settings, all from the environment: PORT (8000), NESSOS_DATA (`.nessos` in the checkout), DATABASE_URL and REDIS_URL
(servers of your own instead of the embedded ones).
"""

import contextlib
import errno
import http.client
import os
import socket
import sys
import time
from pathlib import Path

from nessos_service.local.folder import DataFolder, data_folder_held
from nessos_service.local.identity import unprivileged_identity
from nessos_service.local.logs import say
from nessos_service.local.parts import (
    CHECKOUT,
    courier_part,
    mail_environment,
    migrate_part,
    service_environment,
    streams_part,
    sweeper_part,
    web_part,
    worker_part,
)
from nessos_service.local.processes import StopRequested, Supervisor
from nessos_service.local.refusals import CannotStart
from nessos_service.local.servers import (
    cluster_made,
    database_url,
    is_cluster,
    postgres_answers,
    postgres_binary,
    postgres_part,
    redis_url,
    scratch_for,
    valkey_part,
    valkey_socket,
)

ADDRESS = "127.0.0.1"
SERVERS = ("postgres", "valkey")
# Together under ten seconds, with time left for the kills.
STAGES = ((("web", "streams", "worker", "courier", "sweeper", "migrate"), 5.0), (SERVERS, 3.0))


def port_wanted() -> int:
    text = os.environ.get("PORT", "") or "8000"
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 65535:
        raise CannotStart(f"PORT must be a number from 1 to 65535, not {text!r}.")
    return int(text)


def folder_wanted() -> Path:
    return (CHECKOUT / (os.environ.get("NESSOS_DATA", "") or ".nessos")).resolve()


def listener_on(port: int) -> socket.socket:
    """A socket bound to `port`, from now on ours. Raises `CannotStart` when somebody else has it."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((ADDRESS, port))
        # Bound sockets may share a port; only listening on it makes it ours.
        listener.listen(128)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise CannotStart(f"Port {port} is taken: stop what uses it, or set PORT.") from None
        raise CannotStart(f"Port {port} cannot be used: {error.strerror}. Set PORT to another.") from None
    return listener


def web_answers(port: int) -> bool:
    connection = http.client.HTTPConnection(ADDRESS, port, timeout=1)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def cluster_ready(folder: DataFolder) -> str:
    """Make the database when there is none yet; as whom PostgreSQL runs over it."""
    exists = is_cluster(folder.postgres)
    home = folder.postgres if exists else scratch_for(folder.postgres)
    identity = unprivileged_identity(binary=postgres_binary("postgres"), folders=(folder.sockets, home))
    if not exists:
        say("making the database")
        cluster_made(folder.postgres, home, identity=identity)
    return identity


def servers_started(supervisor: Supervisor, folder: DataFolder) -> dict[str, str]:
    """Start the servers that are not given from outside; the environment of the service says where each is."""
    database, redis = os.environ.get("DATABASE_URL"), os.environ.get("REDIS_URL")
    if not redis:
        supervisor.start(valkey_part(folder.valkey, folder.sockets))
    if not database:
        identity = cluster_ready(folder)
        say("starting PostgreSQL")
        supervisor.start(postgres_part(folder.postgres, folder.sockets, identity=identity))
        supervisor.wait_until(
            lambda: postgres_answers(folder.postgres),
            needs=["postgres"],
            patience=60,
            problem="PostgreSQL did not start",
        )
    if not redis:
        supervisor.wait_until(
            valkey_socket(folder.sockets).exists, needs=["valkey"], patience=20, problem="Valkey did not start"
        )
    return service_environment(
        database=database or database_url(folder.sockets),
        redis=redis or redis_url(folder.sockets),
        streams=folder.sockets / "streams",
    )


def measured(environment: dict[str, str], folder: DataFolder, part: str) -> dict[str, str]:
    """The environment of a part whose processes count together, each part in a folder beside the others."""
    return environment | {"PROMETHEUS_MULTIPROC_DIR": str(folder.path / "measures" / part)}


def serve(supervisor: Supervisor, folder: DataFolder, listener: socket.socket, port: int) -> None:
    """Start everything and keep it running until somebody wants to stop."""
    began = time.monotonic()
    environment = servers_started(supervisor, folder) | mail_environment(folder=folder.mails, port=port)
    say("bringing the database up to date, starting the web")
    # The web loads meanwhile, and serves once the database is up to date.
    supervisor.start(web_part(measured(environment, folder, "web"), listener=listener.fileno()))
    supervisor.run(migrate_part(environment), problem="The database could not be brought up to date")
    supervisor.wait_until(lambda: web_answers(port), needs=["web"], patience=90, problem="The web did not start")
    supervisor.start(
        streams_part(measured(environment, folder, "streams")),
        worker_part(measured(environment, folder, "worker")),
        courier_part(measured(environment, folder, "courier")),
        sweeper_part(environment),
    )
    say(f"Nessos is at http://{ADDRESS}:{port}/ (ready in {time.monotonic() - began:.1f} s; Ctrl-C stops it)")
    supervisor.show_logs()
    supervisor.keep_running()


def main() -> int:
    """Zero after a stop that was asked for; one, with one sentence, when Nessos cannot start."""
    # What is written here is for its owner alone.
    os.umask(0o077)
    try:
        port = port_wanted()
        with listener_on(port) as listener, data_folder_held(folder_wanted()) as folder, Supervisor(folder) as parts:
            try:
                with contextlib.suppress(StopRequested):
                    serve(parts, folder, listener, port)
                say("stopping")
            finally:
                parts.stop(*STAGES)
    except CannotStart as reason:
        sys.stderr.write(f"nessos: {reason}\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"nessos: Nessos cannot start: {error.strerror or error} ({error.filename or 'no file'}).\n")
        return 1
    except KeyboardInterrupt:
        return 130
    say("stopped")
    return 0


if __name__ == "__main__":
    sys.exit(main())
