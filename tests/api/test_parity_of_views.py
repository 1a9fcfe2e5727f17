"""Whatever can be read is the same through REST and through GraphQL, for everybody."""

import random
from datetime import timedelta
from typing import Any, Final

import pytest

from games import store
from games.moderated import Message
from games.services.analysis import analysis_work
from players.models import Case, Player
from tests.api.caller import Caller, logged_in
from tests.api.graphql.asking import data
from tests.api.graphql.views import GAME, as_rest
from tests.api.sides import SIDES, Rest, Side
from tests.api.tables import open_table, random_move
from tests.api.worlds import World, a_mute, eve_name, sanction

pytestmark = pytest.mark.django_db

LOOKS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "game": ("game", {}),
    "all games": ("games", {}),
    "games by status": ("games", {"status": "active"}),
    "games by player": ("games", {"player": "bob-g"}),
    "games to join": ("games", {"joinable": "true"}),
    "games not to join": ("games", {"joinable": "false"}),
    "games from the oldest": ("games", {"order": "oldest", "limit": 2}),
    "rounds": ("rounds", {}),
    "events": ("events", {}),
    "some events": ("events", {"after": 3, "limit": 4}),
    "me": ("me", {}),
    "turns": ("turns", {}),
    "away": ("away", {"limit": 1}),
    "away after nonsense": ("away", {"cursor": "x"}),
    "clock": ("clock", {}),
    "tokens": ("tokens", {"limit": 1}),
    "player": ("player", {}),
    "bots": ("bots", {}),
    "temperaments": ("temperaments", {}),
    "own bots": ("ownBots", {"limit": 1}),
    "own bots after nonsense": ("ownBots", {"cursor": "x"}),
    "a hint where none is given": ("hint", {}),
    "analysis": ("analysis", {}),
    "rules": ("rules", {}),
    "record": ("record", {}),
    "no game": ("game", {}),
    "too many games": ("games", {"limit": 101}),
    "games after nonsense": ("games", {"cursor": "nonsense"}),
    "events after nonsense": ("events", {"cursor": "x"}),
    "tokens after nonsense": ("tokens", {"cursor": "x"}),
    "no player": ("player", {}),
}


@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.parametrize("moment", ["running", "finished"])
def test_what_is_seen_is_the_same(name: str, moment: str) -> None:
    """By a seated player at their turn and not, a stranger, nobody, and a token that may only play."""
    what, asked = LOOKS[name]
    world = World(SIDES[1])
    world.eve.post(f"/games/{world.open_game}/seats")
    _ = world.private_game
    rng = random.Random(7)
    table = world.table
    for caller in table.seated:
        # Away from now on, and by night: every clock has something to tell.
        caller.patch("/players/me", {"quiet_hours": {"from": "20:00", "until": "08:00"}})
        for days in (0, 20):
            caller.post("/players/me/away", {"from": in_days(days), "until": in_days(days + 2)})
    for _ in range(5):
        table.play(rng)
    if moment == "finished":
        table.play_to_the_end(rng)
    subject = {"player": world.name("bob"), "no player": "nobody-here", "no game": "nosuchgame"}.get(
        name, world.name("bob") if what == "player" else table.id
    )
    for name_of_bot in ("tin", "tan"):
        world.ann.post("/players/me/bots", {"name": world.name(name_of_bot), "description": "made of tin"})
    player_only = logged_in(world.name("bob"), scopes=["play"])
    for caller in (*table.seated, world.eve, Caller(), player_only):
        by_rest, by_graphql = (side.look(caller, what, subject, **graphql_words(side, asked)) for side in SIDES)
        assert by_rest == by_graphql
    games = [world.private_game["id"], world.open_game]
    if what in {"game", "rounds", "events", "clock", "record", "hint", "analysis"}:
        for game_id in games:
            for caller in (world.ann, world.eve, Caller()):
                by_rest, by_graphql = (side.look(caller, what, game_id) for side in SIDES)
                assert by_rest == by_graphql


def in_days(days: int) -> str:
    return (store.now() + timedelta(days=days)).date().isoformat()


def graphql_words(side: Side, asked: dict[str, Any]) -> dict[str, Any]:
    """GraphQL's `after` is text."""
    return {name: str(value) if side.name == "graphql" and name == "after" else value for name, value in asked.items()}


