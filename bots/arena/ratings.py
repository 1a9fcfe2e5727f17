"""Ratings of the contestants, as players have them."""

from collections.abc import Iterable, Sequence
from typing import Final

from openskill.models import PlackettLuce

from bots.arena.results import Rating

DIGITS: Final = 4


def ratings_of(contestants: int, entries: Sequence[int], games: Iterable[Sequence[int]]) -> tuple[Rating, ...]:
    """The rating of each contestant after these games, which are given as ranks by entry, in the order played.

    A contestant with several entries enters with one rating at each of them, and leaves with the mean of what each
    made of it.
    """
    model = PlackettLuce()
    ratings = [model.rating() for _ in range(contestants)]
    places = [[place for place, of in enumerate(entries) if of == contestant] for contestant in range(contestants)]
    for ranks in games:
        teams = [[model.rating(mu=ratings[of].mu, sigma=ratings[of].sigma)] for of in entries]
        rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
        for contestant, own in enumerate(places):
            mu = sum([rated[place][0].mu for place in own]) / len(own)
            sigma = sum([rated[place][0].sigma for place in own]) / len(own)
            ratings[contestant] = model.rating(mu=mu, sigma=sigma)
    return tuple(
        Rating(round(rating.mu, DIGITS), round(rating.sigma, DIGITS), round(rating.mu - 3 * rating.sigma, DIGITS))
        for rating in ratings
    )
