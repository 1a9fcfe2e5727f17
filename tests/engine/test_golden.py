"""Games made by an independent reading of docs/rules.md, compared after every settlement."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.engine.events import Event, LotAccepted, LotRefused, PlayerEliminated
from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.rules import apply, decide, replay
from games.engine.scoring import points_of
from games.engine.state import GameState
from games.engine.types import Status
from tests.engine.tables import events_until_dealt

GAMES = [
    json.loads(line) for line in (Path(__file__).parents[1] / "golden" / "games.jsonl").read_text("utf-8").splitlines()
]


def _move(recorded: dict[str, Any]) -> Move:
    match recorded["kind"]:
        case "offer":
            return Offer(recorded["card"], recorded["claim"], recorded["to"])
        case "accept":
            return Accept()
        case "refuse":
            return Refuse()
        case kind:
            raise AssertionError(kind)


def _steps(game: dict[str, Any]) -> Iterator[tuple[tuple[Event, ...], tuple[Event, ...], GameState]]:
    """After each move: the whole history, the events of the move, the state."""
    history = events_until_dealt(game["players"], game["first_seat"], tuple(game["deck"]))
    state = replay(history)
    for recorded in game["moves"]:
        assert state.to_act == recorded["seat"]
        events = decide(state, recorded["seat"], _move(recorded))
        for event in events:
            state = apply(state, event)
        history += events
        yield history, events, state


def _assert_table(state: GameState, events: tuple[Event, ...], expected: dict[str, Any]) -> None:
    revealed = events[0]
    assert isinstance(revealed, LotAccepted | LotRefused)
    assert revealed.receiver == expected["receiver"]
    assert [put_in.card for put_in in revealed.cards] == expected["cards"]
    assert (PlayerEliminated(revealed.receiver) in events) == expected["eliminated"]
    assert [list(front) for front in state.fronts] == expected["fronts"]
    assert [points_of(front) for front in state.fronts] == expected["points"]
    assert list(state.eliminated) == expected["out"]
    in_game = [[] if is_out else list(hand) for hand, is_out in zip(state.hands, state.eliminated, strict=True)]
    assert in_game == expected["hands"]
    assert len(state.draw_pile) == expected["draw_pile"]
    if state.status is Status.ACTIVE:
        assert state.first_seat == expected["first_seat"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game['players']} players: {', '.join(game['tags'])}")
def test_golden_game_state_by_state(game: dict[str, Any]) -> None:
    rounds = {expected["move"]: expected for expected in game["rounds"]}

    for moves_made, (history, events, state) in enumerate(_steps(game), start=1):
        if moves_made in rounds:
            _assert_table(state, events, rounds.pop(moves_made))
            assert replay(history) == state
        else:
            assert state.lot

    assert rounds == {}
    assert state.status is Status.FINISHED
    assert state.to_act is None
    assert state.result is not None
    assert state.result.reason == game["result"]["reason"]
    assert list(state.result.winners) == game["result"]["winners"]
    assert list(state.result.points) == game["rounds"][-1]["points"]
