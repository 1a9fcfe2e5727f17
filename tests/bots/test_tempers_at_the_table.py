"""Temperaments, as clients seat them and see them."""

import pytest

from bots.services import bot_play
from games.levels import BotKind, bot_kind, levels_list, temperaments_list
from games.models import BotMove, Game
from players.models import Player
from tests.api.caller import registered

pytestmark = pytest.mark.django_db


def test_every_level_may_carry_every_temperament() -> None:
    for level in levels_list():
        assert bot_kind(level.level) == BotKind(level.level)
        for temperament in temperaments_list():
            written = f"{level.level}+{temperament.temperament}"
            assert bot_kind(written) == BotKind(level.level, temperament.temperament)
            assert str(bot_kind(written)) == written


@pytest.mark.parametrize(
    "written", ["", "+", "+bold", "guarded+", "guarded+x", "x+bold", "guarded+bold+bold", "Guarded"]
)
def test_nothing_else_is_a_bot(written: str) -> None:
    assert bot_kind(written) is None


def test_bots_of_a_temperament_have_accounts_of_their_own() -> None:
    ann = registered("ann")
    bots = ["guarded+bold", "guarded", "guarded+bold"]
    seats = ann.post("/games", {"players": 5, "bots": bots}).json()["seats"]
    assert [seat["player"] for seat in seats[1:4]] == [
        {"name": "guarded-bold-1", "kind": "bot", "level": "guarded", "temperament": "bold"},
        {"name": "guarded-1", "kind": "bot", "level": "guarded"},
        {"name": "guarded-bold-2", "kind": "bot", "level": "guarded", "temperament": "bold"},
    ]
    # They are called again, and one of no temperament is never one of some.
    again = ann.post("/games", {"players": 3, "bots": ["guarded"]}).json()["seats"][1]["player"]["name"]
    assert again == "guarded-1"
    game = ann.post("/games", {"players": 3}).json()
    seated = ann.post(f"/games/{game['id']}/bots", {"level": "shrewd", "temperament": "vengeful"}).json()
    assert seated["seats"][1]["player"]["name"] == "shrewd-vengeful-1"
    assert ann.get("/players/shrewd-vengeful-1").json()["temperament"] == "vengeful"


def test_they_move_by_their_temperament_and_it_is_kept() -> None:
    ann = registered("ann")
    game_id = ann.post("/games", {"players": 3, "bots": ["guarded+bold", "novice+honest"]}).json()["id"]
    ann.post(f"/games/{game_id}/resign")
    for _ in range(8):
        assert bot_play(game_id=game_id, version=Game.objects.get(pk=game_id).version)
    kept = set(BotMove.objects.values_list("level", "temperament"))
    assert kept <= {("guarded", "bold"), ("novice", "honest"), ("guarded", "")}
    assert len(kept) > 1
    assert Player.objects.filter(temperament="bold").count() == 1
