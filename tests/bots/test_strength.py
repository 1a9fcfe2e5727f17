"""How well the guarded play."""

from bots.policies.guarded import Guarded
from bots.policies.novice import Novice
from bots.policies.policy import Policy
from tests.bots.matches import winners

GAMES = 800
PAR = 1 / 4
PROMISED = 0.6


def share_of_wins(one: Policy, others: Policy, *, players: int, games: int) -> float:
    """How much of the wins `one` has, in each seat in turn; a shared victory counts in parts."""
    won = 0.0
    for seed in range(games):
        own_seat = seed % players
        policies = [one if seat == own_seat else others for seat in range(players)]
        best = winners(policies, seed)
        won += (own_seat in best) / len(best)
    return won / games


def test_one_guarded_beats_three_novices() -> None:
    assert share_of_wins(Guarded(), Novice(), players=4, games=GAMES) >= PROMISED


def test_the_measure_is_fair() -> None:
    """Among equals it finds par, within three standard errors: what it finds elsewhere is skill."""
    found = share_of_wins(Novice(), Novice(), players=4, games=GAMES)

    assert abs(found - PAR) < 3 * (PAR * (1 - PAR) / GAMES) ** 0.5
