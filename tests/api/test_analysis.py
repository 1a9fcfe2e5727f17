"""A game that is over, judged: worked out by the worker in slices, once, and kept."""

import random
from collections import Counter
from statistics import fmean
from typing import Any

import pytest

from bots.registry import LEVELS
from bots.services import bot_play
from games import outbox
from games.models import Analysis, Game, OutboxMessage, Topic
from games.rest.advice_documents import AnalysisShown
from games.services.analysis import analysis_work
from games.tasks import analyse
from tests.api.caller import Caller, registered
from tests.api.tables import Table, open_table
from tests.api.test_game_documents import assert_told

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_one_piece(settings: Any) -> None:
    """But where a test says otherwise."""
    settings.ANALYSIS_SLICE = 60.0


@pytest.fixture
def finished() -> Table:
    table = open_table("ann", "bob", "cleo", "dan")
    table.play_to_the_end(random.Random(21))
    return table


@pytest.fixture
def again(monkeypatch: pytest.MonkeyPatch) -> list[outbox.Message]:
    """What is sent to the worker at once."""
    sent: list[outbox.Message] = []
    monkeypatch.setattr(outbox, "kick", lambda messages: sent.extend(messages) or len(sent))
    return sent


def asked(table: Table) -> Any:
    return Caller().get(f"{table.path}/analysis")


def messages() -> list[int]:
    return list(OutboxMessage.objects.filter(topic=Topic.ANALYSIS).values_list("version", flat=True))


def test_the_first_who_asks_has_it_worked_out_and_all_see_how_far_it_is(
    finished: Table, settings: Any, again: list[outbox.Message]
) -> None:
    moves = sum(
        event["kind"] in {"offer_made", "lot_accepted", "lot_refused"}
        for event in Caller().get(f"{finished.path}/record").json()["events"]
    )
    first = asked(finished)
    assert (first.status_code, first["Retry-After"]) == (202, "1")
    assert_told(AnalysisShown, first)
    assert first.json().items() >= {"state": "queued", "done": 0, "of": moves, "players": None}.items()
    version = Game.objects.get(pk=finished.id).version
    assert asked(finished).json() == first.json()
    assert messages() == [version]

    settings.ANALYSIS_SLICE = 0.0
    analyse(finished.id, version)
    running = asked(finished)
    assert (running.status_code, running.json()["state"], running.json()["done"]) == (202, "running", 1)
    assert_told(AnalysisShown, running)
    assert again == [outbox.Message(Topic.ANALYSIS, finished.id, version)]

    settings.ANALYSIS_SLICE = 60.0
    analyse(finished.id, version)
    done = asked(finished)
    assert (done.status_code, done.json()["state"], done.json()["done"]) == (200, "done", moves)
    assert_told(AnalysisShown, done)
    assert done.json()["decisions"][0] == running.json()["decisions"][0]
    assert messages() == []
    # Late, or once more: nothing happens any more.
    analyse(finished.id, version)
    analyse(finished.id, version)
    assert asked(finished).content == done.content
    assert Analysis.objects.count() == 1


def test_work_that_is_done_twice_beside_itself_is_kept_once(finished: Table, settings: Any) -> None:
    asked(finished)
    settings.ANALYSIS_SLICE = 0.0
    stale = Analysis.objects.get()
    assert analysis_work(game_id=finished.id) is False

    # Another began when nothing was done yet, and comes with the first decision when that is kept already.
    from games.services import analysis

    # It is not done: whoever is late takes nobody's message away.
    assert analysis._kept(stale, [{"level": "x", "policy": "y"}]) is False
    assert Analysis.objects.get().decisions[0]["level"] != "x"
    assert Analysis.objects.get().done == 1
    settings.ANALYSIS_SLICE = 60.0
    assert analysis_work(game_id=finished.id) is True
    assert analysis._kept(stale, [{"level": "x", "policy": "y"}]) is True


