"""The example client plays against the running service, and copes with what a service may answer."""

import importlib
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.service import Service

PROGRAM = Path(__file__).resolve().parents[2] / "examples" / "play_a_game.py"
A_MINUTE = 60


def run(service: Service, *arguments: str) -> list[str]:
    """What the example prints; it must end well within a minute."""
    command = [sys.executable, str(PROGRAM), "--url", service.base_url, *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=A_MINUTE)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stderr == ""
    return ended.stdout.splitlines()


def test_it_plays_a_game_and_tells_it(service: Service) -> None:
    said = run(service)

    assert "plays" in said[0]
    assert said[1].startswith("At the table: hero-")
    assert said[1].endswith("(you), guarded-1, novice-1, guarded-2")
    assert any("puts a card before" in line for line in said)
    assert any("accepts:" in line or "refuses:" in line for line in said)
    assert "The game is over." in said
    assert any(line.endswith("the seed of the shuffle fits.") for line in said)


@pytest.mark.parametrize(("players", "bots"), [("3", "novice"), ("6", "guarded,novice,novice")])
def test_it_tells_the_result_only_when_asked_to_be_quiet(service: Service, players: str, bots: str) -> None:
    said = run(service, "--players", players, "--bots", bots, "--quiet")

    assert not any("puts a card before" in line for line in said)
    assert sum(" points, " in line for line in said) == int(players)


def test_it_says_why_it_cannot_play(service: Service) -> None:
    command = [sys.executable, str(PROGRAM), "--url", service.base_url, "--bots", "omniscient"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=A_MINUTE)

    assert ended.returncode == 1
    assert ended.stderr.startswith("The service refused: invalid_value")


@pytest.fixture
def example() -> Any:
    return importlib.import_module("examples.play_a_game")


class Scripted(BaseHTTPRequestHandler):
    """Gives the answers of its server's script, one after the other, and notes what was asked."""

    def do_POST(self) -> None:
        server: Any = self.server
        self.rfile.read(int(self.headers["Content-Length"]))
        server.keys.append(self.headers["Idempotency-Key"])
        status, headers, body = server.script.pop(0)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *_: object) -> None:
        """Not on the terminal."""


@pytest.fixture
def scripted() -> Iterator[Any]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Scripted) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_it_waits_as_long_as_it_is_asked_to(example: Any, scripted: Any) -> None:
    scripted.keys = []
    scripted.script = [(429, {"Retry-After": "1"}, {}), (503, {"Retry-After": "0"}, {}), (201, {}, {"ok": True})]
    service = example.Service(f"http://127.0.0.1:{scripted.server_port}")
    began = time.monotonic()

    assert service.post("/games", {}) == {"ok": True}

    assert time.monotonic() - began >= 1
    # It is one request to the service, however often it was sent.
    assert len(scripted.keys) == 3
    assert len(set(scripted.keys)) == 1


def test_it_looks_again_when_the_game_moved_on(example: Any, scripted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    now = {"id": "k7q2m9xw4t", "version": 18}
    scripted.keys = []
    scripted.script = [(409, {}, {"code": "stale_version", "game": now})]
    service = example.Service(f"http://127.0.0.1:{scripted.server_port}")
    monkeypatch.setattr(example, "choose_move", lambda game: {"kind": "accept"})

    assert example.make_move(service, {"id": "k7q2m9xw4t", "version": 17}) == now
    assert len(scripted.keys) == 1
