"""The tree survives the death of any part, and leaves nothing when it stops."""

import os
import secrets
import signal
import socket
import subprocess
import time

import psycopg
import pytest

from tests.api.caller import PASSWORD
from tests.edge.retrying import Sender
from tests.service import COMMAND, Service, service_folder

PARTS = ("web", "streams", "worker", "courier", "sweeper", "valkey", "postgres")


@pytest.mark.parametrize("part", PARTS)
def test_a_killed_part_is_started_again(service: Service, part: str) -> None:
    service.wait_ready()
    others = {name: pid for name, pid in service.pids().items() if name != part}

    killed = service.kill(part)
    service.wait_ready(30)
    if part in ("worker", "courier", "sweeper", "streams", "valkey"):
        _wait_for_heartbeats(service)

    after = service.pids()
    assert after[part] != killed
    assert {name: pid for name, pid in after.items() if name != part} == others, "only the killed part was restarted"


def test_clients_wait_while_the_web_is_restarted(service: Service) -> None:
    service.wait_ready()
    service.kill("web")

    # The socket stays open in the supervisor: the connection waits for the next process.
    assert service.get("/healthz", timeout=60)[0] == 200


def test_a_broker_that_hangs_holds_up_no_move(service: Service) -> None:
    """The answer is there before anybody has given the broker up."""
    service.wait_ready()
    sender = Sender(service.port)
    name = f"hang-{secrets.token_hex(4)}"
    token = sender.send("POST", "/players", {"name": name, "password": PASSWORD}).json()["token"]
    valkey = service.pids()["valkey"]
    said_before = len(service.said())
    os.kill(valkey, signal.SIGSTOP)
    try:
        body = {"players": 4, "bots": ["novice"] * 3}
        opened = sender.send("POST", "/games", body, Authorization=f"Bearer {token}")
        said_meanwhile = service.said()[said_before:]
        until = time.monotonic() + 30
        while "the broker is away" not in service.said()[said_before:]:
            assert time.monotonic() < until, "the broker did not hang, and nothing was shown"
            time.sleep(0.1)
    finally:
        os.kill(valkey, signal.SIGCONT)

    assert opened.status == 201
    assert "the broker is away" not in said_meanwhile


def test_a_second_instance_on_the_same_data_folder_is_refused(service: Service) -> None:
    result = _refused(service.environment(PORT="0" + str(Service(service.data).port)))

    assert f"{service.data} is in use by another Nessos (process {service.process and service.process.pid})" in result
    service.wait_ready()


def test_a_taken_port_is_refused(service: Service) -> None:
    with service_folder() as other:
        result = _refused(service.environment(NESSOS_DATA=str(other)))
        assert not other.exists()

    assert result == f"nessos: Port {service.port} is taken: stop what uses it, or set PORT.\n"


@pytest.mark.parametrize("port", ["http", "0", "65536", "-1", "８０８０"])
def test_a_port_that_is_none_is_refused(port: str) -> None:
    with service_folder() as folder:
        result = _refused(Service(folder).environment(PORT=port))

    assert result == f"nessos: PORT must be a number from 1 to 65535, not {port!r}.\n"


def test_a_data_folder_that_cannot_be_is_refused() -> None:
    with service_folder() as folder:
        folder.write_text("a file")
        result = _refused(Service(folder).environment())

    assert result == f"nessos: The data folder {folder} cannot be used: File exists. Set NESSOS_DATA.\n"


def test_a_database_that_does_not_answer_is_named() -> None:
    with service_folder() as folder, socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"postgresql://ann:secret-word@127.0.0.1:{closed.getsockname()[1]}/nessos"
        result = _refused(Service(folder).environment(DATABASE_URL=address))

    reason = result.splitlines()[-1]
    assert reason.startswith("nessos: The database could not be brought up to date: ")
    assert "onnection refused" in reason
    assert "secret-word" not in result


def _wait_for_heartbeats(service: Service) -> None:
    """Every part that says so is at work again, not only remembered."""
    newer = "SELECT count(*) FROM games_heartbeat WHERE seen_at > %s"
    with psycopg.connect(service.database_url(), autocommit=True) as connection:
        (began,) = connection.execute("SELECT clock_timestamp()").fetchone() or (None,)
        until = time.monotonic() + 60
        while connection.execute(newer, [began]).fetchone() != (4,):
            assert time.monotonic() < until, service.said()
            time.sleep(0.2)


def _refused(environment: dict[str, str]) -> str:
    """What a start that must fail says: one sentence, no traceback, a non-zero exit."""
    result = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 1
    assert "Traceback" not in result.stdout + result.stderr
    assert len(result.stderr.splitlines()) == 1
    return result.stderr
