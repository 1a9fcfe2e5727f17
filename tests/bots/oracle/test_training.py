"""The oracle is taught right: its gradients are those of its loss, and the same course gives the same weights."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from bots.policies.guarded import Guarded
from bots.policies.oracle.describing import ACTIONS, FEATURES
from bots.simulation.chance import new_chance
from bots.training.course import OtherPlan, Plan, course_begin, course_go_on, course_load, course_save, weights_write
from bots.training.engine_games import engine_games_play
from bots.training.games import LOOKS_ON, NOT_ASKED, Experience, games_play
from bots.training.imitation import games_watch, slopes_of_imitation
from bots.training.lessons import Pace, learn, returns_of, slopes
from bots.training.network import OUTPUTS, Network, forward, gradients, new_adam, new_network

pytestmark = pytest.mark.xdist_group("simulation")

SMALL = Plan(watched=((1, 1, 1, 1), (1, 1, 1, 1)), times=1, lessons=4, games=24, tables=((1, 1, 1, 1),), hidden=(16, 8))


def experience_of(network: Network, games: int = 24, seed: int = 1) -> Experience:
    players = np.resize([3, 4, 5, 6], games)
    return games_play([network], players, np.zeros((games, 6), np.int64), new_chance(seed))


def in_64_bits(network: Network) -> Network:
    return Network(
        [each.astype(np.float64) for each in network.weights], [each.astype(np.float64) for each in network.biases]
    )


def loss_of(network: Network, experience: Experience, gains: Any, returns: Any) -> tuple[float, list[Any]]:
    layers = forward(network, experience.inputs.astype(np.float64))
    slope = np.zeros_like(layers[-1])
    loss = slopes(
        layers[-1],
        experience.inclinations,
        experience.actions,
        experience.chances,
        gains,
        experience.answers - experience.values[:, None],
        returns,
        experience.truths,
        0.05,
        0.2,
        5.0,
        1.0,
        0.3,
        slope,
        np.zeros(6),
    )
    return loss, gradients(network, layers, slope)


def test_gradients_are_those_of_the_loss() -> None:
    """Against differences, for the parameters that matter most in each layer, and for some at random."""
    rng = np.random.default_rng(3)
    network = new_network(rng, (16, 8))
    experience = experience_of(network, games=8)
    returns = returns_of(experience, 0.6)
    gains = returns - experience.values
    # Somewhere else than where the games were played, so that what was done is likelier or less likely than then.
    moved = in_64_bits(network)
    for each in moved.parameters():
        each += rng.standard_normal(each.shape) * 0.05
    _, found = loss_of(moved, experience, gains, returns)

    for parameter, slope in zip(moved.parameters(), found, strict=True):
        flat = parameter.reshape(-1)
        steepest = np.argsort(-np.abs(slope.reshape(-1)))[:3]
        for at in [*steepest, *rng.integers(len(flat), size=3)]:
            kept, step = flat[at], 1e-5
            flat[at] = kept + step
            above, _ = loss_of(moved, experience, gains, returns)
            flat[at] = kept - step
            below, _ = loss_of(moved, experience, gains, returns)
            flat[at] = kept
            assert slope.reshape(-1)[at] == pytest.approx((above - below) / (2 * step), rel=1e-3, abs=1e-6)


def test_gradients_of_imitation_are_those_of_its_loss() -> None:
    watched = games_watch(Guarded(), {4: 1}, seed=1)
    met, rng = watched.met, np.random.default_rng(4)
    outputs = rng.standard_normal((len(met.actions), OUTPUTS))
    slope = np.zeros_like(outputs)
    returns = returns_of(met, 1.0)
    rest = (met.inclinations, watched.shares, returns, met.truths)
    slopes_of_imitation(outputs, *rest, slope)

    steepest = np.argsort(-np.abs(slope.reshape(-1)))[:40]
    for at in (*steepest, *rng.integers(outputs.size, size=20)):
        moved = outputs.copy()
        moved.reshape(-1)[at] += 1e-5
        above = slopes_of_imitation(moved, *rest, np.zeros_like(slope))
        moved.reshape(-1)[at] -= 2e-5
        below = slopes_of_imitation(moved, *rest, np.zeros_like(slope))
        assert slope.reshape(-1)[at] == pytest.approx((above - below) / 2e-5, rel=1e-3, abs=1e-7)


def test_returns_look_past_what_was_foreseen() -> None:
    """Seat 0 foresaw 0.5, then 0.25, and won; half of each return is what was foreseen next."""
    rows = 3
    experience = Experience(
        inputs=np.zeros((rows, FEATURES), np.float32),
        inclinations=np.zeros((rows, ACTIONS), np.float32),
        actions=np.array([0, LOOKS_ON, 0]),
        chances=np.ones(rows, np.float32),
        values=np.array([0.5, 0.75, 0.25], np.float32),
        truths=np.full((rows, 3), NOT_ASKED),
        games=np.array([0, 0, 0]),
        seats=np.array([0, 1, 0]),
        answers=np.full((rows, 2), np.nan, np.float32),
        shares=np.array([[1, 0, 0, 0, 0, 0]], np.float32),
        worths=np.full(rows, np.nan, np.float32),
    )

    assert returns_of(experience, 0.5).tolist() == [0.625, 0.0, 1.0]


def test_what_is_met_is_what_was_played() -> None:
    network = new_network(np.random.default_rng(1), (16, 8))
    experience = experience_of(network)
    decided = experience.actions != LOOKS_ON

    assert experience.shares.sum(axis=1) == pytest.approx(1)
    assert decided.sum() > 24 * 20
    assert (~decided).sum() > 24 * 10
    done = experience.inclinations[np.flatnonzero(decided), experience.actions[decided]]
    assert (done > 0).all()
    assert ((experience.chances[decided] > 0) & (experience.chances[decided] <= 1)).all()
    assert set(np.unique(experience.truths)) == {NOT_ASKED, 0, 1}


def test_a_network_learns_to_win() -> None:
    """A few lessons are enough to beat what it was before."""
    network = new_network(np.random.default_rng(2))
    before, adam, chance, rng = network.copy(), new_adam(network), new_chance(2), np.random.default_rng(2)
    players, alone = np.full(192, 4), np.zeros((192, 6), np.int64)
    for _ in range(12):
        learn(network, adam, games_play([network], players, alone, chance), Pace(rate=2e-3, alpha=0.01), rng)

    games = np.arange(1_200)
    seats = np.ones((1_200, 6), np.int64)
    seats[games, games % 4] = 0
    played = games_play([network, before], np.full(1_200, 4), seats, chance)
    assert played.shares[games, games % 4].mean() > 0.33


def weights_after(path: Path, *, until: int | None = None) -> bytes:
    course = course_load(SMALL, path) if path.exists() else course_begin(SMALL)
    course_go_on(course, lambda *_: None, until=until)
    course_save(course, path)
    weights_write(course.mean, path.with_suffix(".weights.npz"))
    return path.with_suffix(".weights.npz").read_bytes()


def test_the_same_course_gives_the_same_weights_even_cut_off(tmp_path: Path) -> None:
    whole = weights_after(tmp_path / "whole.npz")
    again = weights_after(tmp_path / "again.npz")
    weights_after(tmp_path / "parts.npz", until=2)
    in_parts = weights_after(tmp_path / "parts.npz")

    assert whole == again == in_parts
    with pytest.raises(OtherPlan):
        course_load(Plan(seed=2), tmp_path / "whole.npz")


def test_the_command_trains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    course, weights = tmp_path / "course.npz", tmp_path / "weights.npz"
    call_command(
        "train_oracle", str(course), "--watched", "3", "--lessons", "2", "--games", "6", "--weights", str(weights)
    )

    with np.load(weights) as saved:
        assert saved["weights0"].shape[0] == FEATURES
        assert saved["biases2"].shape == (OUTPUTS,)
    with pytest.raises(CommandError, match="another training"):
        call_command("train_oracle", str(course), "--lessons", "3")
    with pytest.raises(CommandError, match="1 or more"):
        call_command("train_oracle", str(course), "--lessons", "0")
    with pytest.raises(CommandError, match="no folder"):
        call_command("train_oracle", str(tmp_path / "nowhere" / "course.npz"))


def test_games_by_the_engine_are_met_alike() -> None:
    network = new_network(np.random.default_rng(1), (16, 8))
    experience = engine_games_play(network, Guarded(), players=3, games=6, seed=1)

    assert experience.inputs.shape[1] == FEATURES
    assert experience.shares.sum(axis=1) == pytest.approx(1)
    assert set(zip(experience.games.tolist(), experience.seats.tolist(), strict=True)) == {(g, g % 3) for g in range(6)}
    learn(network, new_adam(network), experience, Pace(rate=1e-3, alpha=0.01, rows=32), np.random.default_rng(1))


@pytest.mark.parametrize("level", ["oracle", "guarded"])
def test_a_best_response_is_reported(level: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    size = ["--players", "3", "--lessons", "2", "--games", "6", "--held-out", "30", "--seed", "3", "-v", "0"]
    for name in ("one.json", "two.json"):
        call_command("best_response", level, *size, "--out", str(tmp_path / name))

    assert f"best response to 2 {level}" in capsys.readouterr().out
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    told = json.loads((tmp_path / "one.json").read_text())
    assert told["level"] == level
    assert told["played_by"] == ("kernel" if level == "oracle" else "engine")
    response = told["response"]
    assert response["low"] < response["win_share"] < response["high"]
    assert response["decisions"] > 30
    assert len(response["course"]) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["oracle", "--players", "7"], "3 to 6"),
        (["oracle", "--lessons", "0"], "1 or more"),
        (["omniscient"], "no level"),
        (["oracle", "--out", "nowhere/r.json"], "no folder"),
    ],
)
def test_a_best_response_that_cannot_be_is_refused(arguments: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("best_response", *arguments)


@pytest.mark.campaign
def test_nobody_exploits_the_oracle_far(tmp_path: Path) -> None:
    """The long form: an opponent that learns against three of it, for some minutes."""
    call_command("best_response", "oracle", "--lessons", "300", "--out", str(tmp_path / "r.json"))

    assert json.loads((tmp_path / "r.json").read_text())["response"]["win_share"] <= 0.35