def test_an_invitation_shows_a_private_game_alike() -> None:
    world = World(SIDES[1])
    game = world.private_game
    query = f'query($i: String) {{ game(id: "{game["id"]}", invite: $i) {{ {GAME} }} }}'
    by_graphql = data(world.eve, query, {"i": game["invite"]})["game"]
    assert as_rest(by_graphql) == world.eve.get(f"/games/{game['id']}?invite={game['invite']}").json()


def test_a_whole_game_played_over_graphql_is_seen_alike_at_every_step() -> None:
    world = World(SIDES[1])
    rng = random.Random(11)
    while (view := world.table.view())["status"] == "active":
        caller = world.table.seated[view["to_act"]]
        seen = world.look(caller, "game", world.table.id).shown
        assert seen == Rest().look(caller, "game", world.table.id).shown
        said = world.act(caller, "makeMove", world.table.id, **random_move(seen, rng))
        assert said.shown == Rest().look(caller, "game", world.table.id).shown


def test_hints_are_the_same_at_every_step_of_a_game() -> None:
    """Of whoever is to act, in both languages; and the refusals of all others."""
    world = World(SIDES[1])
    rng = random.Random(17)
    table = open_table("ann-u", "bob-u", "cleo-u", rated=False)
    table.seated[0].patch("/players/me", {"language": "fr"})
    hints = 0
    while table.view()["status"] == "active":
        for caller in (*table.seated, world.eve, Caller()):
            by_rest, by_graphql = (side.look(caller, "hint", table.id) for side in SIDES)
            assert by_rest == by_graphql
            hints += by_rest.code is None
        table.play(rng)
    assert hints > 10


def test_an_analysis_is_the_same_at_every_stage(settings: Any) -> None:
    world = World(SIDES[1])
    table = world.finished
    settings.ANALYSIS_SLICE = 0.0
    stages = set()
    for _ in range(3):
        for caller in (table.seated[0], world.eve, Caller()):
            by_rest, by_graphql = (side.look(caller, "analysis", table.id) for side in SIDES)
            assert by_rest == by_graphql
            stages.add(by_rest.shown["state"])
        settings.ANALYSIS_SLICE = 60.0 if "running" in stages else 0.0
        analysis_work(game_id=table.id)
    assert stages == {"queued", "running", "done"}


CONDUCT_LOOKS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "messages": ("messages", {}),
    "some messages": ("messages", {"after": 1, "limit": 1}),
    "messages after nonsense": ("messages", {"cursor": "x"}),
    "too many messages": ("messages", {"limit": 101}),
    "mutes": ("mutes", {"limit": 1}),
    "blocks": ("blocks", {}),
    "blocks after nonsense": ("blocks", {"cursor": "x"}),
    "sanctions": ("sanctions", {}),
    "one sanction": ("sanctions", {"limit": 1}),
    "reports": ("reports", {"limit": 1}),
    "reports after nonsense": ("reports", {"cursor": "x"}),
    "a report": ("report", {}),
}


def test_talk_and_what_comes_of_it_is_seen_the_same() -> None:
    world = World(SIDES[1])
    table, private = world.table, world.private_game["id"]
    for number in range(4):
        table.seated[number % 3].post(f"{table.path}/messages", {"text": f"number {number}"})
    Message.objects.filter(seq=2).update(hidden_at=store.now(), hidden_by=Player.objects.get(name=world.name("ann")))
    for listed in ("mutes", "blocks"):
        world.ann.put(f"/players/me/{listed}/{world.name('cleo')}")
        world.ann.put(f"/players/me/{listed}/{eve_name(world)}")
    report = ""
    for kind in ("abuse", "name"):
        body = {"kind": kind, "player": world.name("cleo"), "game": table.id if kind == "name" else None, "text": "x"}
        report = world.ann.post("/reports", body).json()["id"]
    Case.objects.update(claimed_by=Player.objects.get(name=eve_name(world)), claimed_at=store.now())
    world.ann.post(f"/players/me/sanctions/{sanction(world)}/appeal", {"text": "No."})
    a_mute(world)
    player_only = logged_in(world.name("bob"), scopes=["play"])
    for what, asked in CONDUCT_LOOKS.values():
        for caller in (*table.seated, world.eve, Caller(), player_only):
            for subject in (report, "nosuchreport") if what == "report" else (table.id, private):
                by_rest, by_graphql = (side.look(caller, what, subject, **graphql_words(side, asked)) for side in SIDES)
                assert by_rest == by_graphql, (what, asked)
    assert len(Rest().look(world.ann, "messages", table.id).shown["items"]) == 3
