"""A whole training: first others are imitated, then the network plays against itself and them. Cut off, it goes on.

The same plan gives the same weights on the same processor and libraries, byte for byte, also when it was cut off and
went on. Each lesson plays `games` games by the present weights at all seats, and learns from them once.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from bots.policies.guarded import Guarded
from bots.policies.policy import Policy
from bots.policies.shrewd import Shrewd
from bots.simulation.chance import new_chance
from bots.simulation.compiling import Cells
from bots.training.games import games_play
from bots.training.imitation import games_watch, imitate
from bots.training.lessons import Pace, learn
from bots.training.network import HIDDEN, Adam, Network, new_adam, new_network
from games.engine.types import FEWEST_PLAYERS, MOST_PLAYERS

MODELS: Final[tuple[Policy, ...]] = (Shrewd(), Guarded())
"""Whom the network watches, and plays against afterwards."""
SIZES: Final = tuple(range(FEWEST_PLAYERS, MOST_PLAYERS + 1))


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be trained, and how. Rates and `alpha` go from their first value to their last, evenly as logarithms.

    First so many games of 3, 4, 5 and 6 of each of `MODELS` are `watched`, and gone through `times` times: the network
    begins as the first of them. `tables` say, for equal parts of the course after that, how its games are shared out
    among 3, 4, 5 and 6 seats. `company` says, for equal parts again, of ten games in how many it plays all seats; in
    how many one, the others being played by the first model as it was learned, or by the second; in how many each other
    seat by any of them.

    What plays in the end is a mean over the last lessons, in which each weighs `fading` times as much as the next: who
    learns against itself circles around where nobody could do better, and the mean of a circle is nearer to its middle.
    """

    seed: int = 1
    watched: tuple[tuple[int, ...], ...] = ((60, 450, 50, 50), (80, 600, 60, 60))
    times: int = 24
    watch_rate: float = 1.5e-3
    lessons: int = 9_000
    games: int = 512
    tables: tuple[tuple[int, ...], ...] = ((0, 1, 0, 0), (1, 3, 1, 1))
    company: tuple[tuple[int, ...], ...] = ((3, 2, 2, 3), (6, 1, 1, 2))
    hidden: tuple[int, ...] = HIDDEN
    rate: tuple[float, float] = (8e-4, 1e-4)
    alpha: tuple[float, float] = (0.004, 0.0025)
    trace: float = 0.8
    fading: float = 0.995

    def pace(self, lesson: int) -> Pace:
        """How the lesson with this number, from 0, is learned."""
        done = lesson / max(self.lessons - 1, 1)
        rate, alpha = (first * (last / first) ** done for first, last in (self.rate, self.alpha))
        return Pace(rate=rate, alpha=alpha, trace=self.trace)


@dataclass(slots=True)
class Course:
    """A training under way, after so many `lessons`; `models` play as those who were watched.

    `network` is what learns, `mean` what it was over the last lessons: that is what comes of it.
    """

    plan: Plan
    network: Network
    mean: Network
    adam: Adam
    chance: Cells
    rng: np.random.Generator
    models: list[Network]
    lessons: int = 0


class OtherPlan(Exception):
    """The file holds a course of another plan."""


def course_begin(plan: Plan) -> Course:
    """Before the first lesson."""
    rng = np.random.default_rng(plan.seed)
    network = new_network(rng, plan.hidden)
    mean, *models = (network.copy() for _ in range(1 + len(MODELS)))
    return Course(plan, network, mean, new_adam(network), new_chance(plan.seed), rng, models)


def course_go_on(course: Course, told: Callable[[Course, Any], None], *, until: int | None = None) -> None:
    """Watch first, and take lessons up to the end of the plan, or up to `until`; `told` hears of each."""
    plan = course.plan
    if not course.lessons:
        for model, policy, games in zip(course.models, MODELS, plan.watched, strict=True):
            seen = games_watch(policy, dict(zip(SIZES, games, strict=True)), plan.seed)
            imitate(model, new_adam(model), seen, times=plan.times, rate=plan.watch_rate, rng=course.rng)
        course.network, course.mean = course.models[0].copy(), course.models[0].copy()
    while course.lessons < min(plan.lessons, until if until is not None else plan.lessons):
        players = seats_at(part_of(plan.tables, course), plan.games)
        company = company_at(part_of(plan.company, course), players, course.rng)
        experience = games_play([course.network, *course.models], players, company, course.chance)
        means = learn(course.network, course.adam, experience, plan.pace(course.lessons), course.rng)
        for mean, present in zip(course.mean.parameters(), course.network.parameters(), strict=True):
            mean += (1 - plan.fading) * (present - mean)
        course.lessons += 1
        told(course, means)


def part_of[Part](parts: tuple[Part, ...], course: Course) -> Part:
    """Which of these equal parts of the course the next lesson is in."""
    return parts[course.lessons * len(parts) // course.plan.lessons]


def seats_at(tables: tuple[int, ...], games: int) -> Any:
    """The number of seats of each game, as `tables` shares them out."""
    sizes = np.repeat(SIZES, tables)
    return np.resize(sizes, games)


def company_at(company: tuple[int, ...], players: Any, rng: np.random.Generator) -> Any:
    """Who plays where, as `Plan.company` says: 0 the network, 1… the models."""
    games = np.arange(len(players))
    kinds = np.resize(np.repeat(np.arange(len(company)), company), len(players))
    players_at = np.repeat(kinds[:, None], MOST_PLAYERS, axis=1)
    anyone = rng.integers(len(company) - 1, size=players_at.shape)
    players_at = np.where(kinds[:, None] == len(company) - 1, anyone, players_at)
    players_at[games, rng.integers(players)] = 0
    return players_at


# --- Files ----------------------------------------------------------------------------------------------------------


def course_save(course: Course, path: Path) -> None:
    """Write all of it down: the whole file or nothing."""
    arrays: dict[str, Any] = {"chance": np.asarray(course.chance)}
    for name, parameters in (
        ("p", course.network.parameters()),
        ("mean", course.mean.parameters()),
        *((f"model{i}_", model.parameters()) for i, model in enumerate(course.models)),
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
        course.network, course.mean, *course.models = (
            Network(*([saved[f"{name}{i}"] for i in part] for part in (range(count), range(count, 2 * count))))
            for name in ("p", "mean", *(f"model{i}_" for i in range(len(MODELS))))
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
