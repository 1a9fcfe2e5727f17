"""The figures, by cases that can be worked out by hand."""

from math import sqrt

import pytest

from bots.arena.calibration import calibration_of
from bots.arena.contest import contest_made
from bots.arena.intervals import mean_interval
from bots.arena.pace import paces, step_of
from bots.arena.ratings import ratings_of
from bots.arena.records import Answer, Believed, Chunk, Offered, Sums, Took
from bots.arena.results import Answers, ClaimTruth
from bots.arena.statistics import results_of
from tests.bots.arena.contests import chunk_of, results_played, won_by

MILLION = 1_000_000


def test_the_interval_of_a_mean_is_students() -> None:
    """Ten values of mean 3 and variance 2/9 × 10; the quantile for nine degrees of freedom is 2.2622."""
    found = mean_interval([2, 4] * 5)

    assert found is not None
    mean, low, high = found
    reach = 2.2622 * sqrt(10 / 9 / 10)
    assert mean == 3
    assert (low, high) == pytest.approx((3 - reach, 3 + reach), abs=1e-3)


@pytest.mark.parametrize(("freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (9, 2.262), (999, 1.962)])
def test_few_values_make_it_wide(freedom: int, quantile: float) -> None:
    """Values 0 and 1 in turn, as many as leave this many degrees of freedom."""
    values = [place % 2 for place in range(freedom + 1)]
    mean = sum(values) / len(values)
    error = sqrt(sum((value - mean) ** 2 for value in values) / freedom / len(values))

    found = mean_interval(values)

    assert found is not None
    assert (found[2] - found[1]) / 2 == pytest.approx(quantile * error, rel=0.01)


def test_one_value_says_nothing_of_others() -> None:
    assert mean_interval([7]) is None


def test_deals_are_counted_not_games() -> None:
    """In one deal the first contestant wins all four games, in the other none: two values, 1 and 0, and no more."""
    contest = contest_made(["guarded", "novice"], players=4, games=8, seed=1)
    games = [*[won_by(0)] * 4, *[won_by(2)] * 4]

    one, rest = results_of(contest, [chunk_of(games)]).contestants

    assert one.win_share.value == 0.5
    assert (one.win_share.low, one.win_share.high) == (0, 1)
    # Three seats share what is left.
    assert rest.win_share.value == pytest.approx(0.5 / 3, abs=1e-6)


def test_who_wins_a_quarter_of_every_deal_does_so_for_certain() -> None:
    contest = contest_made(["guarded", "novice"], players=4, games=8, seed=1)
    games = [won_by(entry) for entry in (0, 1, 2, 3, 3, 2, 1, 0)]

    one, rest = results_of(contest, [chunk_of(games)]).contestants

    assert (one.win_share.value, one.win_share.low, one.win_share.high) == (0.25, 0.25, 0.25)
    assert rest.win_share == one.win_share


def test_a_shared_victory_counts_in_parts() -> None:
    contest = contest_made(["guarded", "novice"], players=4, games=4, seed=1)
    games = [won_by(0, 1), won_by(0, 1, 2), won_by(0, 1, 2, 3), won_by(3)]

    one, rest = results_of(contest, [chunk_of(games)]).contestants

    assert one.win_share.value == pytest.approx((1 / 2 + 1 / 3 + 1 / 4) / 4, abs=1e-6)
    assert rest.win_share.value == pytest.approx((1 / 2 + 2 / 3 + 3 / 4 + 1) / 4 / 3, abs=1e-6)
    assert one.win_share.low is None
    assert one.mean_points == 0
    assert rest.mean_points == 2


def test_all_games_must_be_there() -> None:
    contest = contest_made(["guarded", "novice"], players=4, games=8, seed=1)

    with pytest.raises(ValueError, match="8 games make this contest, not 7"):
        results_of(contest, [chunk_of([won_by(0)] * 7)])


def test_what_was_said_and_what_was_answered() -> None:
    contest = contest_made(["guarded", "novice"], players=4, games=4, seed=1)
    offers = (
        (Offered(0, 1, True, True, 7, Answer.ACCEPTED), 3),
        (Offered(0, 1, True, True, 7, Answer.REFUSED), 1),
        (Offered(0, 1, True, True, 9, Answer.PASSED_ON), 2),
        (Offered(0, 1, True, True, 0, Answer.REFUSED), 5),
        (Offered(0, 1, True, False, 7, Answer.ACCEPTED), 4),
        (Offered(0, 1, False, False, 8, Answer.REFUSED), 6),
        (Offered(1, 0, True, True, 8, Answer.REFUSED), 10),
    )
    chunk = Chunk(0, (won_by(0),) * 4, offers, (), (), (0, 0), (), (0, 0))

    one, rest = results_of(contest, [chunk]).contestants

    assert (one.bluffs.chances, one.bluffs.lies, one.bluffs.honest) == (15, 6, 5)
    assert one.bluffs.rate == pytest.approx(6 / 15)
    assert one.lies_told == rest.lies_heard == Answers(6, accepted=3, refused=1, passed_on=2, trust=0.75)
    assert one.truths_told == rest.truths_heard == Answers(10, accepted=4, refused=6, passed_on=0, trust=0.4)
    assert one.lies_heard == rest.lies_told == Answers(10, accepted=0, refused=10, passed_on=0, trust=0)
    assert one.truth_by_claim[0] == ClaimTruth(1, revealed=0, truthful=0, share=None)
    assert one.truth_by_claim[6] == ClaimTruth(7, revealed=8, truthful=4, share=0.5)
    assert one.truth_by_claim[7] == ClaimTruth(8, revealed=6, truthful=6, share=1)
    assert one.truth_by_claim[8] == ClaimTruth(9, revealed=2, truthful=0, share=0)


def beliefs(*said: tuple[float, int, int, int, int]) -> dict[Believed, Sums]:
    """Of each probability, number of cards and claim: how often it came true, and how often not."""
    found = {}
    for probability, cards, claim, true, false in said:
        millionths = round(probability * MILLION)
        for is_true, times in ((True, true), (False, false)):
            kind = Believed(0, cards, claim, min(int(probability * 10), 9), is_true)
            found[kind] = Sums(times, times * millionths, times * millionths**2)
    return found


def test_the_brier_score_and_that_of_the_best_constants() -> None:
    """Sure of itself and right: 0.1² each time. By claim alone 7 is a coin's toss, by the cards it is certain."""
    found = calibration_of(beliefs((0.9, 1, 7, 10, 0), (0.1, 2, 7, 0, 10), (0.1, 1, 3, 0, 20)))

    assert found is not None
    assert found.beliefs == 40
    assert found.base_rate == 0.25
    assert found.brier == pytest.approx(0.01)
    assert found.by_claim == pytest.approx(20 * 0.25 / 40)
    assert found.below_by_claim == pytest.approx(1 - 0.01 / 0.125)
    assert found.by_claim_and_cards == 0
    assert found.below_by_claim_and_cards is None
    assert [(one.low, one.beliefs, one.believed, one.true) for one in found.bins if one.beliefs] == [
        (0.1, 30, 0.1, 0.0),
        (0.9, 10, 0.9, 1.0),
    ]


def test_one_who_knows_the_base_rate_alone_is_no_better_than_a_constant() -> None:
    found = calibration_of(beliefs((0.25, 1, 7, 25, 75)))

    assert found is not None
    assert found.brier == found.by_claim == pytest.approx(0.25 * 0.75)
    assert found.below_by_claim == 0


def test_without_beliefs_there_is_no_calibration() -> None:
    assert calibration_of({}) is None


def test_who_wins_more_is_rated_higher_and_equals_alike() -> None:
    one, rest = ratings_of(2, (0, 1, 1, 1), [(1, 2, 2, 2)] * 20)
    (all_equal,) = ratings_of(1, (0, 0, 0, 0), [(1, 2, 2, 2)] * 20)

    assert one.mu > 25 > rest.mu
    assert one.ordinal == pytest.approx(one.mu - 3 * one.sigma, abs=1e-3)
    assert all_equal.mu == pytest.approx(25, abs=0.01)


def test_paces_are_quantiles_of_cpu_time() -> None:
    contest = contest_made(["guarded", "novice"], players=4, games=4, seed=1)
    times = ((Took(0, step_of(1_000_000)), 98), (Took(0, step_of(50_000_000)), 2))
    chunk = Chunk(0, (), (), (), (), (100, 0), times, (198_000_000, 0))

    one, rest = paces(contest, [chunk])

    assert (one.decisions, one.cpu_seconds) == (100, 0.198)
    assert one.decisions_per_cpu_second == pytest.approx(505.1)
    assert one.p50_ms == pytest.approx(1, rel=0.02)
    assert one.p99_ms == pytest.approx(50, rel=0.02)
    assert (rest.decisions, rest.decisions_per_cpu_second, rest.p99_ms) == (0, 0, 0)


@pytest.mark.parametrize("players", [3, 6])
def test_among_equals_the_interval_holds_par(players: int) -> None:
    one, rest = results_played("novice", "novice", players=players, games=240).contestants

    for standing in (one, rest):
        share = standing.win_share
        assert share.low is not None
        assert share.high is not None
        assert share.low < 1 / players < share.high
        assert share.high - share.low < 0.2
    assert one.name != rest.name


def test_the_better_player_is_found() -> None:
    """The negative control of the test above."""
    one, rest = results_played("guarded", "novice", players=4, games=120).contestants

    assert one.win_share.low is not None
    assert rest.win_share.high is not None
    assert one.win_share.low > 0.25 > rest.win_share.high
    assert one.rating.mu > rest.rating.mu
