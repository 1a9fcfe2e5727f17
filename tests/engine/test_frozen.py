"""However it was made, what the engine hands out can no longer be changed."""

import copy
import pickle
from dataclasses import FrozenInstanceError, fields
from random import Random
from typing import Any

import pytest

from games.engine.quick import quick
from games.engine.rules import legal, replay
from games.engine.state import GameState
from games.engine.types import LotCard
from tests.engine.tables import play_randomly, random_deal


def _everything(players: int) -> list[Any]:
    things: list[Any] = []
    for state, _, events, _ in play_randomly(replay(random_deal(players, Random(players))), Random(players)):
        things += [state, legal(state), *events, *state.lot]
    return things


@pytest.mark.parametrize("players", [3, 6])
def test_states_events_and_choices_are_frozen(players: int) -> None:
    for thing in _everything(players):
        for field in fields(thing):
            with pytest.raises(FrozenInstanceError):
                setattr(thing, field.name, None)


@pytest.mark.parametrize("players", [3, 6])
def test_they_equal_what_their_own_constructor_makes(players: int) -> None:
    for thing in _everything(players):
        twin = type(thing)(*(getattr(thing, field.name) for field in fields(thing)))
        assert thing == twin
        assert hash(thing) == hash(twin)
        assert repr(thing) == repr(twin)
        assert copy.deepcopy(thing) == twin
        assert pickle.loads(pickle.dumps(thing)) == twin


def test_quick_takes_the_same_arguments() -> None:
    make = quick(LotCard)

    assert make(0, 1, claim=7, card=0) == LotCard(0, 1, 7, 0)
    assert type(make(0, 1, 7, 0)) is LotCard
    with pytest.raises(TypeError):
        make(0, 1, 7)  # type: ignore[call-arg]
    state = replay(random_deal(3, Random(1)))
    assert quick(GameState)(state.opening, state.status, state.rules, state.seats, state.entropy) == GameState(
        state.opening, state.status, state.rules, state.seats, state.entropy
    )