def test_decisions_are_judged_by_what_was_knowable(finished: Table) -> None:
    record = Caller().get(f"{finished.path}/record").json()
    asked(finished)
    analysis_work(game_id=finished.id)
    told = asked(finished).json()
    by_seq = {event["seq"]: event for event in record["events"]}
    lies = Counter[int]()
    for decision, following in zip(told["decisions"], [*told["decisions"][1:], None], strict=True):
        event = by_seq[decision["version"] + 1]
        data = event["data"]
        assert decision["player"] == ("ann", "bob", "cleo", "dan")[decision["seat"]]
        assert decision["made"]["move"] == decision["move"]
        assert decision["loss"] == pytest.approx(decision["best"]["win"] - decision["made"]["win"], abs=2e-4)
        assert 0 <= decision["loss"] <= 1
        if decision["lot"] is not None:
            assert decision["lot"]["held"] == any(card["card"] == 0 for card in decision["lot"]["cards"])
        if event["kind"] == "offer_made":
            assert (decision["seat"], decision["move"]["card"]) == (data["from"], data["card"])
            is_lie = data["card"] == 0 != data["claim"]
            assert (decision["bluff"] is not None) == is_lie
            if is_lie:
                answers = {"accept": "accepted", "refuse": "refused", "offer": "passed_on"}
                lies[decision["seat"]] += 1
                assert decision["bluff"]["to"] == data["to"]
                assert following is not None
                assert decision["bluff"]["answer"] == answers[following["move"]["kind"]]
        else:
            assert decision["bluff"] is None
    assert lies.total() > 0
    assert {player["seat"]: player["bluffs"]["all"] for player in told["players"]} == {
        seat: lies[seat] for seat in range(4)
    }
    for kind in ("believed", "caught", "passed_on"):
        told_by, heard_by = (sum(player[side][kind] for player in told["players"]) for side in ("bluffs", "lies"))
        assert told_by == heard_by
    assert sum(player["decisions"] for player in told["players"]) == told["of"]


def test_a_player_loses_less_by_its_own_lights_than_a_random_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measure of the measure: guarded seats against random ones, judged by guarded eyes."""
    guarded = LEVELS["guarded"]
    assert guarded.adviser is not None
    monkeypatch.setattr("bots.services.advisers", lambda: ((guarded, guarded.adviser),))
    ann = registered("ann")
    losses: dict[str, list[float]] = {"guarded": [], "novice": []}
    for _ in range(3):
        game_id = ann.post("/games", {"players": 4, "bots": ["guarded", "guarded", "novice"]}).json()["id"]
        table = Table(game_id, (ann,))
        ann.post(f"/games/{game_id}/resign")
        while (game := Game.objects.get(pk=game_id)).status == "active":
            bot_play(game_id=game_id, version=game.version)
        asked(table)
        analysis_work(game_id=game_id)
        told = asked(table).json()
        bots = [player for player in told["players"] if player["player"]["kind"] == "bot"]
        levels = {player["seat"]: player["player"]["level"] for player in bots}
        for decision in told["decisions"]:
            if decision["player"] != "ann":
                losses[levels[decision["seat"]]].append(decision["loss"])
    assert 3 * fmean(losses["guarded"]) < fmean(losses["novice"])


def test_it_is_seen_by_those_who_see_the_record() -> None:
    private = open_table("eve", "fay", "gus", visibility="private")
    asked_early = private.seated[0].get(f"{private.path}/analysis")
    assert (asked_early.status_code, asked_early.json()["code"]) == (409, "game_not_over")
    private.play_to_the_end(random.Random(2))
    assert private.seated[1].get(f"{private.path}/analysis").status_code == 202
    for caller in (Caller(), registered("zoe")):
        assert caller.get(f"{private.path}/analysis").status_code == 404


def test_what_is_begun_is_limited_and_looking_is_not(settings: Any) -> None:
    settings.RATE_LIMITS = {"analysis": (1, 3600)}
    ann = registered("ann")
    paths = []
    for _ in range(2):
        paths.append(f"/games/{ann.post('/games', {}).json()['id']}")
        ann.delete(f"{paths[-1]}/seats/me")
    assert [ann.get(f"{path}/analysis").status_code for path in (paths[0], paths[0], paths[1])] == [200, 200, 429]
    assert Analysis.objects.count() == 1


def test_a_game_that_never_was_is_judged_at_once() -> None:
    ann = registered("ann")
    path = f"/games/{ann.post('/games', {}).json()['id']}"
    ann.delete(f"{path}/seats/me")
    answer = ann.get(f"{path}/analysis")
    assert answer.status_code == 200
    assert answer.json().items() >= {"state": "done", "of": 0, "decisions": [], "players": []}.items()
    assert messages() == []
