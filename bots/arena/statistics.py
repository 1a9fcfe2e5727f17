"""What came of the chunks of a contest. Pure: the same chunks give the same results."""

from collections.abc import Callable, Mapping, Sequence
from math import lcm
from typing import Final

from bots.arena.calibration import calibration_of
from bots.arena.contest import Contest
from bots.arena.intervals import mean_interval
from bots.arena.ratings import ratings_of
from bots.arena.records import Answer, Believed, Chunk, Failed, Offered, Played, Sums, added
from bots.arena.results import FORMAT, Answers, Bluffs, ClaimTruth, Rating, Results, Share, Standing
from games.engine.types import CHARON, CREATURES, MOST_PLAYERS, EndReason

DIGITS: Final = 6
WHOLE: Final = lcm(*range(1, MOST_PLAYERS + 1))
"""A victory, in parts so small that however many share it each has a whole number of them."""


def results_of(contest: Contest, chunks: Sequence[Chunk]) -> Results:
    """The results of a contest; `chunks` are all of them, in order."""
    games = [game for chunk in chunks for game in chunk.games]
    if len(games) != contest.games:
        raise ValueError(f"{contest.games} games make this contest, not {len(games)}")
    offers = added(chunk.offers for chunk in chunks)
    failures = added(chunk.failures for chunk in chunks)
    ratings = ratings_of(len(contest.contestants), contest.entries, [game.ranks for game in games])
    return Results(
        format=FORMAT,
        players=contest.players,
        games=contest.games,
        deals=contest.deals,
        seed=contest.seed,
        par=round(contest.par, DIGITS),
        entries=contest.entries,
        reasons={
            reason.value: sum(game.reason == reason for game in games)
            for reason in EndReason
            if reason != EndReason.VOIDED
        },
        contestants=tuple(
            _standing(contest, by, games, chunks, offers, failures, ratings[by])
            for by in range(len(contest.contestants))
        ),
    )


def win_share(contest: Contest, by: int, games: Sequence[Played]) -> Share:
    """The part of the victories that each seat of a contestant has; k who share a victory have 1/k of it.

    The games of one deal are not independent of each other, deals are: the interval is that of a mean over deals.
    """
    own = [entry for entry, of in enumerate(contest.entries) if of == by]
    of_deals = [
        sum(_victory(game, own) for game in games[first : first + contest.players])
        for first in range(0, len(games), contest.players)
    ]
    scale = WHOLE * contest.players * len(own)
    found = mean_interval(of_deals)
    if found is None:
        return Share(round(sum(of_deals) / len(of_deals) / scale, DIGITS), None, None)
    mean, low, high = found
    return Share(round(mean / scale, DIGITS), round(max(low / scale, 0), DIGITS), round(min(high / scale, 1), DIGITS))


def _victory(game: Played, entries: Sequence[int]) -> int:
    return sum(game.ranks[entry] == 1 for entry in entries) * (WHOLE // game.ranks.count(1))


def _standing(
    contest: Contest,
    by: int,
    games: Sequence[Played],
    chunks: Sequence[Chunk],
    offers: Mapping[Offered, int],
    failures: Mapping[Failed, int],
    rating: Rating,
) -> Standing:
    own = [entry for entry, of in enumerate(contest.entries) if of == by]
    times = len(games) * len(own)
    return Standing(
        name=contest.contestants[by].name,
        policy=contest.contestants[by].policy,
        seats=len(own),
        games=len(games),
        win_share=win_share(contest, by, games),
        rating=rating,
        mean_points=round(sum(game.points[entry] for game in games for entry in own) / times, DIGITS),
        eliminated=round(sum(game.eliminated[entry] for game in games for entry in own) / times, DIGITS),
        decisions=sum(chunk.decisions[by] for chunk in chunks),
        failures={failed.why: count for failed, count in sorted(failures.items()) if failed.by == by},
        bluffs=_bluffs(by, offers),
        lies_told=_answers(offers, lambda offer: offer.by == by and offer.is_lie),
        truths_told=_answers(offers, lambda offer: offer.by == by and offer.is_truth),
        lies_heard=_answers(offers, lambda offer: offer.to == by and offer.is_lie),
        truths_heard=_answers(offers, lambda offer: offer.to == by and offer.is_truth),
        truth_by_claim=tuple(_truth(by, claim, offers) for claim in CREATURES),
        calibration=calibration_of(_beliefs(by, chunks)),
    )


def _bluffs(by: int, offers: Mapping[Offered, int]) -> Bluffs:
    chances = sum(count for offer, count in offers.items() if offer.by == by and offer.had_charon)
    lies = sum(count for offer, count in offers.items() if offer.by == by and offer.is_lie)
    honest = sum(count for offer, count in offers.items() if offer.by == by and offer.claim == CHARON)
    return Bluffs(chances, lies, honest, _share(lies, chances))


def _answers(offers: Mapping[Offered, int], is_meant: Callable[[Offered], bool]) -> Answers:
    count = dict.fromkeys(Answer, 0)
    for offer, times in offers.items():
        if is_meant(offer):
            count[offer.answer] += times
    accepted, refused = count[Answer.ACCEPTED], count[Answer.REFUSED]
    return Answers(
        sum(count.values()), accepted, refused, count[Answer.PASSED_ON], _share(accepted, accepted + refused)
    )


def _truth(by: int, claim: int, offers: Mapping[Offered, int]) -> ClaimTruth:
    """Every card that is offered is revealed at the end of its round, and no game ends before that."""
    revealed = sum(count for offer, count in offers.items() if offer.by == by and offer.claim == claim)
    lies = sum(count for offer, count in offers.items() if offer.by == by and offer.claim == claim and offer.is_lie)
    return ClaimTruth(claim, revealed, revealed - lies, _share(revealed - lies, revealed))


def _beliefs(by: int, chunks: Sequence[Chunk]) -> dict[Believed, Sums]:
    total: dict[Believed, Sums] = {}
    for chunk in chunks:
        for kind, sums in chunk.beliefs:
            if kind.by == by:
                known = total.get(kind, Sums(0, 0, 0))
                total[kind] = Sums(*(one + other for one, other in zip(known, sums, strict=True)))
    return total


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, DIGITS) if whole else None
