"""What the best bot would do in one's place: in numbers and in words, from one's own view."""

import logging
import random
from typing import Any

import pytest

from bots.registry import LEVELS, advisers
from bots.services import bot_advise
from games.engine.views import GameView
from games.levels import levels_list
from games.rest.advice_documents import HintShown
from tests.api.caller import Caller, registered
from tests.api.tables import Table, open_table
from tests.api.test_game_documents import assert_told

pytestmark = pytest.mark.django_db


def hint(table: Table, seat: int, **headers: str) -> Any:
    return table.seated[seat].get(f"{table.path}/hint", **headers)


def test_every_legal_move_is_weighed_and_the_words_say_what_the_numbers_say() -> None:
    table = open_table("ann", "bob", "cleo", "dan", rated=False)
    rng = random.Random(4)
    seen_lots = 0
    for _ in range(12):
        seat, view = table.to_act()
        answer = hint(table, seat)
        assert answer.status_code == 200
        assert answer["Cache-Control"] == "private, no-store"
        assert_told(HintShown, answer)
        told = answer.json()
        assert (told["game"], told["version"], told["seat"]) == (table.id, view["version"], seat)
        assert told["level"] in {level.level for level in levels_list()}
        assert told["move"] == told["options"][0]["move"]
        assert sum(option["share"] for option in told["options"]) == pytest.approx(1, abs=0.01)
        legal = view["you"]["legal"]
        kinds = {option["move"]["kind"] for option in told["options"]}
        assert kinds == {kind for kind in ("accept", "refuse") if legal[kind]} | (
            {"offer"} if legal["offer"] else set()
        )
        if view["lot"]:
            seen_lots += 1
            assert [(card["from"], card["claim"]) for card in told["lot"]["cards"]] == [
                (card["from"], card["claim"]) for card in view["lot"]
            ]
            assert f"{round(100 * told['lot']['charon'])} cases of 100" in told["words"][0]
        else:
            assert told["lot"] is None
        best = told["options"][0]
        assert f"about {round(100 * best['win'])} games of 100" in best["words"]
        assert told["words"][-1] == best["words"]
        # What is told can be sent as it is.
        sent = table.seated[seat].post(f"{table.path}/moves", {**told["move"], "version": told["version"]})
        assert sent.status_code == 201
        if sent.json()["status"] != "active":
            break
        if rng.random() < 0.2:
            table.play(rng)
    assert seen_lots > 3


def test_the_same_hint_comes_however_often_it_is_asked() -> None:
    table = open_table("ann", "bob", "cleo", rated=False)
    seat, _ = table.to_act()
    assert hint(table, seat).json() == hint(table, seat).json()


@pytest.mark.parametrize(
    ("language", "headers", "said"),
    [
        ("en", {}, "you then win"),
        ("fr", {}, "vous gagnez alors"),
        ("en", {"Accept-Language": "fr"}, "vous gagnez alors"),
        ("fr", {"Accept-Language": "en"}, "you then win"),
    ],
)
def test_words_are_in_the_language_asked_for_or_else_ones_own(
    language: str, headers: dict[str, str], said: str
) -> None:
    table = open_table("ann", "bob", "cleo", rated=False)
    seat, _ = table.to_act()
    table.seated[seat].patch("/players/me", {"language": language})

    told = hint(table, seat, **headers).json()

    assert said in told["words"][-1].lower()
    assert told["language"] == ("fr" if "vous" in said else "en")


def test_in_rated_games_nobody_is_helped() -> None:
    table = open_table("ann", "bob", "cleo")
    for caller in table.seated:
        answer = caller.get(f"{table.path}/hint")
        assert (answer.status_code, answer.json()["code"]) == (403, "no_hints_in_rated_games")


def test_a_hint_is_for_whoever_is_to_act() -> None:
    table = open_table("ann", "bob", "cleo", rated=False)
    seat, _ = table.to_act()
    others = [hint(table, other) for other in range(3) if other != seat]
    assert [(answer.status_code, answer.json()["code"]) for answer in others] == [(409, "not_your_turn")] * 2
    assert registered("eve").get(f"{table.path}/hint").json()["code"] == "not_seated"
    assert Caller().get(f"{table.path}/hint").status_code == 401
    assert registered("zoe").get("/games/nosuchgame/hint").status_code == 404


def test_hints_are_limited_by_player_whatever_the_token(settings: Any) -> None:
    settings.RATE_LIMITS = {"hint": (2, 60)}
    table = open_table("ann", "bob", "cleo", rated=False)
    seat, _ = table.to_act()
    assert [hint(table, seat).status_code for _ in range(3)] == [200, 200, 429]


class Failing:
    level = "guarded"

    def choose(self, view: GameView, rng: Any) -> Any:
        raise NotImplementedError

    def belief(self, view: GameView) -> float:
        raise NotImplementedError

    def advise(self, view: GameView, rng: Any) -> Any:
        assert view.you is not None
        raise RuntimeError(f"my hand is {view.you.hand}")


def test_an_adviser_that_fails_is_passed_over_and_tells_no_hand(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = open_table("ann", "bob", "cleo", rated=False)
    seat, _ = table.to_act()
    honest = advisers()
    monkeypatch.setattr("bots.services.advisers", lambda: ((LEVELS["novice"], Failing()), *honest))
    with caplog.at_level(logging.ERROR, logger="bots"):
        told = hint(table, seat)
    assert told.json()["level"] == honest[0][0].level
    (record,) = [record for record in caplog.records if record.name == "bots.services"]
    assert "hand" not in record.getMessage()

    monkeypatch.setattr("bots.services.advisers", lambda: ((LEVELS["novice"], Failing()),))
    assert bot_advise.__module__ == "bots.services"
    assert hint(table, seat).status_code == 503
