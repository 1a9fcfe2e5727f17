"""Lists in a world of many games: how many statements each takes, and how much of the 300 ms that it may.

`python -m tests.benchmarks lists [--games N] [--turns N]`. The world is `make_world`'s, so that it is there in seconds.
Two things are measured in the same run, in the same process, over the same tables:

- every list of the API, by one who plays much, and every page of the moderators' desk, by one who has all roles:
  statements (at most 12), and time of the processor and of the clock, as a part of the 300 ms that a list may take;
  what is slow is shown with the plan of its slowest statement;
- a list with all that lies below it, by GraphQL and by REST: games, their seats, rounds and offers. Its peers: a REST
  view that sends our list with the rounds of each game in one answer; and the calls that REST has for it, the list of
  games and the rounds of each.

The median of many turns about counts.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, Final

from tests.servers import throw_away_servers

GAMES: Final = 2_000
TURNS: Final = 7
BELOW: Final = 50
MOST_MS: Final = 300
MOST_STATEMENTS: Final = 12
NO_LISTS: Final = ("desk: a ", "desk: dashboard")
"""One thing with all about it, and the page of figures: these ask for more."""
SLOW: Final = 0.5
"""From this part of the time on the plan is shown."""

QUERY = """{ games(first: 50) { nodes {
  id name status
  seats { seat player { name kind level } points charons eliminated }
  rounds { number firstSeat offers { from to claim card } outcome { kind by receiver points charons eliminated } }
} } }"""


def by_graphql() -> bytes:
    from django.test import RequestFactory

    from games.graphql.view import GraphqlView

    request = RequestFactory().post("/graphql", {"query": QUERY}, content_type="application/json")
    return GraphqlView.as_view()(request).content


def by_one_view() -> bytes:
    """The same data by a view as REST has them."""
    from django.test import RequestFactory
    from rest_framework.request import Request
    from rest_framework.response import Response

    from games.selectors.games import GameFilter, games_list
    from games.selectors.rounds import rounds_of
    from games.wire.games import summary_json
    from games.wire.rounds import round_json
    from players.rest.access import viewer
    from players.rest.views import ApiView

    class GamesWithRounds(ApiView):
        def get(self, request: Request) -> Response:
            player = viewer(request)
            page = games_list(wanted=GameFilter(), order="newest", viewer=player, limit=BELOW, cursor=None)
            rounds = rounds_of(games=page.items, viewer=player)
            items = [
                summary_json(game) | {"rounds": [round_json(seen) for seen in rounds[game.id]]} for game in page.items
            ]
            return Response({"items": items, "next": page.next})

    return GamesWithRounds.as_view()(RequestFactory().get("/")).render().content


def by_calls() -> bytes:
    """The same data, and some more, by the calls that there are."""
    from django.test import RequestFactory

    from games.rest.lobby import GamesView
    from games.rest.reading import RoundsView

    games = GamesView.as_view()(RequestFactory().get("/", {"limit": BELOW})).render().content
    one = RoundsView.as_view()
    answers = (one(RequestFactory().get("/"), game_id=game["id"]) for game in json.loads(games)["items"])
    return games + b"".join(answer.render().content for answer in answers)


def compared(acts: Sequence[Callable[[], object]], turns: int) -> list[dict[str, float]]:
    """Processor and clock milliseconds of each, turn about, so that a busy machine is busy for all."""
    took: list[list[tuple[float, float]]] = [[] for _ in acts]
    for act in acts:
        act()
    for _ in range(turns):
        for act, times in zip(acts, took, strict=True):
            processor, clock = time.process_time(), time.perf_counter()
            act()
            times.append((time.process_time() - processor, time.perf_counter() - clock))
    return [
        {"cpu_ms": median(cpu for cpu, _ in times) * 1000, "ms": median(clock for _, clock in times) * 1000}
        for times in took
    ]


def busiest() -> Any:
    """One who plays much."""
    from games.models import Seat

    seat = Seat.objects.filter(game__status="active").order_by("player", "pk").select_related("player").first()
    assert seat is not None
    return seat.player


def lists() -> dict[str, str]:
    """The lists of the API, by what they are; of one who plays much, and whom much was reported about."""
    from games.models import Game

    busy = busiest()
    finished = Game.objects.filter(status="finished", visibility="public").order_by("-version").first()
    assert finished is not None
    name = busy.name
    return {
        "games, newest": "/games?limit=100",
        "games, oldest": "/games?limit=100&order=oldest",
        "games, open": "/games?limit=100&status=open",
        "games, running": "/games?limit=100&status=active",
        "games, finished": "/games?limit=100&status=finished",
        "games, joinable": "/games?limit=100&joinable=true",
        "games, not joinable": "/games?limit=100&joinable=false",
        "games of a player": f"/games?limit=100&player={name}",
        "finished games of a player": f"/games?limit=100&status=finished&player={name}",
        "own turns": "/players/me/turns?limit=100",
        "a game": f"/games/{finished.pk}",
        "events of a game": f"/games/{finished.pk}/events?limit=100",
        "rounds of a game": f"/games/{finished.pk}/rounds",
        "record of a game": f"/games/{finished.pk}/record",
        "a player": f"/players/{name}",
        "own tokens": "/tokens",
        "own bots": "/players/me/bots",
        "own webhooks": "/webhooks",
    }


def desk() -> dict[str, str]:
    """The pages of the desk, by what they are: about one who plays much, a long game, a case with reports."""
    from games.admin.lists import MOST_COUNTED
    from games.models import Game
    from players.conduct.models import Case
    from players.models import Player

    def last_page(rows: int) -> int:
        return -(-min(rows, MOST_COUNTED) // 50)

    busy = busiest()
    finished = Game.objects.filter(status="finished").order_by("-version").first()
    case = Case.objects.filter(closed_at=None).order_by("-weight", "pk").first()
    assert finished is not None
    assert case is not None
    name = busy.name
    return {
        "desk: queue": "/desk/",
        "desk: dashboard": "/desk/dashboard",
        "desk: a case": f"/desk/cases/{case.pk}",
        "desk: a person": f"/desk/people/{busy.pk}",
        "desk: a game": f"/desk/games/{finished.pk}",
        "desk: a table at an event": f"/desk/games/{finished.pk}/table?seat=A&event=41",
        "desk: people": "/desk/lists/player/",
        "desk: people of a name": f"/desk/lists/player/?q={name}",
        "desk: people of a kind": "/desk/lists/player/?kind=bot",
        "desk: people, last page that is counted": f"/desk/lists/player/?p={last_page(Player.objects.count())}",
        "desk: games": "/desk/lists/game/",
        "desk: games that go on": "/desk/lists/game/?status=active",
        "desk: games, last page that is counted": f"/desk/lists/game/?p={last_page(Game.objects.count())}",
        "desk: a game by its id": f"/desk/lists/game/?q={finished.pk}",
        "desk: cases": "/desk/lists/case/",
        "desk: open cases": "/desk/lists/case/?state=open",
        "desk: reports": "/desk/lists/report/",
        "desk: reports of a kind": "/desk/lists/report/?kind=abuse",
        "desk: sanctions": "/desk/lists/sanction/",
        "desk: audit log": "/desk/lists/auditentry/",
        "desk: audit log of a person": f"/desk/lists/auditentry/?q={name}",
        "desk: audit log of an act": "/desk/lists/auditentry/?act=warn",
        "desk: glass": "/desk/glass",
    }


def measured(turns: int) -> dict[str, dict[str, Any]]:
    """Of each list and page statements and milliseconds, and the plan of what is slow."""
    from django.test import Client

    from players.conduct.roles import Role
    from players.services import ALL_SCOPES, token_issue
    from tests.desk.staging import staff

    busy = busiest()
    _, secret = token_issue(busy, label="benchmark", scopes=ALL_SCOPES, expires_in=None)
    api = Client(headers={"authorization": f"Bearer {secret}"})
    _, moderator = staff("bench-moderator", *Role)
    found = _asked(api, {what: f"/api/v1{address}" for what, address in lists().items()}, turns)
    return found | _asked(moderator, desk(), turns)


def _asked(client: Any, addresses: dict[str, str], turns: int) -> dict[str, dict[str, Any]]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    found: dict[str, dict[str, Any]] = {}
    for what, address in addresses.items():

        def ask(address: str = address) -> int:
            answer = client.get(address)
            assert answer.status_code == 200, (address, answer.status_code, answer.content[:300])
            return len(answer.content)

        size = ask()
        with CaptureQueriesContext(connection) as captured:
            ask()
        statements = [one for one in captured.captured_queries if not one["sql"].startswith(("SAVEPOINT", "RELEASE"))]
        (times,) = compared([ask], turns)
        found[what] = {
            "statements": len(statements),
            "bytes": size,
            "cpu_ms": round(times["cpu_ms"], 1),
            "ms": round(times["ms"], 1),
            "of_limit": round(times["ms"] / MOST_MS, 2),
        }
        if times["ms"] > SLOW * MOST_MS:
            slowest = max(statements, key=lambda one: float(one["time"]))
            found[what]["slowest"] = {"sql": slowest["sql"], "ms": 1000 * float(slowest["time"])}
            found[what]["plan"] = plan_of(slowest["sql"])
    return found


def plan_of(statement: str) -> list[str]:
    """What the database does for it."""
    from django.db import connection

    if not statement.startswith("SELECT"):
        return []
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (ANALYZE, BUFFERS) " + statement.replace("%", "%%"))
        return [line for (line,) in cursor.fetchall()]


def below(turns: int) -> dict[str, float]:
    """A list with all that lies below it, by three ways."""
    graphql, view, calls = compared([by_graphql, by_one_view, by_calls], turns)
    told: Any = json.loads(by_graphql())
    games = told["data"]["games"]["nodes"]
    return {
        "games": len(games),
        "offers": sum(len(entry["offers"]) for game in games for entry in game["rounds"]),
        "cost": told["extensions"]["cost"],
        "graphql_ms": round(graphql["ms"], 1),
        "graphql_cpu_ms": round(graphql["cpu_ms"], 1),
        "rest_one_view_ms": round(view["ms"], 1),
        "rest_one_view_cpu_ms": round(view["cpu_ms"], 1),
        "rest_calls_ms": round(calls["ms"], 1),
        "rest_calls_cpu_ms": round(calls["cpu_ms"], 1),
        "ratio_to_one_view": round(graphql["cpu_ms"] / view["cpu_ms"], 2),
        "ratio_to_calls": round(graphql["cpu_ms"] / calls["cpu_ms"], 2),
    }


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help=f"how large the world is ({GAMES})")
    parser.add_argument("--turns", type=int, default=TURNS, help=f"how often each is asked ({TURNS})")
    parser.add_argument("--json", metavar="FILE", help="write the figures there too")
    chosen = parser.parse_args(argv)
    with throw_away_servers() as addresses:
        os.environ.update(
            addresses, DJANGO_SETTINGS_MODULE="nessos_service.settings", LOG_LEVEL="WARNING", RATE_LIMITS="off"
        )
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0)
        began = time.process_time()
        call_command("make_world", games=chosen.games, verbosity=1)
        made = time.process_time() - began
        found = measured(chosen.turns)
        figures = {
            "games": chosen.games,
            "world_made_cpu_s": round(made, 1),
            "lists": found,
            "with_all_below": below(chosen.turns),
        }
        connection.close()
    print(json.dumps(figures, indent=2))
    if chosen.json:
        with open(chosen.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=2)
    greedy = [
        what for what, one in found.items() if one["statements"] > MOST_STATEMENTS and not what.startswith(NO_LISTS)
    ]
    slow = [what for what, one in found.items() if one["ms"] > MOST_MS and one["cpu_ms"] > MOST_MS / 2]
    for what in greedy:
        print(f"{what}: {found[what]['statements']} statements, {MOST_STATEMENTS} at most", file=sys.stderr)
    for what in slow:
        print(f"{what}: {found[what]['ms']} ms, {MOST_MS} at most", file=sys.stderr)
    return 1 if greedy or slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
