"""Clients that send everything five times at once, and again until there is an answer."""

import http.client
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.api.caller import PASSWORD
from tests.api.tables import random_move

SENDERS = 5
PATIENCE = 30.0
OF_A_MOVE = ("offer_made", "lot_accepted", "lot_refused")


@dataclass(frozen=True)
class Said:
    """An answer over the wire."""

    status: int
    body: bytes
    headers: dict[str, str]

    @property
    def same(self) -> tuple[int, bytes, str | None]:
        return self.status, self.body, self.headers.get("Content-Type")

    def json(self) -> Any:
        return json.loads(self.body)


class Sender:
    """One connection, made anew when it breaks."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._connection: http.client.HTTPConnection | None = None

    def send(self, method: str, path: str, body: object = None, **headers: str) -> Said:
        """The answer, after as many attempts as it takes: the service may be away, or still be at it."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                said = self.once(method, path, body, headers)
                if said.status != 503 and b"idempotency_in_flight" not in said.body:
                    return said
            except (OSError, http.client.HTTPException):
                self.break_off()
            assert time.monotonic() < until, f"no answer to {method} {path}"
            time.sleep(0.01)

    def break_off(self) -> None:
        """The next attempt goes over a new connection."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def once(self, method: str, path: str, body: object, headers: dict[str, str]) -> Said:
        """One attempt. Raises OSError, HTTPException: what came of it is not known then."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=10)
        data = None if body is None else json.dumps(body)
        self._connection.request(method, f"/api/v1{path}", data, {"Content-Type": "application/json", **headers})
        answer = self._connection.getresponse()
        return Said(answer.status, answer.read(), dict(answer.headers))


def five_at_once(senders: list[Sender], *call: Any, **headers: str) -> list[Said]:
    """What each was told. They set off together."""
    heard: list[Said] = []
    barrier = threading.Barrier(len(senders))

    def send(sender: Sender) -> None:
        barrier.wait()
        heard.append(sender.send(*call, **headers))

    threads = [threading.Thread(target=send, args=(sender,)) for sender in senders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return heard


def play_doubled(
    port: int, *, moves: int, seed: int, keyed: bool = True, meanwhile: Callable[[int], None] = lambda number: None
) -> list[str]:
    """Play so many moves, each sent five times at once; every way in which that was not one effect and one answer.

    `meanwhile(number)` runs beside each move, to make trouble.
    """
    rng = random.Random(seed)
    senders = [Sender(port) for _ in range(SENDERS)]
    asker = senders[0]
    names = [f"retry-{rng.getrandbits(40):010x}" for _ in range(3)]
    tokens = [
        asker.send("POST", "/players", {"name": name, "password": PASSWORD}, **key(rng)).json()["token"]
        for name in names
    ]
    bearers = [{"Authorization": f"Bearer {token}"} for token in tokens]
    faults: list[str] = []
    made = 0
    while made < moves:
        game = asker.send("POST", "/games", {"players": 3}, **bearers[0], **key(rng)).json()
        path = f"/games/{game['id']}"
        for bearer in bearers[1:]:
            game = asker.send("POST", f"{path}/seats", {}, **bearer, **key(rng)).json()
        of_this_game = 0
        while game["status"] == "active" and made < moves:
            bearer = bearers[game["to_act"]]
            move = random_move(asker.send("GET", path, **bearer).json(), rng)
            trouble = threading.Thread(target=meanwhile, args=(made,))
            trouble.start()
            heard = five_at_once(senders, "POST", f"{path}/moves", move, **bearer, **(key(rng) if keyed else {}))
            trouble.join()
            made += 1
            of_this_game += 1
            faults += [f"move {made}: {fault}" for fault in unlike(heard)]
            game = asker.send("GET", path, **bearer).json()
        faults += doubled(asker, path, of_this_game)
    return faults


def key(rng: random.Random) -> dict[str, str]:
    return {"Idempotency-Key": f"{rng.getrandbits(128):032x}"}


def unlike(heard: list[Said]) -> list[str]:
    """Whatever keeps these from being one answer."""
    faults = []
    if len({said.same for said in heard}) != 1:
        faults.append(f"answers differ: {Counter(said.status for said in heard)}")
    if heard[0].status != 201:
        faults.append(f"status {heard[0].status}")
    firsts = sum("Idempotency-Replayed" not in said.headers for said in heard)
    if firsts > 1:
        faults.append(f"{firsts} first answers")
    return faults


def doubled(asker: Sender, path: str, moves: int) -> list[str]:
    """Whether the log has another number of moves than were made."""
    kinds: list[str] = []
    after = 0
    while items := asker.send("GET", f"{path}/events?after={after}&limit=100").json()["items"]:
        kinds += [event["kind"] for event in items]
        after = items[-1]["seq"]
    in_the_log = sum(kind in OF_A_MOVE for kind in kinds)
    return [] if in_the_log == moves else [f"{moves} moves were made, {in_the_log} are in the log"]
