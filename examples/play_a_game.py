#!/usr/bin/env python3
"""Play one game of Nessos against bots, from registering to the record. Needs Python and a running service.

    python examples/play_a_game.py
    python examples/play_a_game.py --players 5 --bots guarded,novice --url https://nessos.example

`main` is the whole story; what it needs comes below it. Nothing is used but the API as it is documented.
"""

import argparse
import hashlib
import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.request
import uuid

CARD_NAMES = [
    *("Charon", "Satyr", "Centaur", "Nemean Lion", "Minotaur", "Griffin", "Phoenix", "Pegasus", "Cerberus"),
    *("Lernaean Hydra", "Medusa"),
]
REASONS = {
    "points": "enough points",
    "last_survivor": "nobody else is left",
    "nine_charons": "nine Charons lie open",
    "no_cards": "nobody has a card left",
    "voided": "the game was declared void",
}
CHARON = 0
MOST_ATTEMPTS = 8
SHORTEST_PAUSE, LONGEST_PAUSE = 0.2, 2.0


# --- The story -------------------------------------------------------------------------------------------------------


def main():
    options = parse_arguments()
    service = Service(options.url)

    name = f"hero-{secrets.token_hex(4)}"
    registered = service.post("/players", {"name": name, "password": secrets.token_urlsafe(16)})
    service.token = registered["token"]

    # We take seat 0, the bots the other seats; the game starts at once, for no seat is free.
    game = service.post(
        "/games", {"name": "Played by the example", "players": options.players, "bots": options.bots, "rated": False}
    )
    print(f"{name} plays {service.api}/games/{game['id']}")
    game = play(service, game, Narrator(service, game, options.quiet))

    tell_result(game)
    check_record(service.get(f"/games/{game['id']}/record"))


def play(service, game, narrator):
    """Play to the end: move when it is our turn, else wait for the others. Returns the game as it ended."""
    pause = SHORTEST_PAUSE
    while game["status"] == "active":
        narrator.catch_up()
        if game["you"]["legal"]:
            game = make_move(service, game)
            pause = SHORTEST_PAUSE
        elif narrator.told > game["version"]:
            game = service.get(f"/games/{game['id']}")
            pause = SHORTEST_PAUSE
        else:
            time.sleep(pause)
            pause = min(pause * 1.5, LONGEST_PAUSE)
    narrator.catch_up()
    return game


def make_move(service, game):
    """Make a move, and return the game as it is then."""
    try:
        # The version is that of the game we looked at: the move counts for that one, and for no other.
        return service.post(f"/games/{game['id']}/moves", {"version": game["version"], **choose_move(game)})
    except Refused as refused:
        if refused.code == "stale_version":
            return refused.problem["game"]  # The game moved on: here it is as it is now. Look, and choose again.
        if refused.code in ("game_over", "not_your_turn"):
            return service.get(f"/games/{game['id']}")
        raise


def tell_result(game):
    result = game["result"]
    winners = [game["seats"][seat]["player"]["name"] for seat in result["winners"]]
    print(f"{' and '.join(winners) or 'Nobody'} won: {REASONS[result['reason']]}.")
    for seat in game["seats"]:
        gone = ", eliminated" if seat["eliminated"] else ""
        print(f"  {seat['player']['name']:<16} {seat['points']:>3} points, {seat['charons']} Charon{gone}")


def check_record(record):
    """The record opens all that was hidden. What the service had bound itself to before the deal must fit."""
    fairness = record["fairness"]
    fits = hashlib.sha256(bytes.fromhex(fairness["reveal"])).hexdigest() == fairness["commitment"]
    print(
        f"The record has {len(record['events'])} events; the seed of the shuffle {'fits' if fits else 'DOES NOT FIT'}."
    )
    print("docs/verify_shuffle.py deals the cards again from it.")


def parse_arguments():
    parser = argparse.ArgumentParser(description="Play one game of Nessos against bots.")
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="where the service is (%(default)s)")
    parser.add_argument("--players", type=int, default=4, choices=range(3, 7), help="seats at the table (%(default)s)")
    parser.add_argument(
        "--bots",
        default="guarded,novice",
        help="levels of the bots, separated by commas; repeated until the table is full (%(default)s)",
    )
    parser.add_argument("--quiet", action="store_true", help="tell the result only")
    options = parser.parse_args()
    levels = [level.strip() for level in options.bots.split(",")]
    options.bots = [levels[place % len(levels)] for place in range(options.players - 1)]
    return options


# --- A simple way to play --------------------------------------------------------------------------------------------


def choose_move(game):
    """A move that is legal and not silly, from what `game` (our view of it) shows.

    `you.legal` lists all we may do: any card of `offer.cards`, with any of its claims, to any seat of `offer.to`.
    """
    you, legal = game["you"], game["you"]["legal"]
    if legal["accept"]:
        return {"kind": "accept"} if worth(game) > 0 else {"kind": "refuse"}

    # We open the round: which card, what do we say it is, and who gets to see its back?
    cards = legal["offer"]["cards"]
    charons_in_front = game["seats"][you["seat"]]["charons"]
    if charons_in_front == 2 and len(cards) > 1:
        # The card may come back to us, and a third Charon is the end.
        cards = [choice for choice in cards if choice["card"] != CHARON]
    choice = random.choice(cards)
    claims = choice["claims"]
    if choice["card"] == CHARON:
        # A lie is better if it could be true.
        unseen = cards_unseen(game)
        claims = [claim for claim in claims if claim != CHARON and unseen[claim] > 0] or claims
    return {
        "kind": "offer",
        "card": choice["card"],
        "claim": random.choice(claims),
        "to": random.choice(legal["offer"]["to"]),
    }


