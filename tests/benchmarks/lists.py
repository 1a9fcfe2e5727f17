"""A list with all that lies below it, by GraphQL and by REST: games, their seats, rounds and offers.

`python -m tests.benchmarks lists`. The peers in the same run, in the same process, over the same tables: a REST view
that sends our list with the rounds of each game in one answer; and the calls that REST has for it, the list of
games and the rounds of each. Time of the processor and of the clock are told; the median of many turns about.
"""

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from tests.servers import throw_away_servers

GAMES = 50
MOVES = 30
TURNS = 30

QUERY = """{ games(first: 50) { nodes {
  id name status
  seats { seat player { name kind level } points charons eliminated }
  rounds { number firstSeat offers { from to claim card } outcome { kind by receiver points charons eliminated } }
} } }"""


def populate() -> None:
    """Fifty games of four players, each some rounds old."""
    from tests.games.playing import people, play, started_game

    rng = random.Random(1)
    seated = people("ann", "bob", "cleo", "dan")
    for _ in range(GAMES):
        for made, _ in enumerate(play(started_game(seated), seated, rng)):
            if made >= MOVES:
                break


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
            page = games_list(wanted=GameFilter(), order="newest", viewer=player, limit=GAMES, cursor=None)
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

    games = GamesView.as_view()(RequestFactory().get("/", {"limit": GAMES})).render().content
    one = RoundsView.as_view()
    answers = (one(RequestFactory().get("/"), game_id=game["id"]) for game in json.loads(games)["items"])
    return games + b"".join(answer.render().content for answer in answers)


def compared(*acts: Callable[[], bytes]) -> list[dict[str, float]]:
    """Processor and clock milliseconds of each, turn about, so that a busy machine is busy for all."""
    took: list[list[tuple[float, float]]] = [[] for _ in acts]
    for act in acts:
        act()
    for _ in range(TURNS):
        for act, times in zip(acts, took, strict=True):
            processor, clock = time.process_time(), time.perf_counter()
            act()
            times.append((time.process_time() - processor, time.perf_counter() - clock))
    return [
        {"cpu_ms": median(cpu for cpu, _ in times) * 1000, "ms": median(clock for _, clock in times) * 1000}
        for times in took
    ]


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", metavar="FILE", help="write the figures there too")
    chosen = parser.parse_args(argv)
    with throw_away_servers() as addresses:
        os.environ.update(addresses, DJANGO_SETTINGS_MODULE="nessos_service.settings", LOG_LEVEL="WARNING")
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0)
        populate()
        graphql, view, calls = compared(by_graphql, by_one_view, by_calls)
        told: Any = json.loads(by_graphql())
        connection.close()
    games = told["data"]["games"]["nodes"]
    figures = {
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
    print(json.dumps(figures, indent=2))
    if chosen.json:
        with open(chosen.json, "w", encoding="utf-8") as file:
            json.dump(figures, file)


if __name__ == "__main__":
    main(sys.argv[1:])
