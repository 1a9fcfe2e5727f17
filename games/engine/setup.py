"""Setup: which cards a game uses, the shuffle that anyone can check, and the deal."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Final

from games.engine.events import CardsDealt, GameStarted, RoundStarted
from games.engine.types import CHARON, CREATURES, HAND_SIZE, Card, PlayerId, Rules, Seat

RULES_VERSION: Final = 1
"""The version that new games are played by."""

_WORD_BYTES: Final = 4
_WORDS: Final = 1 << (8 * _WORD_BYTES)


class UnknownRules(ValueError):
    """No rules are known for this version and number of players."""

    def __init__(self, version: int, players: int) -> None:
        super().__init__(f"there are no rules of version {version} for {players} players")
        self.version = version
        self.players = players


def _deck(*, charons: int, without: frozenset[Card] = frozenset()) -> tuple[int, ...]:
    """How often each card occurs: `charons`, then four of every Creature that is not left out."""
    return (charons, *(0 if creature in without else 4 for creature in CREATURES))


# A version once played stays here for ever, so that every game can be replayed by the rules it was played by. Where
# a later version plays differently, the rule that changed asks `state.rules.version`.
_RULES: Final[dict[tuple[int, int], Rules]] = {
    (rules.version, rules.players): rules
    for rules in (
        Rules(version=1, players=3, points_to_win=40, deck=_deck(charons=11, without=frozenset({4, 6, 8}))),
        Rules(version=1, players=4, points_to_win=40, deck=_deck(charons=14, without=frozenset({6}))),
        Rules(version=1, players=5, points_to_win=35, deck=_deck(charons=15)),
        Rules(version=1, players=6, points_to_win=30, deck=_deck(charons=15)),
    )
}


def rules_for(players: int, version: int = RULES_VERSION) -> Rules:
    """The rules for a number of seats at the start (R5). Raises UnknownRules."""
    try:
        return _RULES[version, players]
    except KeyError:
        raise UnknownRules(version, players) from None


def sorted_deck(rules: Rules) -> tuple[Card, ...]:
    """Every card of the game, ascending: Charon first. The shuffle starts from this order."""
    return tuple(card for card in (CHARON, *CREATURES) for _ in range(rules.deck[card]))


def commitment_of(server_seed: str) -> str:
    """What is published when a game is opened: the SHA-256 of the seed's 32 bytes. Both are hex."""
    return hashlib.sha256(bytes.fromhex(server_seed)).hexdigest()


def shuffle(server_seed: str, game_id: str, entropy: tuple[str, ...], rules: Rules) -> tuple[Seat, tuple[Card, ...]]:
    """The first player, and every card in the order dealt and drawn.

    `server_seed` is hex, `entropy[seat]` is what each seat brought. Neither the server nor a seat alone decides the
    outcome: the seed was committed to before the entropy was known. Anyone can repeat this once the seed is open;
    docs/verify_shuffle.py does so without a line of this package.
    """
    words = _stream(_shuffle_key(server_seed, game_id, entropy))
    first_seat = _below(rules.players, words)
    deck = list(sorted_deck(rules))
    # Fisher-Yates, from the last index down.
    for last in range(len(deck) - 1, 0, -1):
        other = _below(last + 1, words)
        deck[last], deck[other] = deck[other], deck[last]
    return first_seat, tuple(deck)


def bot_secret(server_seed: str) -> bytes:
    """What the bots of a game draw their chance from: open when the seed is, and telling nothing of it before."""
    return hmac.digest(bytes.fromhex(server_seed), b"bots", "sha256")


def deal(
    rules: Rules,
    seats: tuple[PlayerId, ...],
    entropy: tuple[str, ...],
    first_seat: Seat,
    deck: tuple[Card, ...],
) -> tuple[GameStarted, CardsDealt, RoundStarted]:
    """The start of a game: five cards to each seat, clockwise from the first player, one seat after the other."""
    hands: list[tuple[Card, ...]] = [()] * rules.players
    for turn in range(rules.players):
        hands[(first_seat + turn) % rules.players] = deck[turn * HAND_SIZE : (turn + 1) * HAND_SIZE]
    return (
        GameStarted(players=rules.players, rules_version=rules.version, seats=seats, entropy=entropy),
        CardsDealt(hands=tuple(hands), draw_pile=deck[rules.players * HAND_SIZE :]),
        RoundStarted(round=1, first_seat=first_seat),
    )


def _shuffle_key(server_seed: str, game_id: str, entropy: tuple[str, ...]) -> bytes:
    message = json.dumps([game_id, list(entropy)], ensure_ascii=False, separators=(",", ":"))
    return hmac.digest(bytes.fromhex(server_seed), message.encode(), "sha256")


def _stream(key: bytes) -> Iterator[int]:
    """Words of 32 bits without end: HMAC-SHA-256 of a counter."""
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        for start in range(0, len(block), _WORD_BYTES):
            yield int.from_bytes(block[start : start + _WORD_BYTES], "big")
        counter += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """A number below `bound`. Words past its last whole multiple would favour small ones: away with them."""
    fair = _WORDS - _WORDS % bound
    return next(word for word in words if word < fair) % bound