def worth(game):
    """What the lot is worth to us in points, going by what may really lie there: what was claimed, or Charon."""
    cost_of_charon = (8, 16, 100)[game["seats"][game["you"]["seat"]]["charons"]]
    unseen = cards_unseen(game)
    total = 0.0
    for card in game["lot"]:
        claim = card["claim"]
        true, false = unseen[claim] if claim != CHARON else 0, max(unseen[CHARON], 0.1) / 10
        total += (true * claim - false * cost_of_charon) / (true + false)
    return total


def cards_unseen(game):
    """How many of each card lie neither open nor in our hand."""
    unseen = [game["rules"]["deck"][str(card)] for card in range(11)]
    for seat in game["seats"]:
        for card in seat["front"]:
            unseen[card] -= 1
    for card in game["you"]["hand"]:
        unseen[card] -= 1
    return unseen


# --- Telling what happens --------------------------------------------------------------------------------------------


class Narrator:
    """Tells the events of a game, each once and in order."""

    def __init__(self, service, game, quiet):
        self.service = service
        self.game_id = game["id"]
        self.own_seat = game["you"]["seat"]
        self.names = [seat["player"]["name"] for seat in game["seats"]]
        self.quiet = quiet
        self.told = 0

    def catch_up(self):
        """Fetch and tell all that is new. Returns whether there was anything."""
        before = self.told
        while True:
            page = self.service.get(f"/games/{self.game_id}/events?after={self.told}")
            for event in page["items"]:
                self.told = event["seq"]
                line = self.in_words(event["kind"], event["data"])
                if line and not self.quiet:
                    print(line, flush=True)
            if page["next"] is None:
                return self.told > before

    def in_words(self, kind, data):
        """One event as a line; None for those that need no telling."""
        if kind == "game_started":
            return "At the table: " + ", ".join(self.who(seat) for seat in range(len(self.names)))
        if kind in ("cards_dealt", "cards_drawn"):
            ours = [cards_in_words(entry["cards"]) for entry in data["seats"] if entry["cards"]]
            return f"  You draw {ours[0]}." if ours else None
        if kind == "round_started":
            return f"\nRound {data['round']}: {self.who(data['first_seat'])} has the pawn."
        if kind == "offer_made":
            really = "" if data["card"] is None else f" (it is {card_in_words(data['card'])})"
            return (
                f"  {self.who(data['from'])} puts a card before {self.who(data['to'])} "
                f'and says: "{card_in_words(data["claim"])}"{really}.'
            )
        if kind in ("lot_accepted", "lot_refused"):
            verb = "accepts" if kind == "lot_accepted" else "refuses"
            return (
                f"  {self.who(data['by'])} {verb}: {self.who(data['receiver'])} gets "
                + "; ".join(revealed_in_words(card) for card in data["cards"])
                + f". Now {data['points']} points, {data['charons']} Charon."
            )
        if kind == "player_eliminated":
            return f"  {self.who(data['seat'])} crosses the river with Charon, and is out of the game."
        if kind == "seat_handed_over":
            return f"  {data['to']['name']} plays on for {data['from']['name']}."
        if kind == "game_ended":
            return "\nThe game is over."
        return None

    def who(self, seat):
        return self.names[seat] + (" (you)" if seat == self.own_seat else "")


def card_in_words(card):
    return CARD_NAMES[card] if card == CHARON else f"{CARD_NAMES[card]} {card}"


def cards_in_words(cards):
    return ", ".join(card_in_words(card) for card in sorted(cards))


def revealed_in_words(card):
    real = card_in_words(card["card"])
    return f"{real}, as claimed" if card["card"] == card["claim"] else f'{real}, not "{card_in_words(card["claim"])}"'


# --- Talking to the service ------------------------------------------------------------------------------------------


class Refused(Exception):
    """The service said no. `problem` says why; its `code` is what a program goes by."""

    def __init__(self, problem):
        super().__init__(f"{problem.get('code')}: {problem.get('detail')}")
        self.problem = problem
        self.code = problem.get("code")


class Service:
    """The API at one address, as one player once there is a token."""

    def __init__(self, url):
        self.api = url.rstrip("/") + "/api/v1"
        self.token = None

    def get(self, path):
        return self._call("GET", path, None)

    def post(self, path, body):
        return self._call("POST", path, body)

    def _call(self, method, path, body):
        headers = {"Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        if method == "POST":
            # Sent again with the same key, a request that got through takes effect only once.
            headers["Idempotency-Key"] = str(uuid.uuid4())
        for attempt in range(1, MOST_ATTEMPTS + 1):
            request = urllib.request.Request(self.api + path, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                problem = problem_of(error)
                if error.code not in (429, 503) or attempt == MOST_ATTEMPTS:
                    raise Refused(problem) from None
                pause = seconds_to_wait(error)
            except OSError:  # No connection, or it broke: whether the request got through is not known.
                if attempt == MOST_ATTEMPTS:
                    raise
                pause = min(0.1 * 2**attempt, LONGEST_PAUSE)
            time.sleep(pause)
        raise AssertionError("each attempt ends in an answer, an error or a pause")


def problem_of(error):
    """The problem document of a refusal; something in front of the service may have sent another."""
    try:
        return json.load(error)
    except ValueError:
        return {"code": f"http_{error.code}", "detail": error.reason}


def seconds_to_wait(error):
    """What `Retry-After` asks for."""
    asked = error.headers.get("Retry-After", "")
    return int(asked) if asked.isdigit() else 1


if __name__ == "__main__":
    try:
        main()
    except Refused as refused:
        sys.exit(f"The service refused: {refused}")
    except OSError as error:
        sys.exit(f"The service does not answer: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
