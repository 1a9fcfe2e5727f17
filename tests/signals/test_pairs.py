"""Adding up: what a pair does is compared with what both do with everybody else."""

from collections.abc import Callable
from itertools import combinations, permutations

from bots.randomness import rng_of
from bots.signals.clues import ClueKind
from bots.signals.pairs import SURE_ENOUGH, AllSums, no_sums, pairs_weighed

PEOPLE = range(12)
CLUES = 90

type Effect = Callable[[int, int], float]


def added(effect: Effect, *, seed: bytes = b"pairs") -> AllSums:
    """So many clues of a variance of 1 each; `effect` is what those of a player about another have beyond chance."""
    chance = rng_of(seed)
    sums = no_sums()
    for kind in ClueKind:
        for player, about in permutations(PEOPLE, 2):
            # Twelve uniform numbers add up to a variance of 1.
            noise = sum(chance.random() for _ in range(12)) - 6
            sums[kind].add(player, about, noise * CLUES**0.5 + CLUES * effect(player, about), CLUES, count=CLUES)
    return sums


def suspected(sums: AllSums) -> list[tuple[int, int]]:
    weighed = pairs_weighed(sums, combinations(PEOPLE, 2))
    assert [one.score for one in weighed] == sorted((one.score for one in weighed), reverse=True)
    return [one.pair for one in weighed if one.confidence >= SURE_ENOUGH]


def test_two_who_do_more_for_each_other_are_suspected() -> None:
    assert suspected(added(lambda player, about: 0.5 if {player, about} == {3, 4} else 0.0)) == [(3, 4)]


def test_one_who_feeds_another_is_enough() -> None:
    assert suspected(added(lambda player, about: 0.8 if (player, about) == (3, 4) else 0.0)) == [(3, 4)]


def test_chance_alone_makes_nobody_suspect() -> None:
    assert suspected(added(lambda player, about: 0.0)) == []


def test_a_way_to_play_makes_nobody_suspect() -> None:
    """One believes everybody, another is believed by everybody: both are odd with all others alike."""
    assert suspected(added(lambda player, about: 0.5 * (player == 2) + 0.5 * (about == 5))) == []


def test_hurting_each_other_makes_nobody_suspect() -> None:
    assert suspected(added(lambda player, about: -0.8 if {player, about} == {3, 4} else 0.0)) == []


def test_sympathies_all_over_make_nobody_suspect() -> None:
    """Where all treat each other differently, a difference as large as that of others means nothing."""
    chance = rng_of(b"sympathies")
    liking = {pair: 0.6 * (chance.random() - 0.5) for pair in permutations(PEOPLE, 2)}

    assert suspected(added(lambda player, about: liking[player, about])) == []


def test_nothing_known_says_nothing() -> None:
    assert pairs_weighed(no_sums(), []) == []
    assert [one.confidence for one in pairs_weighed(no_sums(), [(1, 2)])] == [0.5]
