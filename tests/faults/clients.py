"""Clients that play whatever happens, and remember what they were told."""

import http.client
import json
import random
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.api.caller import PASSWORD
from tests.api.folding import fold
from tests.api.tables import random_move
from tests.edge.retrying import Said, Sender, key
from tests.faults.histories import Attempt, History, Outcome

NOBODYS_PORT = 1025
STANDSTILL = 60.0
"""Seconds without any new event after which a game is said to stand still."""


@dataclass(frozen=True)
class Person:
    """A player with a token."""

    name: str
    bearer: dict[str, str]


def registered(sender: Sender, rng: random.Random, *, reachable: bool = False) -> Person:
    """Somebody new. No two runs use the same name: the service may be one that others used before.

    Who is `reachable` has an address for mails, and a webhook at which nobody listens.
    """
    name = f"f-{secrets.token_hex(6)}"
    address = {"email": f"{name}@mail.example"} if reachable else {}
    said = sender.send("POST", "/players", {"name": name, "password": PASSWORD, **address}, **key(rng))
    person = Person(name, {"Authorization": f"Bearer {said.json()['token']}"})
    if reachable:
        hook = {"url": f"http://127.0.0.1:{NOBODYS_PORT}/", "events": ["your_turn", "game_started", "game_ended"]}
        said = sender.send("POST", "/webhooks", hook, **person.bearer, **key(rng))
        assert said.status == 201, said.body
    return person


class TableAtWork:
    """A few humans and bots at a table, one game after the other, all in one thread.

    Half of the moves have a key and are sent again until there is an answer; the others are looked up afterwards.
    """

    def __init__(
        self,
        port: int,
        history: History,
        *,
        seed: int,
        humans: int = 2,
        bots: tuple[str, ...] = ("novice",),
        reachable: bool = False,
    ):
        self._rng = random.Random(seed)
        self._sender = Sender(port)
        self._history = history
        self._bots = bots
        self.people = [registered(self._sender, self._rng, reachable=reachable) for _ in range(humans)]

    def play(self, enough: Callable[[], bool]) -> None:
        """Games to their ends: one, and more until it is enough."""
        self.play_one()
        while not enough():
            self.play_one()

    def play_one(self) -> str:
        """One whole game; its id. What goes wrong is a fault in the history."""
        view = self._opened()
        game, moved_at = view["id"], time.monotonic()
        folded = {person.name: self._look(game, person) for person in self.people}
        while view["status"] == "active":
            if self._history.given_up.is_set():
                return str(game)
            seat = view["to_act"]
            if seat < len(self.people):
                self._move(game, seat)
            else:
                time.sleep(0.05)
            before, view = view["version"], self._look(game, self.people[0])
            if view["version"] > before:
                moved_at = time.monotonic()
            elif time.monotonic() - moved_at > STANDSTILL:
                self._history.fault(f"game {game} stands still at {before}, seat {seat}")
                return str(game)
        for person in self.people:
            self._compare(game, person, folded[person.name])
            self._have_analysed(game, person)
        self._history.end(game)
        return str(game)

    def _opened(self) -> Any:
        creator, *others = self.people
        view = self._done(creator, "/games", {"players": len(self.people) + len(self._bots)})
        for person in others:
            view = self._done(person, f"/games/{view['id']}/seats", {})
        for level in self._bots:
            view = self._done(creator, f"/games/{view['id']}/bots", {"level": level})
        return self._look(view["id"], creator)

    def _done(self, person: Person, path: str, body: object) -> Any:
        said = self._sender.send("POST", path, body, **person.bearer, **key(self._rng))
        if said.status >= 300:
            self._history.fault(f"POST {path}: {said.status} {said.body[:200]!r}")
        return said.json()

    def _look(self, game: str, person: Person) -> Any:
        said = self._sender.send("GET", f"/games/{game}", **person.bearer)
        if said.status != 200:
            self._history.fault(f"GET {game}: {said.status} {said.body[:200]!r}")
        return said.json()

    def _move(self, game: str, seat: int) -> None:
        person = self.people[seat]
        view = self._look(game, person)
        if view["to_act"] != seat or view["you"]["legal"] is None:
            return
        move = random_move(view, self._rng)
        header = key(self._rng) if self._rng.random() < 0.5 else {}
        until = time.monotonic() + STANDSTILL
        while True:
            attempt = self._attempt(game, seat, move, person.bearer | header)
            self._history.note(attempt)
            if attempt.outcome is not Outcome.UNKNOWN or not header or time.monotonic() > until:
                return
            time.sleep(0.05)

    def _attempt(self, game: str, seat: int, move: dict[str, Any], headers: dict[str, str]) -> Attempt:
        about = (game, seat, move["version"], move)
        try:
            said = self._sender.once("POST", f"/games/{game}/moves", move, headers)
        except (OSError, http.client.HTTPException):
            self._sender.break_off()
            return Attempt(*about, Outcome.UNKNOWN)
        if said.status == 201:
            return Attempt(*about, Outcome.OK, 201)
        if said.status >= 500 or b"idempotency_in_flight" in said.body:
            if said.status == 503 and "Retry-After" not in said.headers:
                self._history.fault("503 without Retry-After")
            return Attempt(*about, Outcome.UNKNOWN, said.status)
        return Attempt(*about, Outcome.FAIL, said.status)

    def _have_analysed(self, game: str, person: Person) -> None:
        """Have the worker judge the game: whoever asks first begins it."""
        said = self._sender.send("GET", f"/games/{game}/analysis", **person.bearer)
        if said.status not in (200, 202):
            self._history.fault(f"GET {game}/analysis: {said.status} {said.body[:200]!r}")

    def _compare(self, game: str, person: Person, view: Any) -> None:
        """State and events give the state that is fetched."""
        events = list(self._events(game, person, view["version"]))
        fetched = self._look(game, person)
        if fold(view, events) != fetched:
            self._history.fault(f"game {game}: state and events are not the state fetched, for {person.name}")

    def _events(self, game: str, person: Person, after: int) -> Iterator[Any]:
        while True:
            said = self._sender.send("GET", f"/games/{game}/events?after={after}&limit=50", **person.bearer)
            items = said.json()["items"]
            yield from items
            if not items:
                return
            after = items[-1]["seq"]


