"""The example bot plays against the running service, is killed and comes back, and copes with what may be answered."""

import importlib
import json
import os
import secrets
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.service import Service

PROGRAM = Path(__file__).resolve().parents[2] / "examples" / "bot.py"
A_MINUTE = 60


def called(service: Service, method: str, path: str, token: str = "", body: dict[str, Any] | None = None) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{service.base_url}/api/v1{path}", data, headers, method=method)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def new_token(service: Service) -> str:
    body = {"name": f"robot-{secrets.token_hex(4)}", "password": secrets.token_urlsafe(16)}
    token: str = called(service, "POST", "/players", body=body)["token"]
    return token


def opened(service: Service, token: str, **settings: Any) -> Any:
    return called(service, "POST", "/games", token, {"players": 3, "bots": ["novice"], "rated": False, **settings})


@contextmanager
def bot(service: Service, token: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The program, at work."""
    process = subprocess.Popen(
        [sys.executable, str(PROGRAM), "--url", service.base_url, *arguments],
        env={**os.environ, "NESSOS_TOKEN": token},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def until_over(service: Service, game_id: str, token: str) -> Any:
    until = time.monotonic() + A_MINUTE
    while (game := called(service, "GET", f"/games/{game_id}", token))["status"] != "finished":
        assert time.monotonic() < until, game
        time.sleep(0.2)
    return game


def test_two_of_them_and_a_novice_finish_a_private_game(service: Service) -> None:
    ann, ben = new_token(service), new_token(service)
    game = opened(service, ann, visibility="private")

    with bot(service, ann, game["id"]) as first, bot(service, ben, game["id"], "--invite", game["invite"]) as second:
        said = [process.communicate(timeout=A_MINUTE) for process in (first, second)]

    assert [first.returncode, second.returncode] == [0, 0], said
    over = called(service, "GET", f"/games/{game['id']}", ann)
    assert over["status"] == "finished"
    for out, err in said:
        *moves, end = out.splitlines()
        assert err == ""
        assert len(moves) > 1
        assert end.startswith(f"{game['id']} is over ({over['result']['reason']}): ")
    # They made their moves themselves: no turn ran out, and none was made twice.
    record = called(service, "GET", f"/games/{game['id']}/record", ann)
    kinds = [event["kind"] for event in record["events"]]
    assert not {"turn_expired", "seat_handed_over"} & set(kinds)


def test_killed_and_started_again_it_goes_on(service: Service) -> None:
    token = new_token(service)
    game = opened(service, token, bots=["novice", "guarded"])

    with bot(service, token, game["id"]) as first:
        assert first.stdout is not None
        assert first.stdout.readline().startswith(game["id"])
    assert called(service, "GET", f"/games/{game['id']}", token)["status"] == "active"

    with bot(service, token, game["id"]) as second:
        out, err = second.communicate(timeout=A_MINUTE)

    assert (second.returncode, err) == (0, "")
    assert "is over" in out


def test_without_a_game_it_plays_all_that_wait(service: Service) -> None:
    token = new_token(service)
    games = [opened(service, token, bots=["novice", "novice"])["id"] for _ in range(2)]

    with bot(service, token) as process:
        # It looks at the list every other second: a few of its turns show that it plays both.
        assert process.stdout is not None
        played = {process.stdout.readline().split()[0] for _ in range(6)}

    assert played == set(games)


def test_it_says_why_it_cannot_play(service: Service) -> None:
    token = new_token(service)
    full = opened(service, new_token(service), bots=["novice", "novice"])["id"]

    for arguments, said in (([full], "game_full"), (["nosuchgame"], "not_found")):
        with bot(service, token, *arguments) as process:
            _, err = process.communicate(timeout=A_MINUTE)
        assert process.returncode == 1
        assert err.startswith(f"The service refused: {said}")
    with bot(service, "nss_nobody", full) as process:
        _, err = process.communicate(timeout=A_MINUTE)
    assert err.startswith("The service refused: not_authenticated")


# --- What may be answered --------------------------------------------------------------------------------------------


@pytest.fixture
def example() -> Any:
    return importlib.import_module("examples.bot")


class Scripted(BaseHTTPRequestHandler):
    """Gives the answers of its server's script, one after the other; None breaks the connection."""

    def do_POST(self) -> None:
        server: Any = self.server
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server.asked.append((self.headers["Idempotency-Key"], body))
        answer = server.script.pop(0)
        if answer is None:
            self.close_connection = True
            return
        status, headers, document = answer
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(json.dumps(document).encode())

    def log_message(self, *_: object) -> None:
        """Not on the terminal."""


@pytest.fixture
def scripted() -> Iterator[Any]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Scripted) as server:
        server.asked = []  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def a_turn(version: int = 17) -> dict[str, Any]:
    """A view in which any card may be offered."""
    cards = [{"card": card, "claims": [card] if card else list(range(11))} for card in (0, 3, 9)]
    return {
        "id": "k7q2m9xw4t",
        "version": version,
        "status": "active",
        "rules": {"deck": {str(card): 4 for card in range(11)}},
        "seats": [{"charons": 0, "front": []} for _ in range(3)],
        "lot": [],
        "you": {
            "seat": 0,
            "hand": [0, 3, 9],
            "legal": {"accept": False, "refuse": False, "offer": {"cards": cards, "to": [1, 2]}},
        },
    }


