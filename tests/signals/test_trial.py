"""Planted colluders are found, and nobody else: the short form. `make campaign` has the long one."""

import dataclasses
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest

from bots.policies.policy import drawn
from bots.randomness import rng_of
from bots.signals.trial.campaign import FITTED_ON, campaign, club_judged, clues_added, figures
from bots.signals.trial.clubs import DESIGNS, Club, ClubGame, Plant, club_made, club_played
from bots.signals.trial.colluders import Collusion

SEED = 7
# Quick players, of two levels and with a grudge; the last five play honestly.
KINDS = ("guarded", "novice", "guarded", "guarded", "novice", "guarded", "guarded+vengeful")


@pytest.fixture(scope="module")
def club() -> Club:
    assert SEED not in FITTED_ON
    return Club(DESIGNS["small"], KINDS, (Plant(0, 1, Collusion.BLATANT),), common_games=30, seed=SEED)


@pytest.fixture(scope="module")
def games(club: Club) -> list[ClubGame]:
    return list(club_played(club))


def test_who_plays_together_is_found_and_nobody_else_is_suspected(club: Club, games: list[ClubGame]) -> None:
    judged = club_judged(club, clues_added(games))

    assert len(judged) == 21
    assert [one.collusion for one in judged if one.is_found] == [Collusion.BLATANT]
    assert judged[0].score > 2 * judged[1].score


def test_nobody_is_found_where_it_is_not_known_who_did_it(club: Club, games: list[ClubGame]) -> None:
    """The same games with the seats of each dealt out anew: what is left is chance."""
    judged = club_judged(club, clues_added(_mixed(games)))

    assert [one.collusion for one in judged if one.is_found] == []


def _mixed(games: list[ClubGame]) -> Iterator[ClubGame]:
    chance = rng_of(b"mixed")
    for game in games:
        left = list(game.seats)
        seats = []
        while left:
            one = drawn(left, [1.0] * len(left), chance)
            left.remove(one)
            seats.append(one)
        yield dataclasses.replace(game, seats=tuple(seats))


@pytest.mark.parametrize("name", DESIGNS)
def test_any_two_members_meet_as_often_as_the_design_says(name: str) -> None:
    design = DESIGNS[name]
    tables = [{(one + shift) % design.members for one in design.block} for shift in range(design.members)]

    for pair in combinations(range(design.members), 2):
        assert sum(set(pair) <= table for table in tables) == design.meetings


def test_the_same_seed_plays_the_same_games() -> None:
    club = club_made("threes", (Collusion.MODERATE,), common_games=30, seed=3)
    first, again = (
        [
            (game.seats, [decision.move for decision in game.decisions])
            for game, _ in zip(club_played(club), "ab", strict=False)
        ]
        for _ in range(2)
    )

    assert first == again
    assert first[0] != first[1]


def test_more_is_found_where_less_is_asked() -> None:
    """The table of figures is what it says, for pairs made up here."""
    from bots.signals.trial.campaign import Judged

    judged = [
        Judged(1, ("a", "b"), Collusion.BLATANT, 6.0, 1.0),
        Judged(1, ("a", "b"), Collusion.SOFT, 2.6, 0.9),
        Judged(1, ("a", "b"), None, 3.2, 0.995),
        *[Judged(1, ("a", "b"), None, 0.0, 0.0)] * 99,
    ]

    told = figures(judged)

    assert (told["planted"], told["found"], told["innocent"], told["false_alarms"]) == (1, 1, 100, 1)
    assert told["by_kind"] == {"blatant": {"planted": 1, "found": 1}, "soft": {"planted": 1, "found": 0}}
    rows = told["by_score"]
    assert isinstance(rows, list)
    for less, more in pairwise(rows):
        assert less["found"] >= more["found"]
        assert less["false_alarms"] >= more["false_alarms"]
    assert rows[1] == {"score": 2.5, "found": 1.0, "soft_found": 1.0, "false_alarms": 0.01}


@pytest.mark.campaign
def test_nine_in_ten_are_found_at_one_in_a_hundred_suspected() -> None:
    told = figures(campaign(range(205, 215), lambda seed, judged: None))

    assert told["found"] >= 0.9 * told["planted"]  # type: ignore[operator]
    assert told["false_alarms"] <= 0.01 * told["innocent"]  # type: ignore[operator]
