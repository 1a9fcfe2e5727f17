"""The levels, as clients find them."""

import pytest

from bots.policies.guarded import Guarded
from bots.policies.novice import Novice
from bots.policies.oracle.player import Oracle
from bots.policies.shrewd import Shrewd
from bots.registry import LEVELS, policy_for
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
            {"level": level.level, "name": str(level.name), "description": str(level.description)}
            for level in LEVELS.values()
        ],
        "next": None,
    }