def client(example: Any, scripted: Any, token: str = "nss_test") -> Any:
    return example.Service(f"http://127.0.0.1:{scripted.server_port}", token)


def test_what_may_pass_is_waited_for_under_the_same_key(example: Any, scripted: Any) -> None:
    scripted.script = [
        (429, {"Retry-After": "1"}, {"code": "rate_limited"}),
        (503, {"Retry-After": "0"}, {"code": "unavailable"}),
        (409, {"Retry-After": "0"}, {"code": "idempotency_in_flight"}),
        None,
        (201, {}, {"version": 18}),
    ]
    began = time.monotonic()

    assert example.take_turn(client(example, scripted), a_turn()) == {"version": 18}

    assert time.monotonic() - began >= 1
    assert len(scripted.asked) == 5
    assert all(asked == scripted.asked[0] for asked in scripted.asked)


def test_a_bot_started_anew_sends_the_same_move_under_the_same_key(example: Any, scripted: Any) -> None:
    scripted.script = [(201, {}, {})] * 6

    for _ in range(2):
        for version in (17, 18, 19):
            example.take_turn(client(example, scripted), a_turn(version))

    assert scripted.asked[:3] == scripted.asked[3:]
    assert len({key for key, _ in scripted.asked}) == 3


def test_a_key_that_was_used_by_another_program_is_not_used_again(example: Any, scripted: Any) -> None:
    scripted.script = [(422, {}, {"code": "idempotency_mismatch"}), (201, {}, {"version": 18})]

    assert example.take_turn(client(example, scripted), a_turn()) == {"version": 18}

    (first, move), (second, same_move) = scripted.asked
    assert first != second
    assert move == same_move


def test_it_looks_again_when_the_game_moved_on(example: Any, scripted: Any) -> None:
    now = {"id": "k7q2m9xw4t", "version": 18}
    scripted.script = [(409, {}, {"code": "stale_version", "game": now})]

    assert example.take_turn(client(example, scripted), a_turn()) == now


def test_another_refusal_ends_it(example: Any, scripted: Any) -> None:
    scripted.script = [(403, {}, {"code": "suspended"})]

    with pytest.raises(example.Refused, match="suspended"):
        example.take_turn(client(example, scripted), a_turn())


def test_its_moves_are_legal(example: Any) -> None:
    for seed in range(200):
        move = example.choose_move(a_turn(), Random(seed))
        assert move["kind"] == "offer"
        assert move["to"] in (1, 2)
        assert move["claim"] == move["card"] or (move["card"] == 0 and 0 < move["claim"] <= 10)
