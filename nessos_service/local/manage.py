"""Run a management command on the data of the running service: `make manage ARGS="replay_check"`."""

import os
import sys
from typing import NoReturn

from nessos_service.local.__main__ import folder_wanted
from nessos_service.local.folder import DataFolder, sockets_folder
from nessos_service.local.parts import CHECKOUT, here, service_environment
from nessos_service.local.refusals import CannotStart
from nessos_service.local.servers import database_url, postgres_answers, redis_url


def environment_running() -> dict[str, str]:
    """Where the servers of the running service are. Raises `CannotStart` when they are embedded and not running."""
    database, redis = os.environ.get("DATABASE_URL"), os.environ.get("REDIS_URL")
    if database and redis:
        return service_environment(database=database, redis=redis)
    path = folder_wanted()
    if not postgres_answers(path / "postgres"):
        raise CannotStart(f"Nothing runs on the data folder {path}: start it with `make run`, in another terminal.")
    folder = DataFolder(path=path, sockets=sockets_folder(path))
    return service_environment(
        database=database or database_url(folder.sockets), redis=redis or redis_url(folder.sockets)
    )


def main(arguments: list[str]) -> NoReturn:
    """Become the command."""
    try:
        environment = environment_running()
    except CannotStart as reason:
        sys.exit(f"nessos: {reason}")
    command = (*here(("python",)), str(CHECKOUT / "manage.py"), *arguments)
    os.execve(command[0], command, {**os.environ, **environment})


if __name__ == "__main__":
    main(sys.argv[1:])
