"""Clubs played and judged: how many of the planted are found, and how many of the others are suspected.

Nothing is fitted to the seeds that are judged: the usual offers were fitted to games of the seeds `FITTED_ON`, and the
threshold is a confidence, not a number that was looked for.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from bots.signals.clues import Clue, clues_of
from bots.signals.pairs import SURE_ENOUGH, AllSums, Weighed, no_sums, pairs_weighed
from bots.signals.trial.clubs import Club, ClubGame, club_made, club_played
from bots.signals.trial.colluders import Collusion

FITTED_ON: Final = range(100, 105)
COMMON_GAMES: Final = 30
PLANTS: Final = {
    "fours": (
        (Collusion.MODERATE, Collusion.SOFT, Collusion.MODERATE),
        (Collusion.BLATANT, Collusion.MODERATE, Collusion.FEEDING),
    ),
    "threes": ((Collusion.MODERATE,), (Collusion.BLATANT,)),
}
"""Who is planted, by design, for even seeds and for odd ones."""
SCORES: Final = (2.0, 2.5, 3.0, 3.5, 4.0, 5.0)
"""The scores at which the table says how many would be found."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair of a club. `collusion` is None for the innocent."""

    seed: int
    kinds: tuple[str, str]
    collusion: Collusion | None
    score: float
    confidence: float

    @property
    def is_found(self) -> bool:
        return self.confidence >= SURE_ENOUGH


def club_of(seed: int) -> Club:
    """The club of this seed: threes, fours and fives by turns."""
    design = ("fours", "fives", "threes")[seed % 3]
    plants = PLANTS["threes" if design == "threes" else "fours"][seed % 2]
    return club_made(design, plants, common_games=COMMON_GAMES, seed=seed)


def clues_added(games: Iterable[ClubGame]) -> AllSums:
    """What all decisions of these games say, by members."""
    sums = no_sums()
    for game, clue in _clues(games):
        sums[clue.kind].add(game.seats[clue.seat], game.seats[clue.about], clue.value, clue.variance)
    return sums


def club_judged(club: Club, sums: AllSums) -> list[Judged]:
    """All pairs of a club."""
    planted = {(plant.first, plant.second): plant.collusion for plant in club.plants}
    weighed = pairs_weighed(sums, combinations(range(club.design.members), 2))
    return [_judged(club, one, planted.get(one.pair)) for one in weighed]


def campaign(seeds: Sequence[int], told: Callable[[int, list[Judged]], None]) -> list[Judged]:
    """Play and judge the clubs of these seeds; `told` hears of each."""
    found: list[Judged] = []
    for seed in seeds:
        club = club_of(seed)
        judged = club_judged(club, clues_added(club_played(club)))
        told(seed, judged)
        found += judged
    return found


def figures(judged: Sequence[Judged]) -> dict[str, object]:
    """What came of it, as it is written down."""
    innocent = [one for one in judged if one.collusion is None]
    planted = [one for one in judged if one.collusion is not None]
    in_earnest = [one for one in planted if one.collusion is not Collusion.SOFT]
    of_kind = Counter(one.collusion for one in planted)
    found = Counter(one.collusion for one in planted if one.is_found)
    alarms = sum(one.is_found for one in innocent)
    return {
        "seeds": sorted({one.seed for one in judged}),
        "common_games": COMMON_GAMES,
        "confidence": SURE_ENOUGH,
        "planted": len(in_earnest),
        "found": sum(one.is_found for one in in_earnest),
        "innocent": len(innocent),
        "false_alarms": alarms,
        "by_kind": {
            kind.value: {"planted": of_kind[kind], "found": found[kind]} for kind in Collusion if of_kind[kind]
        },
        "by_score": [
            {
                "score": score,
                "found": _share(in_earnest, score),
                "soft_found": _share([one for one in planted if one.collusion is Collusion.SOFT], score),
                "false_alarms": _share(innocent, score),
            }
            for score in SCORES
        ],
        "highest_innocent": round(max((one.score for one in innocent), default=0.0), 2),
    }


def _clues(games: Iterable[ClubGame]) -> Iterator[tuple[ClubGame, Clue]]:
    return ((game, clue) for game in games for decision in game.decisions for clue in clues_of(decision))


def _judged(club: Club, one: Weighed, collusion: Collusion | None) -> Judged:
    kinds = (club.kinds[one.pair[0]], club.kinds[one.pair[1]])
    return Judged(club.seed, kinds, collusion, round(one.score, 3), round(one.confidence, 6))


def _share(pairs: Sequence[Judged], score: float) -> float:
    return round(sum(one.score >= score for one in pairs) / len(pairs), 4) if pairs else 0.0
