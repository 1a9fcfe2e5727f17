"""Tables to play at, over HTTP."""

import random
from dataclasses import dataclass
from typing import Any

from tests.api.caller import Caller, registered


@dataclass(frozen=True)
class Table:
    """A game and those who sit there, by seat."""

    id: str
    seated: tuple[Caller, ...]

    @property
    def path(self) -> str:
        return f"/games/{self.id}"

    def view(self, seat: int = 0) -> Any:
        answer = self.seated[seat].get(self.path)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def to_act(self) -> tuple[int, Any]:
        """The seat to act, and what it sees."""
        seat = self.view()["to_act"]
        return seat, self.view(seat)

    def play(self, rng: random.Random) -> Any:
        """One random legal move of the seat to act; what that seat sees then."""
        seat, view = self.to_act()
        answer = self.seated[seat].post(f"{self.path}/moves", random_move(view, rng))
        assert answer.status_code == 201, answer.content
        return answer.json()

    def play_to_the_end(self, rng: random.Random) -> Any:
        while (view := self.view())["status"] == "active":
            self.play(rng)
        return view


def open_table(*names: str, **settings: Any) -> Table:
    """A game opened by the first, with all seats taken: it has started."""
    seated = tuple(registered(name) for name in names)
    opened = seated[0].post("/games", {"players": len(names), **settings})
    assert opened.status_code == 201, opened.content
    game = opened.json()
    for caller in seated[1:]:
        taken = caller.post(f"/games/{game['id']}/seats", {"invite": game["invite"]} if game["invite"] else {})
        assert taken.status_code == 201, taken.content
    return Table(game["id"], seated)


def random_move(view: Any, rng: random.Random) -> dict[str, Any]:
    """A legal move, from what the view offers and nothing else."""
    legal = view["you"]["legal"]
    kinds = [kind for kind in ("accept", "refuse") if legal[kind]] + ["offer"] * (legal["offer"] is not None)
    move = {"version": view["version"], "kind": rng.choice(kinds)}
    if move["kind"] == "offer":
        choice = rng.choice(legal["offer"]["cards"])
        move |= {"card": choice["card"], "claim": rng.choice(choice["claims"]), "to": rng.choice(legal["offer"]["to"])}
    return move
