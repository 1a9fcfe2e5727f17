#!/usr/bin/env python3
"""A bot for Nessos that needs nothing but Python: give it a token, and it plays.

    export NESSOS_TOKEN=nss_…                                   # of the account it plays as
    python examples/bot.py GAME --invite INVITATION             # takes a seat, and plays that game to its end
    python examples/bot.py                                      # plays whatever games wait for it, until it is stopped

It keeps nothing: stopped and started again, it goes on where it was, for the service knows all there is to know. To
make it a bot of your own write `choose_move` anew. Nothing is used but the API as it is documented.
"""

import argparse
import hashlib
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

CHARON = 0
LONG_POLL = 25  # seconds; the most that the service allows
BETWEEN_LOOKS = 2.0  # seconds between two looks at the list of turns
LONGEST_PAUSE = 30.0
TIMEOUT = LONG_POLL + 20

# The game is not what we thought: look again, and choose again.
LOOK_AGAIN = ("not_your_turn", "game_over", "not_seated")


# --- Playing ---------------------------------------------------------------------------------------------------------


def main():
    options = parse_arguments()
    service = Service(options.url, options.token)
    if options.game:
        tell_end(play(service, join(service, options.game, options.invite)))
    else:
        while True:
            for game_id in waiting_games(service):
                take_turn(service, service.get(f"/games/{game_id}"))
            time.sleep(options.every)


def join(service, game_id, invite):
    """Our view of the game, with a seat in it: the one we have, or a free one."""
    query = "?" + urllib.parse.urlencode({"invite": invite}) if invite else ""
    game = service.get(f"/games/{game_id}{query}")
    if game["you"]:
        return game
    try:
        return service.post(f"/games/{game_id}/seats", {"invite": invite} if invite else {}, key=str(uuid.uuid4()))
    except Refused as refused:
        if refused.code != "already_seated":
            raise
        return service.get(f"/games/{game_id}")


def play(service, game):
    """Play to the end, waiting without asking over and over. Returns the game as it ended."""
    while game["status"] in ("open", "active"):
        if not game["you"]:
            sys.exit("We have no seat any more: a bot of the service plays on.")
        if game["you"]["legal"]:
            game = take_turn(service, game)
        else:
            # Answered as soon as something happens, or with nothing after a while.
            path = f"/games/{game['id']}/events?after={game['version']}&wait={LONG_POLL}&limit=1"
            if service.get(path)["items"]:
                game = service.get(f"/games/{game['id']}")
    return game


def take_turn(service, game):
    """Make a move if it is our turn. Returns the game as it is then."""
    if not (game["you"] and game["you"]["legal"]):
        return game
    # The same turn always gets the same move under the same key. If we are killed and do not know whether it got
    # through, asking again has no other effect, and gets the answer that was lost.
    turn = f"{game['id']} {game['version']}"
    move = choose_move(game, random.Random(hashlib.sha256(f"{service.token} {turn}".encode()).digest()))
    try:
        after = send_move(service, game, move, key=f"bot.py {turn}")
    except Refused as refused:
        if refused.code == "stale_version":
            return refused.problem["game"]
        if refused.code in LOOK_AGAIN:
            return service.get(f"/games/{game['id']}")
        raise
    print(f"{game['id']} {game['version']}: {in_words(move)}", flush=True)
    return after


def send_move(service, game, move, key):
    body = {"version": game["version"], **move}
    try:
        return service.post(f"/games/{game['id']}/moves", body, key=key)
    except Refused as refused:
        if refused.code != "idempotency_mismatch":
            raise
        # Before we were started anew, as another program, we chose another move here.
        return service.post(f"/games/{game['id']}/moves", body, key=str(uuid.uuid4()))


def waiting_games(service):
    """The games in which it is our turn, the most urgent first."""
    cursor = ""
    while True:
        page = service.get(f"/players/me/turns?limit=100{cursor}")
        yield from (game["id"] for game in page["items"])
        if page["next"] is None:
            return
        cursor = "&" + urllib.parse.urlencode({"cursor": page["next"]})


# --- How to play: put your own here ----------------------------------------------------------------------------------


def choose_move(game, rng):
    """One of the moves in `game["you"]["legal"]`, by what `game` shows us. Equal views and chance give equal moves."""
    you, legal = game["you"], game["you"]["legal"]
    if legal["accept"]:
        return {"kind": "accept"} if worth_of_lot(game) > 0 else {"kind": "refuse"}
    cards = legal["offer"]["cards"]
    if game["seats"][you["seat"]]["charons"] == 2:
        # The card may come back to us, and a third Charon is the end.
        cards = [choice for choice in cards if choice["card"] != CHARON] or cards
    choice = rng.choice(cards)
    claims = choice["claims"]
    if choice["card"] == CHARON:
        unseen = cards_unseen(game)
        claims = [claim for claim in claims if claim != CHARON and unseen[claim] > 0] or claims
    return {
        "kind": "offer",
        "card": choice["card"],
        "claim": rng.choice(claims),
        "to": rng.choice(legal["offer"]["to"]),
    }


