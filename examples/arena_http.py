#!/usr/bin/env python3
"""Measure bots that play over the API: open games among them, wait while they play, and say who won how often.

    python examples/arena_http.py tin.token tan.token --levels guarded guarded --games 40

Each file holds the token of a bot's account (`POST /players/me/bots`), and each bot is at work somewhere, by itself:

    NESSOS_TOKEN=$(cat tin.token) python examples/bot.py

As many contestants as there are seats: the accounts, each at one seat of every game, and bots of the service's own
levels. Neighbours change from game to game; who begins, and which cards there are, is the chance of the service.
Started again with the same `--run` it goes on with the same games: whatever was opened is not opened twice.
"""

import argparse
import json
import random
import sys
import time
import uuid
from pathlib import Path
from statistics import fmean, stdev

from bot import Refused, Service

BETWEEN_LOOKS = 1.0  # seconds


# --- Playing ---------------------------------------------------------------------------------------------------------


def main():
    options = parse_arguments()
    accounts = [account_of(Service(options.url, token)) for token in options.tokens]
    names = [account["name"] for account in accounts]
    if len(set(names)) < len(names):
        sys.exit("Each account has one seat: two of the tokens are of the same.")
    print(f"run {options.run}: {', '.join([*names, *options.levels])}; {options.games} games", flush=True)
    arena = Arena(options, accounts)
    played = list(arena.play())
    results = results_of(played, [*names, *dict.fromkeys(options.levels)], len(names) + len(options.levels))
    for line in table(results):
        print(line)
    if options.out:
        Path(options.out).write_text(json.dumps({"run": options.run, **results}, indent=1) + "\n", encoding="utf-8")


def account_of(service):
    """The account behind a token, with the service as it calls it."""
    me = service.get("/players/me")
    if me["kind"] != "bot":
        sys.exit(f"{me['name']} is no bot: POST /players/me/bots makes an account for one.")
    return {"name": me["name"], "service": service}


class Arena:
    """The games of one run, some of them at a time."""

    def __init__(self, options, accounts):
        self._options = options
        self._accounts = accounts

    def play(self):
        """Each game as it ended, with who sat where at its start."""
        running, opened, over = {}, 0, 0
        while over < self._options.games:
            while opened < self._options.games and len(running) < self._options.at_once:
                order = self._order(opened)
                running[self._opened(opened, order)] = order
                opened += 1
            time.sleep(BETWEEN_LOOKS)
            for game_id in list(running):
                game = self._accounts[0]["service"].get(f"/games/{game_id}")
                if game["status"] not in ("open", "active"):
                    over += 1
                    print(f"{over} of {self._options.games}: {game_id} {game['status']}", file=sys.stderr, flush=True)
                    yield game, running.pop(game_id)

    def _order(self, number):
        """Who sits where in this game: an account opens it, the others follow in an order drawn anew."""
        rng = random.Random(f"{self._options.seed} {number}")
        opener = self._accounts[number % len(self._accounts)]
        others = [account for account in self._accounts if account is not opener]
        rest = [*others, *self._options.levels]
        rng.shuffle(rest)
        return [opener, *rest]

    def _opened(self, number, order):
        """The id of this game, with everybody in it. Each step has a key: done again, it has no other effect."""

        def key(step):
            return f"arena {self._options.run} {number} {step}"

        opener = order[0]["service"]
        body = {
            "players": len(order),
            "allow_bots": True,
            "turn": self._options.turn,
            "name": f"arena {self._options.run} {number}"[:60],
        }
        game_id = opener.post("/games", body, key=key("open"))["id"]
        for seat, who in enumerate(order[1:], start=1):
            if isinstance(who, str):
                opener.post(f"/games/{game_id}/bots", {"level": who}, key=key(seat))
            else:
                who["service"].post(f"/games/{game_id}/seats", {}, key=key(seat))
        return game_id


# --- Counting --------------------------------------------------------------------------------------------------------


