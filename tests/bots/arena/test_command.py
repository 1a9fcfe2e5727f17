"""`manage.py arena`, as one calls it."""

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from bots.arena.pictures import picture
from bots.arena.results import results_read
from tests.bots.arena.contests import PLAYERS, results_played


def arena(*arguments: object) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("arena", *map(str, arguments), "--jobs", "1", stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_it_writes_results_pace_and_picture_and_tells_the_rest(tmp_path: Path) -> None:
    results, drawn = tmp_path / "r.json", tmp_path / "r.svg"

    said, warned = arena(
        PLAYERS + "Counting", "novice", "--players", 3, "--games", 29, "--out", results, "--picture", drawn
    )

    assert results_read(results.read_bytes()) == results_played(PLAYERS + "Counting", "novice", players=3, games=30)
    assert drawn.read_text(encoding="utf-8") == picture(results_read(results.read_bytes()))
    pace = json.loads((tmp_path / "r.pace.json").read_text(encoding="utf-8"))
    assert [one["name"] for one in pace] == ["Counting", "novice"]
    assert all(0 < one["p50_ms"] <= one["p99_ms"] for one in pace)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["r.json", "r.pace.json", "r.svg"]
    assert said.startswith("30 games of 3 (10 deals, seed 1); par 33.3 %\n")
    assert re.search(r"^Counting +1 +\d+\.\d % \(\d+\.\d … \d+\.\d\)", said, re.MULTILINE)
    assert re.search(r"^Counting believes: Brier score 0\.\d{4}, best guess by claim 0\.\d{4} \(", said, re.MULTILINE)
    assert warned == "30 games, so that everyone sits everywhere equally often\n"


def test_a_failing_policy_is_told_loudly() -> None:
    said, _ = arena(PLAYERS + "Cheating", "novice", "--games", 4)

    assert re.search(r"^Cheating FAILED: IllegalChoice \d+, in \d+ decisions; moves at random", said, re.MULTILINE)
    assert "novice FAILED" not in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["omniscient", "novice"], "There is no level 'omniscient': novice, guarded, shrewd"),
        (["shrewd+gloomy", "novice"], "There is no temperament 'gloomy': honest, bold"),
        (["nowhere:Policy", "novice"], "'nowhere:Policy' cannot be loaded"),
        ([PLAYERS + "Nobody", "novice"], "cannot be loaded"),
        ([PLAYERS + "CHARON", "novice"], r"has no method choose\(view, rng\)"),
        (["novice", "novice", "novice"], "3 are neither"),
        (["novice", "novice", "--jobs", "0"], "--jobs is 1 to 64"),
        (["novice", "novice", "--resume"], "--resume needs the --out"),
        (["novice", "novice", "--out", "/nowhere/results.json"], "There is no folder /nowhere"),
    ],
)
def test_what_cannot_be_played_is_said(arguments: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("arena", *arguments, stdout=StringIO(), stderr=StringIO())


def test_parts_of_another_contest_are_not_mixed_in(tmp_path: Path) -> None:
    out = tmp_path / "r.json"
    (tmp_path / "r.json.part").write_text('{"format": 1, "contest": "another"}\n', encoding="utf-8")

    with pytest.raises(CommandError, match="is of another contest"):
        arena("novice", "novice", "--games", 4, "--out", out, "--resume")

    assert not out.exists()
    assert (tmp_path / "r.json.part").exists()