def worth_of_lot(game):
    """In points: each card is what was claimed, or Charon, by how many of both we cannot see."""
    price = (8, 16, 100)[game["seats"][game["you"]["seat"]]["charons"]]
    unseen = cards_unseen(game)
    total = 0.0
    for card in game["lot"]:
        claim = card["claim"]
        true = unseen[claim] if claim != CHARON else 0
        false = max(unseen[CHARON], 0.1) / 10
        total += (true * claim - false * price) / (true + false)
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


# --- Telling ---------------------------------------------------------------------------------------------------------


def in_words(move):
    if move["kind"] != "offer":
        return move["kind"]
    return f"offer {move['card']} as {move['claim']} to seat {move['to']}"


def tell_end(game):
    result = game["result"]
    if result is None:
        print(f"{game['id']} was {game['status']}.")
        return
    winners = [game["seats"][seat]["player"]["name"] for seat in result["winners"]]
    print(f"{game['id']} is over ({result['reason']}): {' and '.join(winners) or 'nobody'} won.")


def parse_arguments():
    parser = argparse.ArgumentParser(description="Play Nessos as a bot. NESSOS_TOKEN holds the token of its account.")
    parser.add_argument("game", nargs="?", help="the id of a game; without it, all games that wait for us")
    parser.add_argument("--invite", help="the invitation to a private game")
    parser.add_argument(
        "--every", type=float, default=BETWEEN_LOOKS, help="seconds between two looks at our turns (%(default)s)"
    )
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="where the service is (%(default)s)")
    options = parser.parse_args()
    options.token = os.environ.get("NESSOS_TOKEN", "")
    if not options.token:
        parser.error("NESSOS_TOKEN is not set: register, or make a token, and put it there")
    if not options.url.startswith(("http://", "https://")):
        parser.error(f"--url begins with http:// or https://, not as {options.url!r} does")
    return options


# --- Talking to the service ------------------------------------------------------------------------------------------


class Refused(Exception):
    """The service said no. `code` is what a program goes by; `problem` is all of it."""

    def __init__(self, problem):
        super().__init__(f"{problem.get('code')}: {problem.get('detail')}")
        self.problem = problem
        self.code = problem.get("code")


class Service:
    """The API at one address, as one player. Patient: what may pass is waited for."""

    def __init__(self, url, token):
        self.api = url.rstrip("/") + "/api/v1"
        self.token = token

    def get(self, path):
        return self._call("GET", path, None, {})

    def post(self, path, body, key):
        """Sent again under its key, a request that got through takes effect only once."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        return self._call("POST", path, json.dumps(body).encode(), headers)

    def _call(self, method, path, data, headers):
        headers = {"Accept": "application/json", "Authorization": f"Bearer {self.token}", **headers}
        attempt = 0
        while True:
            attempt += 1
            request = urllib.request.Request(self.api + path, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                problem = problem_of(error)
                # Too many requests, nobody there, or our own request still runs: later it may be different.
                if error.code < 500 and error.code != 429 and problem.get("code") != "idempotency_in_flight":
                    raise Refused(problem) from None
                pause = asked_pause(error) or backing_off(attempt)
            except (OSError, http.client.HTTPException, ValueError):
                # No connection, or it broke: whether the request got through is not known.
                pause = backing_off(attempt)
            if attempt == 1:
                print(f"{method} {path}: no answer, trying again", file=sys.stderr, flush=True)
            time.sleep(pause)


def problem_of(error):
    """The problem document of a refusal; something in front of the service may have sent another."""
    try:
        problem = json.load(error)
    except (OSError, http.client.HTTPException, ValueError):
        problem = None
    return problem if isinstance(problem, dict) else {"code": f"http_{error.code}", "detail": error.reason}


def asked_pause(error):
    """What `Retry-After` asks for, in seconds."""
    asked = error.headers.get("Retry-After", "")
    return float(asked) if asked.isdigit() else None


def backing_off(attempt):
    """Longer each time, and not all at the same moment."""
    return min(0.1 * 2 ** min(attempt, 10), LONGEST_PAUSE) * random.uniform(0.5, 1)


if __name__ == "__main__":
    try:
        main()
    except Refused as refused:
        sys.exit(f"The service refused: {refused}")
    except KeyboardInterrupt:
        sys.exit(130)
