#!/usr/bin/env python3
"""Check for yourself that a finished game of Nessos was shuffled as promised. Needs Python and nothing else.

    python verify_shuffle.py record.json
    python verify_shuffle.py https://example.org/api/v1/games/k7q2m9xw4t/record
    curl -s https://example.org/api/v1/games/k7q2m9xw4t/record | python verify_shuffle.py -

Not a line of the service is used: what is computed here is computed from the record's secret seed, which the service
had committed to before any player brought the entropy that went into the shuffle too. Every step is told in words;
the exit status is 0 if all of them hold, else 1.

To be sure that the commitment was not exchanged later, compare it with the one that you saw when you took your seat,
and look for your own entropy at your own seat.
"""

import hashlib
import hmac
import json
import sys
import urllib.request

HAND_SIZE = 5
DECKS = {
    # players: (how many Charon, which Creatures are left out)
    3: (11, {4, 6, 8}),
    4: (14, {6}),
    5: (15, set()),
    6: (15, set()),
}


class Mismatch(Exception):
    """The record contradicts itself."""


def sorted_deck(players):
    charons, left_out = DECKS[players]
    return [0] * charons + [creature for creature in range(1, 11) if creature not in left_out for _ in range(4)]


def numbers(key):
    """Numbers of 32 bits without end: HMAC-SHA-256 of a counter of 8 bytes, cut into words, big-endian."""
    counter = 0
    while True:
        block = hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def below(bound, stream):
    """A fair number below `bound`: words past its last whole multiple are skipped."""
    end = 2**32 - 2**32 % bound
    return next(number for number in stream if number < end) % bound


def shuffle(seed, game_id, entropy, players):
    """The first player, and the deck in the order dealt and drawn."""
    message = json.dumps([game_id, entropy], ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    stream = numbers(hmac.new(seed, message, hashlib.sha256).digest())
    first_seat = below(players, stream)
    deck = sorted_deck(players)
    for last in range(len(deck) - 1, 0, -1):
        other = below(last + 1, stream)
        deck[last], deck[other] = deck[other], deck[last]
    return first_seat, deck


def events_of(record, kind):
    return [event["data"] for event in record["events"] if event["kind"] == kind]


def check(holds, claim):
    """Say what was checked; stop at what does not hold."""
    if not holds:
        raise Mismatch(claim)
    print(f"ok: {claim}")


def verify(record):
    """Raise Mismatch at the first step that does not hold."""
    players, first_seat, fairness = record["players"], record["first_seat"], record["fairness"]
    entropy = fairness["entropy"]

    check(record["rules_version"] == 1, "the game was played by rules version 1, which this script knows")
    check(players in DECKS, f"{players} players are a number that the rules know")
    seed = bytes.fromhex(fairness["reveal"])
    check(len(seed) == 32, "the revealed seed has 256 bits")
    check(
        hashlib.sha256(seed).hexdigest() == fairness["commitment"],
        f"the seed is the one committed to: its SHA-256 is {fairness['commitment']}",
    )
    for opened in events_of(record, "game_opened"):
        check(opened["commitment"] == fairness["commitment"], "the commitment was published when the game was opened")
    check(
        record["game"]["fairness"]["commitment"] == fairness["commitment"],
        "the commitment is the one that the game shows",
    )
    check(len(entropy) == players, "every seat brought its entropy")
    check(record["game"]["fairness"]["entropy"] == entropy, "the entropy is the one that the game shows")

    expected_first_seat, deck = shuffle(seed, record["game"]["id"], entropy, players)
    check(first_seat == expected_first_seat, f"seed and entropy make seat {expected_first_seat} the first player")
    started = events_of(record, "round_started")
    check(bool(started) and started[0]["first_seat"] == first_seat, "the first player did begin the first round")
    check(record["deck"] == deck, f"seed and entropy give the {len(deck)} cards of the deck in the recorded order")

    hands = [[] for _ in range(players)]
    for turn in range(players):
        hands[(first_seat + turn) % players] = deck[turn * HAND_SIZE : (turn + 1) * HAND_SIZE]
    check(
        [sorted(hand) for hand in record["hands"]] == [sorted(hand) for hand in hands],
        "the recorded hands are the first cards of the deck, five to each seat, clockwise from the first player",
    )
    dealt = events_of(record, "cards_dealt")
    check(len(dealt) == 1, "cards were dealt once")
    check(
        [(entry["seat"], entry["count"], entry["cards"]) for entry in dealt[0]["seats"]]
        == [(seat, HAND_SIZE, hand) for seat, hand in enumerate(hands)],
        "these hands were dealt",
    )
    pile = deck[players * HAND_SIZE :]
    check(dealt[0]["draw_pile"] == len(pile), f"the other {len(pile)} cards became the draw pile")

    draws = [draw for drawn in events_of(record, "cards_drawn") for draw in drawn["seats"]]
    drawn = [card for draw in draws for card in draw["cards"]]
    check(all(draw["count"] == len(draw["cards"]) for draw in draws), "every draw has as many cards as it says")
    check(drawn == pile[: len(drawn)], f"the {len(drawn)} cards drawn came from the top of the draw pile, in its order")


def load(source):
    if source == "-":
        return json.load(sys.stdin)
    if source.startswith(("http://", "https://")):
        with urllib.request.urlopen(source, timeout=30) as answer:
            return json.load(answer)
    with open(source, encoding="utf-8") as file:
        return json.load(file)


def main(arguments):
    if len(arguments) != 1:
        print(__doc__)
        return 1
    try:
        verify(load(arguments[0]))
    except Mismatch as mismatch:
        print(f"DOES NOT HOLD: {mismatch}")
        return 1
    except (OSError, KeyError, TypeError, ValueError, IndexError) as error:
        print(f"This is not the record of a finished game: {error!r}")
        return 1
    print("The shuffle was fair: nobody could choose it.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
