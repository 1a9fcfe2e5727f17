"""A whole training: first the shrewd are imitated, then the network plays against itself. Cut off, it goes on.

The same plan gives the same weights on the same processor and libraries, byte for byte, also when it was cut off and
went on. Each lesson plays `games` games by the present weights at all seats, and learns from them once.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from bots.policies.shrewd import Shrewd
from bots.simulation.chance import new_chance
from bots.simulation.compiling import Cells
from bots.training.games import games_play
from bots.training.imitation import games_watch, imitate
from bots.training.lessons import Pace, learn
from bots.training.network import HIDDEN, Adam, Network, new_adam, new_network
from games.engine.types import FEWEST_PLAYERS, MOST_PLAYERS

SIZES: Final = tuple(range(FEWEST_PLAYERS, MOST_PLAYERS + 1))


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be trained, and how. Rates and `alpha` go from their first value to their last, evenly as logarithms.

    First so many games of 3, 4, 5 and 6 shrewd are `watched`, and gone through `times` times. `tables` say, for equal
    parts of the course after that, how its games are shared out among 3, 4, 5 and 6 seats. In `old` of ten games it
    plays one seat, and all others are played as they were after watching.
    """

    seed: int = 1
    watched: tuple[int, ...] = (60, 450, 50, 50)
    times: int = 24
    watch_rate: float = 1.5e-3
    lessons: int = 1_000
    games: int = 512
    tables: tuple[tuple[int, ...], ...] = ((0, 1, 0, 0), (1, 3, 1, 1))
    old: int = 4
    hidden: tuple[int, ...] = HIDDEN
    rate: tuple[float, float] = (8e-4, 2e-4)
    alpha: tuple[float, float] = (0.004, 0.002)
    trace: float = 0.8

    def pace(self, lesson: int) -> Pace:
        """How the lesson with this number, from 0, is learned."""
        done = lesson / max(self.lessons - 1, 1)
        rate, alpha = (first * (last / first) ** done for first, last in (self.rate, self.alpha))
        return Pace(rate=rate, alpha=alpha, trace=self.trace)


@dataclass(slots=True)
class Course:
    """A training under way, after so many `lessons`; `beginning` is the network as it was before the first."""

    plan: Plan
    network: Network
    adam: Adam
    chance: Cells
    rng: np.random.Generator
    beginning: Network
    lessons: int = 0


class OtherPlan(Exception):
    """The file holds a course of another plan."""


def course_begin(plan: Plan) -> Course:
    """Before the first lesson."""
    rng = np.random.default_rng(plan.seed)
    network = new_network(rng, plan.hidden)
    return Course(plan, network, new_adam(network), new_chance(plan.seed), rng, network.copy())


def course_go_on(course: Course, told: Callable[[Course, Any], None], *, until: int | None = None) -> None:
    """Watch first, and take lessons up to the end of the plan, or up to `until`; `told` hears of each."""
    plan = course.plan
    if not course.lessons and any(plan.watched):
        seen = games_watch(Shrewd(), dict(zip(SIZES, plan.watched, strict=True)), plan.seed)
        imitate(course.network, course.adam, seen, times=plan.times, rate=plan.watch_rate, rng=course.rng)
        course.adam, course.beginning = new_adam(course.network), course.network.copy()
    while course.lessons < min(plan.lessons, until if until is not None else plan.lessons):
        part = course.lessons * len(plan.tables) // plan.lessons
        players = seats_at(plan.tables[part], plan.games)
        experience = games_play(
            [course.network, course.beginning], players, old_ones_at(players, plan.old, course.lessons), course.chance
        )
        means = learn(course.network, course.adam, experience, plan.pace(course.lessons), course.rng)
        course.lessons += 1
        told(course, means)


def seats_at(tables: tuple[int, ...], games: int) -> Any:
    """The number of seats of each game, as `tables` shares them out."""
    sizes = np.repeat(SIZES, tables)
    return np.resize(sizes, games)


def old_ones_at(players: Any, old: int, lesson: int) -> Any:
    """Who plays where: the network everywhere, or, in `old` of ten games, at one seat, another each time."""
    games = np.arange(len(players))
    players_at = np.zeros((len(players), MOST_PLAYERS), np.int64)
    players_at[games % 10 < old] = 1
    players_at[games, (games // 10 + lesson) % players] = 0
    return players_at


# --- Files ----------------------------------------------------------------------------------------------------------


def course_save(course: Course, path: Path) -> None:
    """Write all of it down: the whole file or nothing."""
    arrays: dict[str, Any] = {"chance": np.asarray(course.chance)}
    for name, parameters in (
        ("p", course.network.parameters()),
        ("b", course.beginning.parameters()),
        ("m", course.adam.first),
        ("s", course.adam.second),
    ):
        arrays |= {f"{name}{i}": each for i, each in enumerate(parameters)}
    text = json.dumps(
        {
            "plan": asdict(course.plan),
            "rng": course.rng.bit_generator.state,
            "lessons": course.lessons,
            "steps": course.adam.steps,
        }
    )
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        np.savez(file, text=np.array(text), **arrays)
    beside.replace(path)


def course_load(plan: Plan, path: Path) -> Course:
    """The course as it was saved. Raises OtherPlan."""
    with np.load(path) as saved:
        about = json.loads(str(saved["text"]))
        if about["plan"] != json.loads(json.dumps(asdict(plan))):
            raise OtherPlan
        course = course_begin(plan)
        count = len(course.network.weights)
        course.network, course.beginning = (
            Network(*([saved[f"{name}{i}"] for i in part] for part in (range(count), range(count, 2 * count))))
            for name in ("p", "b")
        )
        course.adam = Adam(
            [saved[f"m{i}"] for i in range(2 * count)], [saved[f"s{i}"] for i in range(2 * count)], about["steps"]
        )
        course.rng.bit_generator.state = about["rng"]
        for i, word in enumerate(saved["chance"]):
            course.chance[i] = int(word)
        course.lessons = about["lessons"]
    return course


def weights_write(network: Network, path: Path) -> None:
    """The weights as the oracle reads them, in 16 bits: finer differences do not show in play."""
    halves: dict[str, Any] = {
        **{f"weights{i}": each.astype(np.float16) for i, each in enumerate(network.weights)},
        **{f"biases{i}": each.astype(np.float16) for i, each in enumerate(network.biases)},
    }
    np.savez(path, **halves)
