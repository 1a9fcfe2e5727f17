"""Temperaments lean where their names say, and play by the rules."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from bots.policies.advice import Weighed
from bots.policies.shrewd import Shrewd
from bots.policies.temperament import LEANINGS, Tempered, giver_of_charon, is_lie
from bots.registry import LEVELS, TEMPERAMENTS, policy_for
from games.engine.moves import Accept, Offer
from games.engine.types import CHARON
from games.engine.views import GameView
from tests.bots.matches import game, made, seen_by_actor
from tests.engine.tables import twin_world

each_temperament = pytest.mark.parametrize("temperament", list(TEMPERAMENTS))


@cache
def views() -> tuple[GameView, ...]:
    """What is seen in some games of shrewd players."""
    return tuple(choice.view for seed in range(4) for choice in game([Shrewd()] * 4, seed))


@cache
def mean(temperament: str, level: str, of: Callable[[GameView, Weighed], float | None]) -> float:
    """The mean over all views of what is counted of a move, where it counts."""
    adviser = LEVELS[level].adviser
    assert adviser is not None
    found, weight = 0.0, 0.0
    for number, view in enumerate(views()):
        advice = (Tempered(adviser, temperament) if temperament else adviser).advise(view, Random(number))
        for option in advice.weighed:
            counted = of(view, option)
            if counted is not None:
                found += option.share * counted
                weight += option.share
    return found / weight


def lies(view: GameView, option: Weighed) -> float | None:
    """Is it a lie, where there is a choice?"""
    assert view.you is not None
    mixed = CHARON in view.you.hand and set(view.you.hand) != {CHARON}
    return float(is_lie(option.move)) if mixed and isinstance(option.move, Offer) else None


def accepts(view: GameView, option: Weighed) -> float | None:
    return float(isinstance(option.move, Accept)) if view.lot else None


def takes_revenge(view: GameView, option: Weighed) -> float | None:
    """Of Charons put in where one could pay it back: is it before the one who gave one?"""
    culprit = giver_of_charon(view)
    if not isinstance(option.move, Offer) or option.move.card != CHARON or culprit is None:
        return None
    assert view.you is not None
    assert view.you.legal is not None
    assert view.you.legal.offer is not None
    return float(option.move.to == culprit) if culprit in view.you.legal.offer.to else None


def points(view: GameView, option: Weighed) -> float | None:
    return option.points


def test_there_is_a_leaning_for_each() -> None:
    assert set(LEANINGS) == set(TEMPERAMENTS) == {"honest", "bold", "vengeful", "collector"}


@pytest.mark.parametrize("level", ["guarded", "shrewd"])
def test_the_honest_hardly_lie(level: str) -> None:
    assert mean("honest", level, lies) < mean("", level, lies) / 4


@pytest.mark.parametrize("level", ["guarded", "shrewd"])
def test_the_bold_lie_and_take_more(level: str) -> None:
    assert mean("bold", level, lies) > mean("", level, lies) * 1.3
    assert mean("bold", level, accepts) > mean("", level, accepts) * 1.05


@pytest.mark.parametrize("level", ["guarded", "shrewd"])
def test_the_vengeful_pay_back(level: str) -> None:
    assert mean("vengeful", level, takes_revenge) > mean("", level, takes_revenge) + 0.1


@pytest.mark.parametrize("level", ["guarded", "shrewd"])
def test_the_collector_gains_points(level: str) -> None:
    assert mean("collector", level, points) > mean("", level, points) * 1.03


@each_temperament
@pytest.mark.parametrize("level", list(LEVELS))
def test_any_level_may_carry_it(level: str, temperament: str) -> None:
    policy = policy_for(level, temperament)

    assert policy.level == level
    for choice in game([policy] * 4, 3):
        assert choice.view.you is not None
        assert choice.view.you.legal is not None
        assert choice.view.you.legal.allows(choice.move)


@each_temperament
def test_it_sees_no_more_than_its_level(temperament: str) -> None:
    rng = Random(5)
    for choice in game([policy_for("shrewd", temperament)] * 3, 5):
        twin = twin_world(choice.state, choice.state.to_act, rng)
        assert made(choice.policy, replace(twin), choice.seed).move == choice.move
        assert seen_by_actor(twin) == choice.view


def test_without_one_a_level_is_itself() -> None:
    assert policy_for("shrewd") is policy_for("shrewd", None) is LEVELS["shrewd"].policy


@pytest.mark.parametrize("unknown", ["gloomy", "shrewd"])
def test_there_is_no_other_temperament(unknown: str) -> None:
    with pytest.raises(KeyError):
        policy_for("shrewd", unknown)
