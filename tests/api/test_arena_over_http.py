"""Bots measured over the API: games among accounts and levels, by programs that know nothing else of the service."""

import importlib
import json
import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.api.test_bot_example import bot, called, new_token
from tests.service import Service

PROGRAM = Path(__file__).resolve().parents[2] / "examples" / "arena_http.py"
PATIENCE = 240
NAMES = ("tin-arena", "tan-arena")


def arena(service: Service, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROGRAM), "--url", service.base_url, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def test_two_programs_and_a_level_play_a_few_games_once(service: Service, tmp_path: Path) -> None:
    owner = new_token(service)
    tokens = [called(service, "POST", "/players/me/bots", owner, {"name": name})["token"] for name in NAMES]
    files = []
    for name, token in zip(NAMES, tokens, strict=True):
        files.append(tmp_path / f"{name}.token")
        files[-1].write_text(token + "\n", encoding="utf-8")
    out = tmp_path / "r.json"
    given = (*map(str, files), "--levels", "guarded", "--games", "2", "--at-once", "2", "--out", str(out))

    with ExitStack() as at_work:
        for token in tokens:
            at_work.enter_context(bot(service, token, "--every", "0.2"))
        done = arena(service, *given, "--run", "first")

    assert done.returncode == 0, done.stderr
    results = json.loads(out.read_text(encoding="utf-8"))
    assert (results["games"], results["unfinished"], results["par"]) == (2, 0, pytest.approx(1 / 3))
    by_name = {entry["name"]: entry for entry in results["contestants"]}
    assert set(by_name) == {*NAMES, "guarded"}
    assert sum(entry["win_share"] for entry in by_name.values()) == pytest.approx(1, abs=1e-3)
    assert all(entry["seats"] == 2 and entry["seats_lost"] == 0 for entry in by_name.values())
    for name, entry in by_name.items():
        assert f"{name} " in done.stdout
        assert 0 <= entry["low"] <= entry["win_share"] <= entry["high"] <= 1
    games = called(service, "GET", f"/games?player={NAMES[0]}")["items"]
    assert len(games) == 2
    assert all(game["settings"]["rated"] is False for game in games)

    # Said again, the run is over already: the same games are counted, and none is opened.
    again = arena(service, *given, "--run", "first")
    assert again.returncode == 0, again.stderr
    assert json.loads(out.read_text(encoding="utf-8")) == results
    assert len(called(service, "GET", f"/games?player={NAMES[0]}")["items"]) == 2

    # The worker judges one of them, and the level's moves followed from what it saw.
    game_id = games[0]["id"]
    until = time.monotonic() + PATIENCE
    while (analysis := called(service, "GET", f"/games/{game_id}/analysis"))["state"] != "done":
        assert time.monotonic() < until, (analysis["done"], analysis["of"])
        time.sleep(0.2)
    assert len(analysis["decisions"]) == analysis["of"] > 10
    record = tmp_path / "record.json"
    record.write_text(json.dumps(called(service, "GET", f"/games/{game_id}/record")), encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "manage.py", "check_bots", "--record", str(record)],
        cwd=PROGRAM.parents[1],
        env={**os.environ, "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "follow" in checked.stdout

    (tmp_path / "human.token").write_text(owner, encoding="utf-8")
    refused = arena(service, str(tmp_path / "human.token"), str(files[0]), "--levels", "guarded")
    assert refused.returncode == 1
    assert "is no bot" in refused.stderr


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(PROGRAM.parent))
    return importlib.import_module("arena_http")


def game(winners: list[int], names: list[str], status: str = "finished") -> dict[str, Any]:
    return {
        "status": status,
        "seats": [{"player": {"name": name}} for name in names],
        "result": {"winners": winners, "points": [10, 20, 30]},
    }


def test_what_is_shared_lost_and_unfinished_is_counted_so(program: Any) -> None:
    tin, tan = {"name": "tin"}, {"name": "tan"}
    played = [
        (game([0, 2], ["tin", "guarded-1", "tan"]), [tin, "guarded", tan]),
        # The seat of tin was taken over, and won.
        (game([1], ["tan", "guarded-2", "guarded-1"]), [tan, tin, "guarded"]),
        (game([], ["tin", "tan", "guarded-1"], status="voided"), [tin, tan, "guarded"]),
    ]
    results = program.results_of(played, ["tin", "tan", "guarded"], 3)
    told = {
        entry["name"]: (entry["win_share"], entry["seats_lost"], entry["points"]) for entry in results["contestants"]
    }
    assert told == {"tin": (0.25, 1, 15.0), "tan": (0.25, 0, 20.0), "guarded": (0.0, 0, 25.0)}
    assert (results["games"], results["unfinished"]) == (2, 1)


@pytest.mark.parametrize(("freedom", "point"), [(1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (39, 2.023)])
def test_the_points_of_student(program: Any, freedom: int, point: float) -> None:
    assert program.student(freedom) == pytest.approx(point, rel=0.005)
