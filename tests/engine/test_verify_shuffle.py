"""docs/verify_shuffle.py, as a player runs it: in a process of its own, on a record in a file."""

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.engine.events import CardsDealt, CardsDrawn, Event, RoundStarted
from games.engine.lobby import start
from games.engine.rules import fold
from games.engine.setup import commitment_of, rules_for, shuffle
from tests.engine.tables import open_table, opening, play_randomly, seated

VERIFIER = Path(__file__).parents[2] / "docs" / "verify_shuffle.py"

type Record = dict[str, Any]


def _wire(event: Event) -> dict[str, Any] | None:
    """The events that the verifier looks at, in the form of the contract."""
    match event:
        case CardsDealt(hands, draw_pile):
            seats = [{"seat": seat, "count": len(hand), "cards": list(hand)} for seat, hand in enumerate(hands)]
            return {"kind": "cards_dealt", "data": {"seats": seats, "draw_pile": len(draw_pile)}}
        case CardsDrawn(draws):
            drawn = [{"seat": draw.seat, "count": len(draw.cards), "cards": list(draw.cards)} for draw in draws]
            return {"kind": "cards_drawn", "data": {"seats": drawn}}
        case RoundStarted(round=number, first_seat=first_seat):
            return {"kind": "round_started", "data": {"round": number, "first_seat": first_seat}}
        case _:
            return None


@cache
def _record(players: int, seed: int) -> str:
    """A whole random game, opened, as JSON."""
    rng = Random(seed)
    server_seed, game_id = rng.randbytes(32).hex(), f'gäme/{seed}"\\'
    entropy = tuple(rng.choice(["", "é\u2028\x7f", "\n\t\x01", "\U0001f0cf"]) + str(seat) for seat in range(players))
    state = seated(open_table(players, server_seed), entropy)
    events = list(start(state, game_id))
    state = fold(state, events)
    for _, _, caused, _ in play_randomly(state, rng):
        events.extend(caused)
    first_seat, deck = shuffle(server_seed, game_id, entropy, rules_for(players))
    dealt = next(event for event in events if isinstance(event, CardsDealt))
    commitment = commitment_of(server_seed)
    opened = {"kind": "game_opened", "data": {"commitment": opening(players, server_seed).commitment}}
    fairness = {"commitment": commitment, "entropy": list(entropy), "reveal": server_seed}
    return json.dumps(
        {
            "game": {"id": game_id, "fairness": fairness},
            "rules_version": 1,
            "players": players,
            "first_seat": first_seat,
            "deck": list(deck),
            "hands": [list(hand) for hand in dealt.hands],
            "events": [opened, *filter(None, map(_wire, events))],
            "fairness": fairness,
        }
    )


def _verify(record: str, source: str = "-") -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-I", str(VERIFIER), source],
        input=record,
        capture_output=True,
        encoding="utf-8",
        timeout=30,
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", [1, 2])
def test_agrees_with_the_engine(players: int, seed: int) -> None:
    code, words = _verify(_record(players, seed))

    assert code == 0, words
    assert words.endswith("The shuffle was fair: nobody could choose it.\n")


def test_reads_a_file(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(_record(3, 1), encoding="utf-8")

    code, _ = _verify("", str(file))

    assert code == 0


def _other_digit(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


def _data(record: Record, kind: str, place: int = 0) -> Any:
    return [event["data"] for event in record["events"] if event["kind"] == kind][place]


def _tamper_with_a_card(record: Record) -> None:
    deck = record["deck"]
    # Two different cards: to swap two alike would be no change.
    other = next(place for place, card in enumerate(deck) if card != deck[-1])
    deck[-1], deck[other] = deck[other], deck[-1]


def _tamper_with_the_seed(record: Record) -> None:
    record["fairness"]["reveal"] = _other_digit(record["fairness"]["reveal"])


def _tamper_with_seed_and_commitment(record: Record) -> None:
    """As one would who had looked for a better seed after the start."""
    _tamper_with_the_seed(record)
    commitment = commitment_of(record["fairness"]["reveal"])
    record["fairness"]["commitment"] = record["game"]["fairness"]["commitment"] = commitment
    _data(record, "game_opened")["commitment"] = commitment


def _tamper_with_the_entropy(record: Record) -> None:
    record["fairness"]["entropy"][1] += "x"


def _tamper_with_the_entropy_everywhere(record: Record) -> None:
    _tamper_with_the_entropy(record)
    record["game"]["fairness"]["entropy"] = record["fairness"]["entropy"]


def _tamper_with_the_game(record: Record) -> None:
    record["game"]["id"] += "x"


def _tamper_with_the_first_player(record: Record) -> None:
    record["first_seat"] = (record["first_seat"] + 1) % record["players"]


def _tamper_with_the_pawn(record: Record) -> None:
    started = _data(record, "round_started")
    started["first_seat"] = (started["first_seat"] + 1) % record["players"]


def _tamper_with_a_hand(record: Record) -> None:
    record["hands"][2][0] = (record["hands"][2][0] + 1) % 11


def _tamper_with_the_deal(record: Record) -> None:
    cards = _data(record, "cards_dealt")["seats"][0]["cards"]
    cards[0] = (cards[0] + 1) % 11


def _tamper_with_a_draw(record: Record) -> None:
    cards = _data(record, "cards_drawn", -1)["seats"][-1]["cards"]
    cards[0] = (cards[0] + 1) % 11


def _hide_the_seed(record: Record) -> None:
    record["fairness"]["reveal"] = None


@pytest.mark.parametrize(
    "tamper",
    [
        _tamper_with_a_card,
        _tamper_with_the_seed,
        _tamper_with_seed_and_commitment,
        _tamper_with_the_entropy,
        _tamper_with_the_entropy_everywhere,
        _tamper_with_the_game,
        _tamper_with_the_first_player,
        _tamper_with_the_pawn,
        _tamper_with_a_hand,
        _tamper_with_the_deal,
        _tamper_with_a_draw,
        _hide_the_seed,
    ],
)
def test_finds_tampering(tamper: Callable[[Record], None]) -> None:
    record: Record = json.loads(_record(4, 7))
    tamper(record)

    code, words = _verify(json.dumps(record))

    assert code == 1
    assert "fair:" not in words


def test_what_is_no_record_is_no_crash() -> None:
    assert _verify("[]")[0] == 1
    assert _verify("{")[0] == 1
    assert _verify("", "/nowhere/record.json")[0] == 1
