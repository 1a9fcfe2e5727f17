"""Golden logs decided anew, by the engine alone: nothing else is needed, so that any Python can do it.

    python -m tests.faults.replaying FILE…    prints a digest of all that happened in each game

A log is a line: `{"game": …, "events": [[kind, stored data], …], "digest": …}`.
"""

import dataclasses
import hashlib
import json
import sys
from typing import Any

from games.engine import lobby
from games.engine.events import Event, GameOpened, TurnExpired
from games.engine.moves import Accept, Offer, Refuse
from games.engine.rules import apply, decide, opened
from games.engine.state import GameState
from games.engine.types import HandOverReason, Visibility


class Differs(Exception):
    """The rules do not make of a game what they once made of it."""


def replayed(log: dict[str, Any]) -> str:
    """The digest of a game, every act of which is decided anew. Raises Differs."""
    events = log["events"]
    first = dict(events[0][1])
    state = opened(GameOpened(**{**first, "visibility": Visibility(first["visibility"])}))
    digest = hashlib.sha256(as_text(state).encode())
    place = 1
    while place < len(events):
        caused = caused_by(*events[place], state, log["game"])
        for event in caused:
            if place == len(events) or stored(event) != events[place][1]:
                raise Differs(f"game {log['game']}, event {place + 1}: another {type(event).__name__}")
            state = apply(state, event)
            digest.update(as_text(state).encode())
            place += 1
        if not caused:
            raise Differs(f"game {log['game']}, event {place + 1}: nothing causes it")
    return digest.hexdigest()


def caused_by(kind: str, data: dict[str, Any], state: GameState, game: str) -> tuple[Event, ...]:
    """What the act that an event reports causes by the rules of today."""
    match kind:
        case "seat_taken":
            return lobby.take_seat(state, data["player"], data["entropy"])
        case "seat_left":
            return lobby.vacate(state, data["seat"])
        case "game_started":
            return lobby.start(state, game, data["rules_version"])
        case "offer_made":
            return decide(state, data["from_seat"], Offer(card=data["card"], claim=data["claim"], to=data["to"]))
        case "lot_accepted":
            return decide(state, data["by"], Accept())
        case "lot_refused":
            return decide(state, data["by"], Refuse())
        case "turn_expired" if data["seat"] == state.to_act:
            return (TurnExpired(data["seat"]),)
        case "seat_handed_over":
            return lobby.hand_over(state, data["seat"], data["to_player"], HandOverReason(data["reason"]))
        case "game_cancelled":
            return lobby.cancel(state, data["reason"])
        case "game_voided":
            return lobby.void(state, data["reason"])
        case _:
            return ()


def stored(event: Event) -> Any:
    """An event as the log has it."""
    return json.loads(json.dumps(dataclasses.asdict(event)))


def as_text(state: GameState) -> str:
    """What a state is, in terms that stay when its fields are named otherwise."""
    result = None if state.result is None else [str(state.result.reason), state.result.winners, state.result.points]
    lot = [[card.from_seat, card.claim, card.card] for card in state.lot]
    said = [str(state.status), state.to_act, state.seats, state.hands, state.fronts, state.draw_pile, lot, result]
    return json.dumps(said)


def main(files: list[str]) -> None:
    for name in files:
        with open(name, encoding="utf-8") as file:
            for line in file:
                log = json.loads(line)
                sys.stdout.write(f"{log['game']} {replayed(log)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