@contextmanager
def at_work(tables: list[TableAtWork], enough: Callable[[], bool]) -> Iterator[None]:
    """All tables play meanwhile, each in a thread, and end their games afterwards."""
    failed: list[BaseException] = []

    def work(table: TableAtWork) -> None:
        try:
            table.play(enough)
        except BaseException as failure:
            failed.append(failure)

    threads = [threading.Thread(target=work, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for thread in threads:
            thread.join()
    if failed:
        raise failed[0]


MAKE_MOVE = """mutation($input: MakeMoveInput!) { makeMove(input: $input) { game { version } errors { code } } }"""


class Racer:
    """One kept connection on which a move is sent by REST or by GraphQL."""

    def __init__(self, port: int, *, graphql: bool) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._graphql = graphql

    def send(self, game: str, move: dict[str, Any], bearer: dict[str, str]) -> str:
        """`made`, or the code of the refusal, or a status that should not be."""
        said = self._asked(game, move, bearer)
        if said.status not in (200, 201, 409):
            return f"status {said.status}"
        body = said.json()
        if not self._graphql:
            return "made" if said.status == 201 else str(body["code"])
        if body.get("errors"):
            return f"errors {body['errors']}"
        codes = [error["code"] for error in body["data"]["makeMove"]["errors"]]
        return str(codes[0]) if codes else "made"

    def _asked(self, game: str, move: dict[str, Any], bearer: dict[str, str]) -> Said:
        path, body = f"/api/v1/games/{game}/moves", dict[str, Any](move)
        if self._graphql:
            path, body = "/graphql", {"query": MAKE_MOVE, "variables": {"input": {"gameId": game, **move}}}
        self._connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json", **bearer})
        answer = self._connection.getresponse()
        return Said(answer.status, answer.read(), dict(answer.headers))
