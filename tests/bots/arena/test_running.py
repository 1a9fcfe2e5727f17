"""The same contest gives the same results: in one process, in several, and by a run that was killed and went on."""

import os
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from bots.arena.contest import Contest, Contestant, contest_made
from bots.arena.keeping import Keeper, OtherContest
from bots.arena.playing import chunk_play, chunks_of
from bots.arena.results import results_json, results_read
from bots.arena.running import contest_play
from bots.arena.statistics import results_of
from nessos_service.local.folder import birth_of
from tests.bots.arena.contests import KEPT, PLAYERS, chunks_played
from tests.service import CHECKOUT, GIVEN_FROM_OUTSIDE

PATIENCE = 60
# It never asks a server: none is named.
NO_SERVERS = {name: value for name, value in os.environ.items() if name not in GIVEN_FROM_OUTSIDE}


def small(*, seed: int = 1, deals: int = 22) -> Contest:
    return contest_made([PLAYERS + "Counting", "novice"], players=3, games=3 * deals, seed=seed)


def document(contest: Contest, jobs: int, keeper: Keeper | None = None) -> bytes:
    kept = keeper or Keeper(None, contest, resume=False)
    return results_json(results_of(contest, contest_play(contest, kept, jobs=jobs)))


def test_processes_make_no_difference() -> None:
    contest = small()

    assert document(contest, jobs=2) == document(contest, jobs=1)
    assert document(small(seed=2), jobs=1) != document(contest, jobs=1)


def test_it_tells_how_far_it_is() -> None:
    told: list[int] = []
    contest_play(small(), Keeper(None, small(), resume=False), jobs=1, told=told.append)

    assert told == [0, 30, 60, 66]


def test_what_is_kept_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contest, part = small(), tmp_path / "part"
    with Keeper(part, contest, resume=False) as keeper:
        for number in (2, 0):
            keeper.keep(chunk_play(contest, number))
    played: list[int] = []

    def noted(contest: Contest, number: int) -> object:
        played.append(number)
        return chunk_play(contest, number)

    monkeypatch.setattr("bots.arena.running.chunk_play", noted)
    with Keeper(part, contest, resume=True) as keeper:
        resumed = document(contest, 1, keeper)

    assert played == [1]
    assert resumed == results_json(results_of(contest, chunks_played(contest)))


@pytest.mark.parametrize("cut", [1, 40, 2_000])
def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path, cut: int) -> None:
    contest, part = small(), tmp_path / "part"
    with Keeper(part, contest, resume=False) as keeper:
        for number in range(chunks_of(contest)):
            keeper.keep(chunk_play(contest, number))
    whole = part.read_bytes()
    part.write_bytes(whole[:-cut])

    with Keeper(part, contest, resume=True) as keeper:
        assert sorted(keeper.kept) == [0, 1]
        resumed = document(contest, 1, keeper)

    assert resumed == results_json(results_of(contest, chunks_played(contest)))
    with Keeper(part, contest, resume=True) as keeper:
        assert sorted(keeper.kept) == [0, 1, 2]


def test_a_line_that_is_spoiled_ends_what_is_kept(tmp_path: Path) -> None:
    contest, part = small(), tmp_path / "part"
    with Keeper(part, contest, resume=False) as keeper:
        for number in range(2):
            keeper.keep(chunk_play(contest, number))
    head, first, second = part.read_bytes().splitlines(keepends=True)
    part.write_bytes(head + first.replace(b'"games"', b'"gnats"') + second)

    with Keeper(part, contest, resume=True) as keeper:
        assert keeper.kept == {}


def test_another_contest_is_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = tmp_path / "part"
    Keeper(part, small(), resume=False).close()

    with pytest.raises(OtherContest):
        Keeper(part, small(seed=2), resume=True)
    monkeypatch.setattr("bots.arena.keeping.sources_digest", lambda contest: "other policies")
    with pytest.raises(OtherContest):
        Keeper(part, small(), resume=True)
    # Begun anew, what was there is gone.
    Keeper(part, small(seed=2), resume=False).close()
    Keeper(part, small(seed=2), resume=True).close()


def children_of(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(child) for child in listed.split()]


def test_a_run_that_is_killed_goes_on(tmp_path: Path) -> None:
    contest = contest_made(["novice", "novice"], players=3, games=480, seed=4)
    out = tmp_path / "results.json"
    part = tmp_path / "results.json.part"
    asked = ["novice", "novice", "--players", "3", "--games", "480", "--seed", "4", "--out", str(out), "-v", "0"]

    process = subprocess.Popen(
        [sys.executable, "manage.py", "arena", *asked, "--jobs", "2"],
        cwd=CHECKOUT,
        env=NO_SERVERS,
        stdout=subprocess.DEVNULL,
    )
    until = time.monotonic() + PATIENCE
    while not part.exists() or part.read_bytes().count(b"\n") < 3:
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.01)
    helpers = {pid: birth_of(pid) for pid in children_of(process.pid)}
    process.send_signal(signal.SIGKILL)
    process.wait()

    assert not out.exists()
    kept = part.read_bytes()
    assert 3 <= kept.count(b"\n") <= chunks_of(contest)
    assert len(helpers) >= 2
    while any(birth_of(pid) == birth for pid, birth in helpers.items()):
        assert time.monotonic() < until, "processes outlive the run"
        time.sleep(0.05)

    # By another process, and one alone.
    call_command("arena", *asked, "--jobs", "1", "--resume", stdout=StringIO())

    assert out.read_bytes() == document(contest, jobs=1)
    assert not part.exists()
    assert (tmp_path / "results.pace.json").exists()


@pytest.mark.campaign
@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept_results_are_made_again(path: Path) -> None:
    """By the command that docs/bots.md gives; after a change of a policy or the rules they are to be made anew."""
    kept = results_read(path.read_bytes())
    contestants = tuple(Contestant(standing.name, standing.policy) for standing in kept.contestants)
    contest = Contest(kept.players, contestants, kept.entries, deals=kept.deals, seed=kept.seed)

    assert document(contest, jobs=2) == path.read_bytes()
