"""What is noted while policies play."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bots.arena import playing
from bots.arena.contest import contest_made
from bots.arena.playing import chunk_play
from bots.arena.records import Answer
from bots.policies.novice import Novice
from games.engine.projection import project
from games.engine.views import GameView
from tests.bots.arena.contests import PLAYERS, chunks_played, results_played


@pytest.mark.parametrize(
    ("name", "why"), [("Failing", "RuntimeError"), ("Cheating", "IllegalChoice"), ("Silent", "IllegalChoice")]
)
def test_a_policy_that_fails_is_told_and_the_games_go_on(name: str, why: str) -> None:
    results = results_played(PLAYERS + name, "novice", players=4, games=40)

    broken, sound = results.contestants
    assert set(broken.failures) == {why}
    assert 0 < broken.failures[why] <= broken.decisions
    assert sound.failures == {}
    assert sum(results.reasons.values()) == 40


def test_one_that_always_fails_plays_as_the_novice_does() -> None:
    """The random move has the chance that the policy had: the games are the novice's."""
    always = contest_made([PLAYERS + "Cheating", "novice"], players=4, games=40, seed=3)
    never = contest_made(["novice", "novice"], players=4, games=40, seed=3)

    (broken,), (sound,) = chunks_played(always), chunks_played(never)

    assert broken.games == sound.games
    assert broken.offers == sound.offers


def test_a_belief_beyond_certainty_is_told() -> None:
    fanatic, _ = results_played(PLAYERS + "Fanatic", "novice", players=4, games=8).contestants

    assert set(fanatic.failures) == {"NoProbability"}
    assert fanatic.calibration is None


def test_a_tell_shows() -> None:
    telltale, others = results_played(PLAYERS + "Telltale", "novice", players=4, games=120).contestants

    truth = {one.claim: one.share for one in telltale.truth_by_claim}
    assert telltale.bluffs.rate == 1
    assert telltale.bluffs.honest == 0
    assert truth[10] is not None
    assert truth[10] < 0.2
    assert {share for claim, share in truth.items() if claim != 10} <= {1.0, None}
    assert telltale.lies_heard.trust == telltale.truths_heard.trust == 0
    assert others.bluffs.honest > 0
    assert all(0.4 < one.share < 1 for one in others.truth_by_claim if one.share)


def test_all_offers_add_up() -> None:
    contest = contest_made(["guarded", "novice"], players=4, games=40, seed=1)
    (chunk,) = chunks_played(contest)
    guarded, novice = results_played("guarded", "novice", players=4, games=40).contestants

    offers = sum(count for _, count in chunk.offers)
    told = [answers.offers for one in (guarded, novice) for answers in (one.lies_told, one.truths_told)]
    heard = [answers.offers for one in (guarded, novice) for answers in (one.lies_heard, one.truths_heard)]
    honest = guarded.bluffs.honest + novice.bluffs.honest
    assert sum(told) == sum(heard) == offers - honest
    # Each decision is an offer, or answers the last of a lot: one a round.
    rounds = sum(count for offer, count in chunk.offers if offer.answer != Answer.PASSED_ON)
    assert offers + rounds == guarded.decisions + novice.decisions == sum(chunk.decisions)
    assert guarded.bluffs.lies == guarded.lies_told.offers <= guarded.bluffs.chances
    assert sum(one.revealed for one in guarded.truth_by_claim) == guarded.lies_told.offers + guarded.truths_told.offers


def test_a_policy_sees_its_own_view_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is asked with the view of the seat to act, and with chance of that turn alone."""
    projected: list[GameView] = []
    seen: list[tuple[GameView, float]] = []

    class Watching(Novice):
        def choose(self, view: GameView, rng: Any) -> Any:
            seen.append((view, rng.random()))
            return Novice().choose(view, rng)

    def noted(state: Any, viewer: Any) -> GameView:
        assert viewer == state.to_act
        projected.append(project(state, viewer))
        return projected[-1]

    monkeypatch.setattr(playing, "policy_named", lambda name: Watching())
    monkeypatch.setattr(playing, "project", noted)
    chunk_play(contest_made(["novice", "novice"], players=3, games=6, seed=1), 0)

    assert [view for view, _ in seen] == projected
    assert all(view.you is not None and view.you.seat == view.to_act for view, _ in seen)
    assert len({chance for _, chance in seen}) == len(seen)


def test_the_same_chunk_is_the_same_whatever_was_played_before() -> None:
    contest = contest_made(["guarded", "novice"], players=3, games=60, seed=5)
    random_numbers: Iterator[int] = iter([1, 0, 1])

    played = [chunk_play(contest, number) for number in random_numbers]
    Random(1).random()

    assert (played[0].games, played[0].offers) == (played[2].games, played[2].offers)
    assert played[0].games != played[1].games