def results_of(played, names, players):
    """What each contestant won, of games that were played to their end."""
    finished = [(game, order) for game, order in played if game["status"] == "finished"]
    shares, points, lost = ({name: [] for name in names} for _ in range(3))
    for game, order in finished:
        winners = game["result"]["winners"]
        for seat, who in enumerate(order):
            name = who if isinstance(who, str) else who["name"]
            sits = game["seats"][seat]["player"]
            # Whose turns ran out twice has lost the seat to a bot of the service: it did not win, whatever that made.
            is_lost = not isinstance(who, str) and sits["name"] != name
            shares[name].append(1 / len(winners) if seat in winners and not is_lost else 0.0)
            points[name].append(game["result"]["points"][seat])
            lost[name].append(is_lost)
    return {
        "games": len(finished),
        "unfinished": len(played) - len(finished),
        "par": 1 / players,
        "contestants": [
            {
                "name": name,
                "seats": len(shares[name]),
                **interval(shares[name]),
                "points": round(fmean(points[name]), 2) if points[name] else None,
                "seats_lost": sum(lost[name]),
            }
            for name in names
        ],
    }


def interval(values):
    """The mean and its 95 % interval (Student's t); no interval from a single game."""
    if not values:
        return {"win_share": None, "low": None, "high": None}
    mean = fmean(values)
    if len(values) == 1:
        return {"win_share": mean, "low": None, "high": None}
    half = student(len(values) - 1) * stdev(values) / len(values) ** 0.5
    return {"win_share": round(mean, 4), "low": round(max(0, mean - half), 4), "high": round(min(1, mean + half), 4)}


def student(freedom):
    """The 97.5 % point of Student's t: exact for one and two degrees of freedom, else after Cornish and Fisher."""
    z = 1.959964
    if freedom <= 2:
        return (12.7062, 4.30265)[freedom - 1]
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return sum(term / freedom**power for power, term in enumerate(terms))


def table(results):
    yield f"{results['games']} games played to their end; par is {results['par']:.1%}"
    width = max(len(entry["name"]) for entry in results["contestants"])
    for entry in results["contestants"]:
        if entry["win_share"] is None:
            yield f"{entry['name']:{width}}  no game"
            continue
        bounds = "" if entry["low"] is None else f" ({entry['low']:.1%} … {entry['high']:.1%})"
        lost = f", lost {entry['seats_lost']} seats by not moving" if entry["seats_lost"] else ""
        yield f"{entry['name']:{width}}  {entry['win_share']:.1%}{bounds}, {entry['points']} points{lost}"


def parse_arguments():
    parser = argparse.ArgumentParser(description="Measure bots that play over the API.")
    parser.add_argument("tokens", nargs="+", metavar="TOKEN_FILE", help="a file with the token of a bot's account")
    parser.add_argument("--levels", nargs="*", default=[], metavar="LEVEL", help="the service's own bots beside them")
    parser.add_argument("--games", type=int, default=20, help="how many (%(default)s)")
    parser.add_argument("--at-once", type=int, default=4, help="how many of them at a time (%(default)s)")
    parser.add_argument("--turn", default="PT10M", help="time for a turn (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same neighbours (%(default)s)")
    parser.add_argument("--run", help="the name of the run; said again, it is gone on with")
    parser.add_argument("--out", help="where to write the results as JSON")
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="where the service is (%(default)s)")
    options = parser.parse_args()
    options.run = options.run or uuid.uuid4().hex[:12]
    if not 3 <= len(options.tokens) + len(options.levels) <= 6:
        parser.error("tokens and levels together are as many as there are seats: 3 to 6")
    if options.games < 1 or options.at_once < 1:
        parser.error("--games and --at-once are 1 at least")
    try:
        options.tokens = [Path(path).read_text(encoding="utf-8").strip() for path in options.tokens]
    except OSError as unreadable:
        parser.error(str(unreadable))
    return options


if __name__ == "__main__":
    try:
        main()
    except Refused as refused:
        sys.exit(f"The service refused: {refused}")
    except KeyboardInterrupt:
        sys.exit(130)
