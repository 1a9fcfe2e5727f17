"""At every crash point a process kills itself: all games finish, nothing is lost or doubled."""

import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.faults.campaigns import Result, campaign
from tests.faults.points import all_points, names_in_code, tasks
from tests.service import CHECKOUT, running_service

SEED = 20_261_202
WRITE_PATH = ("game.locked", "log.appended", "projections.written", "outbox.written", "outbox.committed")
SOME = 5
# Other groups of tests use the shared service; this one starts its own.
pytestmark = pytest.mark.xdist_group("crashes")


def crashed(points: dict[str, int], *, seed: int) -> tuple[Result, set[str]]:
    """A campaign in which each point kills once, at the passing given; and those that did."""
    with tempfile.TemporaryDirectory(prefix="nessos-crashes-") as marks:
        wanted = ",".join(f"{point}:{number}" for point, number in points.items())
        with running_service(CRASH_AT=wanted, CRASH_MARKS=marks) as service:
            # Trouble comes by itself: play on until every point was passed often enough.
            result = campaign(
                service,
                [],
                seed=seed,
                reachable=True,
                enough=lambda: len(os.listdir(marks)) == len(points),
                most_games=60,
            )
        killed = set(os.listdir(marks))
        print(f"seed {seed}: {wanted}\nkilled at {len(killed)} of {len(points)} points")
        return result, killed


def test_the_write_path_and_some_other_points() -> None:
    """The short form: each kill costs the start of a process."""
    rng = random.Random(SEED)
    others = [point for point in all_points() if point not in WRITE_PATH]
    points = {point: rng.randint(1, 2) for point in (*WRITE_PATH, *rng.sample(others, SOME))}

    result, killed = crashed(points, seed=SEED)

    assert result.faults == ()
    assert killed == set(points)


@pytest.mark.campaign
def test_every_point_once() -> None:
    rng = random.Random(SEED)
    points = {point: rng.randint(1, 2) for point in all_points()}

    result, killed = crashed(points, seed=SEED)

    assert result.faults == ()
    assert killed == set(points)


@pytest.mark.campaign
@pytest.mark.parametrize("number", range(1, 11))
def test_every_point_at_each_of_ten_passings(number: int) -> None:
    points = dict.fromkeys(all_points(), number)

    result, killed = crashed(points, seed=SEED + number)

    assert result.faults == ()
    assert killed == set(points)


def test_the_write_path_and_each_task_have_points() -> None:
    points = all_points()

    assert set(WRITE_PATH) <= set(points)
    assert {"outbox.kicked", "answer.kept", "answer.committed", "notices.written", "results.written"} <= set(points)
    assert "sweep.claimed" in points
    assert {f"{task}.{end}" for task in tasks() for end in ("begun", "ended")} <= set(points)
    assert all(re.fullmatch(r"[a-z_]+\.[a-z_.]+", point) for point in points)
    written = list(names_in_code())
    assert len(written) == len(set(written)), "a name stands for one place"


@pytest.mark.parametrize(
    ("environment", "ends"),
    [
        ({}, 0),
        ({"CRASH_AT": "here.reached:4"}, 0),
        ({"CRASH_AT": "there.reached:1"}, 0),
        ({"CRASH_AT": "there.reached:9,here.reached:3"}, -9),
        ({"CRASH_AT": "here.reached:1", "NESSOS_ENV": "production"}, 0),
    ],
)
def test_a_process_kills_itself_only_where_it_was_told_to(environment: dict[str, str], ends: int) -> None:
    given = {name: value for name, value in os.environ.items() if not name.startswith("CRASH_")}
    program = "from players.crashes import reach\nfor _ in range(3): reach('here.reached')"

    done = subprocess.run([sys.executable, "-c", program], cwd=CHECKOUT, env=given | environment, check=False)

    assert done.returncode == ends


def test_with_marks_each_place_kills_once(tmp_path: Path) -> None:
    environment = {**os.environ, "CRASH_AT": "here.reached:1", "CRASH_MARKS": str(tmp_path)}
    program = (sys.executable, "-c", "from players.crashes import reach; reach('here.reached')")

    ends = [subprocess.run(program, cwd=CHECKOUT, env=environment, check=False).returncode for _ in range(3)]

    assert ends == [-9, 0, 0]
    assert [path.name for path in tmp_path.iterdir()] == ["here.reached"]
