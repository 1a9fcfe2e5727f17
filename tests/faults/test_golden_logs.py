"""Old games live on: a log of each version of the rules and of the stored form, under any hash seed and Python."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.codec import SCHEMA, decode
from games.engine.checking import first_difference
from games.engine.events import LotRefused
from games.engine.setup import RULES_VERSION
from tests.faults import replaying
from tests.service import CHECKOUT

FOLDER = Path(__file__).parents[1] / "golden"
LOGS = sorted(FOLDER.glob("logs-rules*-schema*.jsonl"))
PYTHONS = ("3.12", "3.13", "3.14")

by_log = pytest.mark.parametrize("file", LOGS, ids=lambda file: file.stem)


def logs_in(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def schema_of(file: Path) -> int:
    found = re.fullmatch(r"logs-rules(\d+)-schema(\d+)", file.stem)
    assert found is not None
    return int(found[2])


def test_each_version_of_rules_and_forms_has_a_log() -> None:
    """Whoever makes a new one adds `python -m tests.faults.making golden`, and changes none that is there."""
    pairs = {tuple(map(int, re.findall(r"\d+", file.stem))) for file in LOGS}

    assert {rules for rules, _ in pairs} == set(range(1, RULES_VERSION + 1))
    assert {schema for _, schema in pairs} == set(range(1, SCHEMA + 1))


@by_log
def test_stored_events_are_read_and_decided_as_ever(file: Path) -> None:
    for log in logs_in(file):
        events = [decode(kind, schema_of(file), data) for kind, data in log["events"]]

        assert first_difference(log["game"], events) is None
        if schema_of(file) == SCHEMA:
            assert replaying.replayed(log) == log["digest"]


@by_log
@pytest.mark.parametrize("seed", ["0", "1", "4242"])
def test_under_every_hash_seed(file: Path, seed: str) -> None:
    assert digests(sys.executable, file, PYTHONHASHSEED=seed) == wanted(file)


def test_a_card_that_is_another_is_seen() -> None:
    """The negative control."""
    log = logs_in(LOGS[-1])[0]
    dealt = next(data for kind, data in log["events"] if kind == "cards_dealt")
    dealt["draw_pile"][0] = 10 - dealt["draw_pile"][0]

    with pytest.raises(replaying.Differs):
        replaying.replayed(log)


def test_a_rule_that_is_another_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: lots go to whoever refused them."""
    import dataclasses

    from games.engine.rules import decide

    def other(state: Any, seat: int, move: Any) -> Any:
        return tuple(
            dataclasses.replace(event, receiver=event.by) if isinstance(event, LotRefused) else event
            for event in decide(state, seat, move)
        )

    monkeypatch.setattr(replaying, "decide", other)

    with pytest.raises(replaying.Differs):
        _ = [replaying.replayed(log) for log in logs_in(LOGS[-1])]


@pytest.mark.campaign
@by_log
def test_under_every_python_that_is_here(file: Path) -> None:
    found = {version: python for version in PYTHONS if (python := interpreter(version)) is not None}
    print(f"\n{', '.join(found)}")
    assert found
    for python in found.values():
        for seed in ("0", "1", "77"):
            assert digests(python, file, PYTHONHASHSEED=seed) == wanted(file)


def wanted(file: Path) -> list[str]:
    return [f"{log['game']} {log['digest']}" for log in logs_in(file)]


def digests(python: str, file: Path, **environment: str) -> list[str]:
    command = (python, "-m", "tests.faults.replaying", str(file))
    done = subprocess.run(
        command, cwd=CHECKOUT, env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def interpreter(version: str) -> str | None:
    """A Python of that version: on the path, or one that uv knows of; it downloads none."""
    if sys.version_info[:2] == tuple(map(int, version.split("."))):
        return sys.executable
    candidates = [shutil.which(f"python{version}")]
    if (uv := shutil.which("uv")) is not None:
        command = (uv, "python", "find", "--no-python-downloads", version)
        candidates.append(subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip())
    for candidate in filter(None, candidates):
        program = "import sys; print('%d.%d' % sys.version_info[:2])"
        said = subprocess.run([candidate, "-c", program], capture_output=True, text=True, check=False)
        if said.stdout.strip() == version:
            return candidate
    return None
