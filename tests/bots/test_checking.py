"""Whether bots moved as they had to: a record is played again, by anyone who has it."""

import copy
import json
from dataclasses import replace
from datetime import timedelta
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models.functions import Now
from django.db.utils import DatabaseError

from bots.checking import BadRecord, Verdict, record_check
from bots.registry import LEVELS
from bots.services import bot_play
from games import levels
from games.models import BotMove, Game, Heartbeat
from games.services.expiry import turn_expire
from games.services.turns import seat_resign
from players.models import Player
from tests.api.caller import Caller
from tests.games.playing import opened_game, people, state_of

pytestmark = pytest.mark.django_db


def played_by_bots(*bots: str) -> str:
    """A game that bots played to its end, but for one turn of its creator's, which ran out."""
    (ann,) = people("ann")
    game_id = opened_game(ann, players=len(bots) + 1, bots=bots)
    Heartbeat.objects.filter(name="sweeper").delete()
    expired = False
    while (game := Game.objects.get(pk=game_id)).status == "active":
        if game.to_act is not None and state_of(game_id).seats[game.to_act] == ann.pk:
            if expired:
                seat_resign(game_id=game_id, actor=ann)
                continue
            Game.objects.filter(pk=game_id).update(deadline=Now() - timedelta(seconds=1))
            assert turn_expire(game_id=game_id)
            expired = True
        else:
            assert bot_play(game_id=game_id, version=game.version)
    return game_id


def record_of(game_id: str) -> dict[str, Any]:
    answer = Caller().get(f"/games/{game_id}/record")
    assert answer.status_code == 200
    record: dict[str, Any] = answer.json()
    return record


@cache
def _record_text(*bots: str) -> str:
    return json.dumps(record_of(played_by_bots(*bots)))


def some_record(*bots: str) -> dict[str, Any]:
    """The record of a game that these played; played once for all tests, which do to it what they like."""
    record: dict[str, Any] = json.loads(_record_text(*bots))
    return record


def moves_of(record: dict[str, Any]) -> list[dict[str, Any]]:
    return [event for event in record["events"] if event["kind"] in {"offer_made", "lot_accepted", "lot_refused"}]


def test_every_move_of_a_bot_follows_from_what_it_saw() -> None:
    game_id = played_by_bots("guarded", "novice", "shrewd+bold", "guarded+vengeful")
    record = record_of(game_id)

    checked = record_check(record)

    # All moved by bots, the one whose turn ran out included.
    assert [move.version + 1 for move in checked] == [event["seq"] for event in moves_of(record)]
    assert {move.verdict for move in checked} == {Verdict.FOLLOWS}
    assert {(move.kind, move.policy) for move in checked} == {
        (kind, LEVELS[kind.split("+")[0]].version) for kind in ("guarded", "novice", "shrewd+bold", "guarded+vengeful")
    }


def lie_changed(record: dict[str, Any]) -> int:
    """Another lie in the place of the one that was told: as legal, but not what the bot chose."""
    for event in moves_of(record):
        data = event["data"]
        if event["kind"] == "offer_made" and data["card"] == 0 and data["claim"] != 0:
            data["claim"] = data["claim"] % 10 + 1
            return int(event["seq"])
    raise AssertionError("somebody lies")


def test_a_move_that_was_tampered_with_is_found() -> None:
    record = some_record("guarded", "guarded", "guarded")
    seq = lie_changed(record)

    different = [move.version + 1 for move in record_check(record) if move.verdict is Verdict.DIFFERS]

    assert different[0] == seq


def without_a_stamp(record: dict[str, Any]) -> None:
    record["bots"]["moves"].pop(0)


def of_another_version(record: dict[str, Any]) -> None:
    lie_changed(record)
    for move in record["bots"]["moves"]:
        move["policy"] = "0"


def test_what_cannot_be_checked_is_said_to_be_so() -> None:
    whole = some_record("guarded", "guarded", "guarded")
    record = copy.deepcopy(whole)
    without_a_stamp(record)
    assert record_check(record)[0].verdict is Verdict.UNRECORDED
    record = copy.deepcopy(whole)
    of_another_version(record)
    verdicts = {move.verdict for move in record_check(record)}
    assert Verdict.OTHER_VERSION in verdicts
    assert Verdict.DIFFERS not in verdicts


def another_secret(record: dict[str, Any]) -> None:
    record["bots"]["secret"] = "00" * 32


def another_seed(record: dict[str, Any]) -> None:
    record["fairness"]["reveal"] = "00" * 32


def another_deck(record: dict[str, Any]) -> None:
    record["deck"].reverse()


def another_seat(record: dict[str, Any]) -> None:
    record["bots"]["moves"][0]["seat"] += 1


def another_temperament(record: dict[str, Any]) -> None:
    record["bots"]["moves"][-1]["temperament"] = "bold"


def another_level(record: dict[str, Any]) -> None:
    record["bots"]["moves"][-1]["level"] = "novice"


def a_card_of_nobody(record: dict[str, Any]) -> None:
    next(event for event in moves_of(record) if event["kind"] == "offer_made")["data"]["card"] = 99


def no_events(record: dict[str, Any]) -> None:
    record["events"] = [{}]


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (another_secret, "does not follow from the seed"),
        (another_seed, "committed to"),
        (another_deck, "not dealt"),
        (another_seat, "another was to act"),
        (another_level, "another was to act"),
        (another_temperament, "another was to act"),
        (a_card_of_nobody, "no game by the rules"),
        (no_events, "not the record"),
    ],
)
def test_a_record_that_contradicts_itself_is_found(tamper: Any, said: str) -> None:
    record = some_record("guarded", "guarded", "guarded")
    tamper(record)

    with pytest.raises(BadRecord, match=said):
        record_check(record)


def said_by(*arguments: str) -> str:
    output = StringIO()
    call_command("check_bots", *arguments, stdout=output)
    return output.getvalue()


def test_the_command_checks_games_and_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = played_by_bots("guarded", "guarded")
    Game.objects.filter(pk=game_id).update(visibility="private")
    assert "follow" in said_by(game_id)
    assert "1 games checked" in said_by()
    Game.objects.filter(pk=game_id).update(visibility="public")
    record = record_of(game_id)
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert f"game {game_id}: {len(moves_of(record))} moves of bots" in said_by("--record", str(path))

    lie_changed(record)
    path.write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(CommandError, match="1 of 1"):
        said_by("--record", str(path))
    with pytest.raises(CommandError, match="do not exist"):
        said_by("nosuchgame")

    # A release in which the level plays otherwise, and says so.
    newer = replace(LEVELS["guarded"], version="later")
    monkeypatch.setitem(levels._levels, "guarded", newer)
    assert "another version" in said_by("--record", str(path))


def test_what_is_kept_of_a_move_is_never_changed() -> None:
    played_by_bots("guarded", "guarded")
    move = BotMove.objects.first()
    assert move is not None
    with pytest.raises(DatabaseError), connection.cursor() as cursor:
        cursor.execute("UPDATE games_botmove SET policy = 'x' WHERE id = %s", [move.pk])


def test_the_secret_tells_nothing_before_the_end() -> None:
    """Nothing of it is in the record of a game that goes on, for there is no record."""
    (ann,) = people("ann")
    game_id = opened_game(ann, players=3, bots=("guarded", "guarded"))
    assert Caller().get(f"/games/{game_id}/record").json()["code"] == "game_not_over"
    assert Player.objects.filter(level="guarded").count() == 2
