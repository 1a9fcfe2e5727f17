"""The levels, as clients find them."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from bots.policies.guarded import Guarded
from bots.policies.novice import Novice
from bots.policies.oracle.player import Oracle
from bots.policies.shrewd import Shrewd
from bots.registry import LEVELS, TEMPERAMENTS, policy_for
from bots.strengths import STRENGTHS
from games.levels import STAND_IN, is_level, levels_list
from players.names import BOT_LEVELS
from tests.api.caller import Caller


def test_the_weakest_comes_first() -> None:
    assert list(LEVELS) == ["novice", "guarded", "shrewd", "oracle"]
    assert levels_list() == tuple(LEVELS.values())


def test_a_level_has_its_policy() -> None:
    assert policy_for("novice") == Novice()
    assert policy_for("guarded") == Guarded()
    assert policy_for("shrewd") == Shrewd()
    assert policy_for("oracle") == Oracle()
    assert all(policy_for(name).level == name == level.level for name, level in LEVELS.items())


def test_there_is_no_other_level() -> None:
    with pytest.raises(KeyError):
        policy_for("omniscient")


def test_a_seat_left_by_its_player_is_played_by_a_level_that_is_there() -> None:
    assert is_level(STAND_IN)


def test_nobody_else_may_be_called_as_a_bot() -> None:
    assert set(LEVELS) <= set(BOT_LEVELS)


@pytest.mark.django_db
def test_clients_see_them() -> None:
    answer = Caller().get("/bots")

    assert answer.status_code == 200
    assert answer.json() == {
        "items": [
            {
                "level": level.level,
                "name": str(level.name),
                "description": str(level.description),
                "policy": level.version,
                "strength": None if level.strength is None else asdict(level.strength),
            }
            for level in LEVELS.values()
        ],
        "next": None,
        "temperaments": [
            {
                "temperament": temperament.temperament,
                "name": str(temperament.name),
                "description": str(temperament.description),
            }
            for temperament in TEMPERAMENTS.values()
        ],
    }


def test_strengths_are_what_the_arena_said() -> None:
    """Of one seat of the level, against another level at all others: docs/bots/<level>-<against>.json."""
    assert STRENGTHS
    assert set(STRENGTHS) <= set(LEVELS)
    for name, strength in STRENGTHS.items():
        told = json.loads(Path(f"docs/bots/{name}-{strength.against}.json").read_bytes())
        one, others = told["contestants"]
        assert (one["policy"], one["seats"], others["policy"]) == (name, 1, strength.against)
        assert (told["players"], told["games"]) == (strength.players, strength.games)
        share = one["win_share"]
        assert (share["value"], share["low"], share["high"]) == (strength.win_share, strength.low, strength.high)
