"""The rounds of a game tell what its events tell, and no more."""

import random
from typing import Any

import pytest

from tests.api.caller import Caller, refused, registered
from tests.api.tables import open_table

pytestmark = pytest.mark.django_db


def rounds_told(events: list[Any]) -> list[Any]:
    """The rounds, put together out of the events that somebody may see."""
    rounds: list[Any] = []
    for event in events:
        data = event["data"]
        match event["kind"]:
            case "round_started":
                rounds.append(
                    {"number": data["round"], "first_seat": data["first_seat"], "offers": [], "outcome": None}
                )
            case "offer_made":
                rounds[-1]["offers"].append({name: data[name] for name in ("from", "to", "claim", "card")})
            case "lot_accepted" | "lot_refused":
                for offer, card in zip(rounds[-1]["offers"], data["cards"], strict=True):
                    offer["card"] = card["card"]
                rounds[-1]["outcome"] = {
                    "kind": event["kind"].removeprefix("lot_"),
                    **{name: data[name] for name in ("by", "receiver", "points", "charons")},
                    "eliminated": False,
                }
            case "player_eliminated":
                rounds[-1]["outcome"]["eliminated"] = True
    return rounds


def test_rounds_are_what_the_events_tell_to_each_viewer_at_every_step() -> None:
    rng = random.Random(6)
    table = open_table("ann", "bob", "cleo")
    while table.view()["status"] == "active":
        for caller in (*table.seated, Caller()):
            events = caller.get(f"{table.path}/events").json()["items"]
            if len(events) < 100:
                assert caller.get(f"{table.path}/rounds").json() == {"items": rounds_told(events), "next": None}
        table.play(rng)


def test_the_rounds_of_a_private_game_are_for_those_who_may_see_it() -> None:
    ann, eve = registered("ann"), registered("eve")
    game = ann.post("/games", {"visibility": "private"}).json()
    path = f"/games/{game['id']}/rounds"
    assert refused(eve.get(path)) == (404, "not_found", None)
    assert refused(Caller().get(f"{path}?invite=x")) == (404, "not_found", None)
    assert eve.get(f"{path}?invite={game['invite']}").json() == {"items": [], "next": None}
    assert refused(eve.get("/games/nosuchgame/rounds")) == (404, "not_found", None)
