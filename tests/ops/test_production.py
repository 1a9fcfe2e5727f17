"""The commands of docker-compose.yml, run natively in production's environment against servers of their own."""

import http.client
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from nessos_service.local.parts import COURIER, MIGRATE, STREAMS, SWEEPER, WEB, WORKER, here
from tests.servers import throw_away_servers
from tests.service import CHECKOUT, GIVEN_FROM_OUTSIDE, free_port

pytestmark = pytest.mark.xdist_group("production")
LONG_RUNNING = {"web": WEB, "streams": STREAMS, "worker": WORKER, "courier": COURIER, "sweeper": SWEEPER}


class Production:
    """What the containers would be: one process for each."""

    def __init__(self, addresses: dict[str, str], logs: Path) -> None:
        self.port = free_port()
        self.streams_port = free_port()
        self.logs = logs
        self.environment = {name: value for name, value in os.environ.items() if name not in GIVEN_FROM_OUTSIDE}
        self.environment |= addresses | {
            "NESSOS_ENV": "production",
            "SECRET_KEY": "a-key-for-the-tests-0123456789-abcdefghijklmnopqrstuvwxyz",
            "ALLOWED_HOSTS": "nessos.example",
            "GUNICORN_CMD_ARGS": f"--bind 127.0.0.1:{self.port}",
            "STREAMS_SOCKET": str(logs / "streams"),
            "STREAMS_BIND": f"127.0.0.1:{self.streams_port}",
            "PYTHONUNBUFFERED": "1",
        }
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            here(command), cwd=CHECKOUT, env=self.environment, capture_output=True, text=True, timeout=60, check=False
        )

    def start(self, name: str) -> None:
        with open(self.logs / f"{name}.log", "wb") as log:
            self.processes[name] = subprocess.Popen(
                here(LONG_RUNNING[name]),
                cwd=CHECKOUT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def log(self, name: str) -> str:
        return (self.logs / f"{name}.log").read_text(encoding="utf-8", errors="replace")

    def get(self, path: str, port: int = 0, **headers: str) -> tuple[int, bytes, http.client.HTTPMessage]:
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=10)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.headers
        finally:
            connection.close()

    def status(self, path: str, **headers: str) -> int:
        try:
            return self.get(path, **headers)[0]
        except (OSError, http.client.HTTPException):
            return 0


@pytest.fixture(scope="module")
def production(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Production]:
    with throw_away_servers(durable=True) as addresses:
        running = Production(addresses, tmp_path_factory.mktemp("logs"))
        migrated = running.run(*MIGRATE)
        assert migrated.returncode == 0, migrated.stderr
        for name in LONG_RUNNING:
            running.start(name)
        try:
            until = time.monotonic() + 60
            while running.status("/readyz") != 200:
                assert time.monotonic() < until, [running.log(name) for name in LONG_RUNNING]
                time.sleep(0.2)
            yield running
        finally:
            for process in running.processes.values():
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()


@pytest.mark.parametrize("part", LONG_RUNNING)
def test_the_health_check_of_each_container_passes(production: Production, part: str) -> None:
    # The web's looks at the container's own port, which is another one here.
    if part == "web":
        assert production.status("/healthz", Host="localhost") == 200
    else:
        result = production.run("python", "-m", "nessos_service.probes", part)
        assert (result.returncode, result.stdout) == (0, f"{part}: ok\n")


def test_only_https_is_served_and_only_to_known_names(production: Production) -> None:
    status, _, headers = production.get("/api/v1/", Host="nessos.example")
    assert (status, headers["Location"]) == (301, "https://nessos.example/api/v1/")

    status, _, headers = production.get("/api/v1/", Host="nessos.example", **{"X-Forwarded-Proto": "https"})
    assert status == 200
    assert headers["Strict-Transport-Security"].startswith("max-age=31536000")

    assert production.status("/api/v1/", Host="elsewhere.example", **{"X-Forwarded-Proto": "https"}) == 400


def test_streams_answer_through_the_web_and_to_a_proxy_alike(production: Production) -> None:
    path = "/api/v1/games/nowhere/stream"
    sent = {"Host": "nessos.example", "X-Forwarded-Proto": "https", "X-Request-ID": "a-stream"}
    through, directly = (production.get(path, port, **sent) for port in (production.port, production.streams_port))

    assert (through[0], directly[0]) == (404, 404)
    assert through[1] == directly[1]
    kept = [{name.lower(): value for name, value in said[2].items()} for said in (through, directly)]
    for headers in kept:
        assert headers["x-request-id"] == "a-stream"
        for of_the_hop in ("date", "connection", "ratelimit", "server"):
            headers.pop(of_the_hop, None)
    assert kept[0] == kept[1]
    assert production.get(path, production.streams_port, Host="nessos.example")[0] == 301
    line = next(line for line in production.log("streams").splitlines() if '"a-stream"' in line)
    assert json.loads(line)["status"] == 404


def test_the_log_is_json_and_has_no_secrets(production: Production) -> None:
    production.get(
        "/api/v1/games/x?invite=secret-invitation",
        Host="nessos.example",
        Authorization="Bearer nss_secret-token",
        Cookie="a=secret-cookie",
        **{"X-Forwarded-Proto": "https", "X-Request-ID": "the-one-looked-for"},
    )

    until = time.monotonic() + 5
    while "the-one-looked-for" not in production.log("web"):
        assert time.monotonic() < until
        time.sleep(0.05)
    lines = [json.loads(line) for line in production.log("web").splitlines()]
    (line,) = (line for line in lines if line.get("request_id") == "the-one-looked-for")
    assert (line["method"], line["path"], line["status"]) == ("GET", "/api/v1/games/x", 401)
    assert {"gunicorn.error", "nessos.request"} <= {line["logger"] for line in lines}
    assert "secret" not in production.log("web")


def test_every_container_stops_in_time(production: Production) -> None:
    began = time.monotonic()
    for process in production.processes.values():
        process.send_signal(signal.SIGTERM)

    codes = {name: process.wait(timeout=10) for name, process in production.processes.items()}

    assert time.monotonic() - began < 10
    assert codes == dict.fromkeys(LONG_RUNNING, 0)
