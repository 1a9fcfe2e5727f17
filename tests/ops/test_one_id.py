"""One id leads through the logs: from the request to the move, the bot's answer to it, and the notice."""

import http.client
import json
import time
from typing import Any

import pytest

from tests.api.tables import random_move
from tests.service import Service, running_service

NAMES = ("ann", "bob")
pytestmark = pytest.mark.xdist_group("logs")


class Asking:
    """A player on the real service, whose requests have names."""

    def __init__(self, service: Service, name: str) -> None:
        self._port = service.port
        self._token = ""
        self._token = self.call("POST", "/players", {"name": name, "password": "correct horse battery"})["token"]

    def call(self, method: str, path: str, body: object = None, *, request: str = "") -> Any:
        headers = {"Content-Type": "application/json", "X-Request-ID": request or "some-other"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
        connection.request(method, f"/api/v1{path}", None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        assert answer.status < 300, text
        return json.loads(text)


def lines_named(service: Service, request: str) -> list[dict[str, Any]]:
    """What all parts logged under a name, in the order of time."""
    lines = []
    for file in (service.data / "logs").glob("*.log"):
        said = file.read_text(encoding="utf-8").splitlines()
        lines += [json.loads(line) for line in said if request in line]
    return sorted((line for line in lines if line.get("request_id") == request), key=lambda line: str(line["at"]))


def test_one_moves_way_has_one_name() -> None:
    with running_service(LOG_FORMAT="json", METRICS_TOKEN="scraper") as service:
        ann, bob = (Asking(service, name) for name in NAMES)
        view = ann.call("POST", "/games", {"players": 3})
        path = f"/games/{view['id']}"
        bob.call("POST", f"{path}/seats", {})
        ann.call("POST", f"{path}/bots", {"level": "novice"})

        # Given a human's move to which a bot answers, after which a human is to act.
        request, lines = "", []
        for number in range(40):
            view = ann.call("GET", path)
            if view["status"] != "active":
                break
            if view["to_act"] == 2:
                time.sleep(0.1)
                continue
            asking = (ann, bob)[view["to_act"]]
            move = offer_to_the_bot(asking.call("GET", path))
            request = f"the-move-{number}"
            asking.call("POST", f"{path}/moves", move, request=request)
            if move.get("to") == 2:
                lines = settled(service, request)
                break

        events = [(line["logger"], line["event"], line.get("task")) for line in lines]
        assert ("nessos.request", "request", None) in events
        assert ("nessos.task", "task", "bots.play_turn") in events
        assert ("nessos.task", "task", "games.tell") in events
        assert ("nessos.notice", "told", None) in events
        recorded = [line for line in lines if line["event"] == "recorded"]
        assert len(recorded) >= 2, "the move, and the bot's"
        assert recorded[0]["version"] > move["version"]
        assert recorded[1]["version"] > recorded[0]["version"]
        assert {line["game"] for line in lines if "game" in line} == {view["id"]}
        # And nothing hidden stands in any of it.
        text = json.dumps(lines)
        assert '"card"' not in text
        assert '"hand' not in text

        # What web and worker counted is told in one place.
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
        connection.request("GET", "/metrics", headers={"Authorization": "Bearer scraper"})
        told = connection.getresponse().read().decode()
        connection.close()
        assert (
            'nessos_request_seconds_count{method="POST",route="/api/v1/games/<str:game_id>/moves",status="201"}' in told
        )
        assert 'nessos_bot_move_seconds_count{level="novice"}' in told
        assert 'nessos_task_seconds_count{result="success",task="games.tell"}' in told


def offer_to_the_bot(view: Any) -> dict[str, Any]:
    """A move after which the bot at seat 2 is to act, if there is one."""
    import random

    rng = random.Random(view["version"])
    moves = [random_move(view, rng) for _ in range(30)]
    return next((move for move in moves if move.get("to") == 2), moves[0])


def settled(service: Service, request: str) -> list[dict[str, Any]]:
    """The lines of a request, once the player whose turn it is then was told."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        lines = lines_named(service, request)
        if any(line.get("task") == "games.tell" for line in lines):
            break
        time.sleep(0.2)
    return lines
