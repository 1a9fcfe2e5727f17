"""How the shrewd learn: seeded, and by features that are those of play."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command

from bots.fitting.learning import IGNORANT, as_source, generations
from bots.fitting.logit import fitted_answers, fitted_cards, fitted_choices
from bots.fitting.samples import Cards, Choices
from bots.fitting.selfplay import games_played
from bots.policies.learnt import WEIGHTS
from bots.policies.novice import Novice
from bots.policies.weights import Weights

ROWS = 20_000


def read(path: Path) -> Weights:
    spec = importlib.util.spec_from_file_location("learnt_anew", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Weights = module.WEIGHTS
    return found


def test_the_same_seed_teaches_the_same(tmp_path: Path) -> None:
    first, again = tmp_path / "first.py", tmp_path / "again.py"
    for path in (first, again):
        call_command("fit_shrewd", "--games", "8", "--generations", "2", "--seed", "5", "--out", str(path))

    assert first.read_bytes() == again.read_bytes()
    assert read(first) == list(generations(seed=5, games=8, count=2))[-1]
    assert read(first) != IGNORANT


def test_another_seed_is_another_game() -> None:
    def moves(seed: int) -> list[object]:
        return [game.moves for game in games_played({"novice": Novice()}, {"novice": 1.0}, seed=seed, games=range(3))]

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


def test_what_is_written_is_what_was_learnt(tmp_path: Path) -> None:
    path = tmp_path / "learnt.py"
    path.write_text(as_source(WEIGHTS, "a test"), encoding="utf-8")

    assert read(path) == WEIGHTS


def test_beliefs_are_found_beyond_what_the_counts_say() -> None:
    rng = np.random.default_rng(1)
    features = rng.normal(size=(ROWS, 3))
    counts = rng.normal(size=ROWS)
    true = np.array([0.5, -1.0, 0.0])
    truth = (rng.random(ROWS) < 1 / (1 + np.exp(-(counts + features @ true)))).astype(float)

    assert fitted_cards(Cards(features, counts, truth)) == pytest.approx(true, abs=0.08)


def test_choices_among_alternatives_are_found() -> None:
    rng = np.random.default_rng(2)
    features = rng.normal(size=(ROWS, 4, 2))
    opened = (rng.random((ROWS, 4)) < 0.8).astype(float)
    opened[:, 0] = 1
    true = np.array([1.0, -0.5])
    merits = np.where(opened > 0, features @ true + rng.gumbel(size=(ROWS, 4)), -np.inf)
    truth = np.eye(4)[merits.argmax(axis=1)]

    assert fitted_choices(Choices(features, opened, truth)) == pytest.approx(true, abs=0.08)


def test_answers_are_found() -> None:
    rng = np.random.default_rng(3)
    features = np.concatenate([np.ones((ROWS, 1)), rng.normal(size=(ROWS, 1))], axis=1)
    opened = np.ones((ROWS, 3))
    opened[: ROWS // 4, 2] = 0
    refusing, passing = np.array([0.3, 1.0]), np.array([-0.5, -1.0])
    merits = np.stack([np.zeros(ROWS), features @ refusing, features @ passing], axis=1) + rng.gumbel(size=(ROWS, 3))
    truth = np.eye(3)[np.where(opened > 0, merits, -np.inf).argmax(axis=1)]
    found = fitted_answers(Choices(features[:, None, :], opened, truth))

    assert found[0] == pytest.approx(refusing, abs=0.08)
    assert found[1] == pytest.approx(passing, abs=0.08)
