"""Each import contract in pyproject.toml can fail: a planted violation turns it red."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
WIDE = {**os.environ, "COLUMNS": "400"}
ROOMS = ("nessos_service", "bots", "games", "players")

HOUSE = "The house is built in one direction; nobody imports the composition root"
GAMES = "In games, everything leans towards the engine"
TWINS = "REST and GraphQL do not know each other"
ENGINE = "The engine is pure"
POLICIES = "A policy sees what a player sees"
TRAINING = "Nothing that runs in the service trains, or needs the compiler"
SIMULATION = "The kernel takes numbers from the engine, and nothing else"

IMPURE = ("random", "time", "datetime", "uuid", "os", "logging", "secrets", "django", "rest_framework")
UNLEARNT = ("games.engine.rules", "games.engine.state", "games.engine.views", "games.models", "bots.services", "django")
UNSEEN = ("games.engine.state", "games.engine.rules", "games.engine.setup", "games.models", "players.models", "django")
# Each contract, and imports that break it: who, whom.
PLANTED = [
    (HOUSE, "players.secrets", "games.errors"),
    (HOUSE, "games.errors", "bots"),
    (HOUSE, "games.errors", "nessos_service.settings"),
    (GAMES, "games.selectors.games", "games.services.moves"),
    (GAMES, "games.services.moves", "games.tasks"),
    (GAMES, "games.wire.games", "games.selectors.games"),
    (GAMES, "games.models", "games.store"),
    (GAMES, "games.engine.rules", "games.models"),
    (TWINS, "games.graphql.planted", "games.rest.play"),
    (TWINS, "games.rest.planted", "games.graphql.planted"),
    *((ENGINE, "games.engine.planted", impure) for impure in IMPURE),
    *((POLICIES, "bots.policies.planted", unseen) for unseen in UNSEEN),
    (TRAINING, "bots.services", "bots.training.games"),
    (TRAINING, "bots.policies.planted", "bots.simulation.kernel"),
    (TRAINING, "bots.policies.planted", "numba"),
    *((SIMULATION, "bots.simulation.planted", unlearnt) for unlearnt in UNLEARNT),
]
A_MODULE_OF_NO_LAYER = "games.newcomer"

# Of the standard library, what reads no clock, no chance and no world.
PURE = {"abc", "collections", "dataclasses", "enum", "functools", "hashlib", "hmac", "itertools", "json", "math"}
PURE |= {"operator", "types", "typing"}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rooms and their contracts, to be spoiled."""
    folder = tmp_path_factory.mktemp("house")
    for room in ROOMS:
        shutil.copytree(CHECKOUT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(CHECKOUT / "pyproject.toml", folder)
    return folder


def contracts_report(folder: Path) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("lint-imports")
    command = [str(program), "--no-cache", "--no-logo"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=WIDE)


def test_the_house_keeps_its_contracts() -> None:
    report = contracts_report(CHECKOUT)

    assert report.returncode == 0, report.stdout + report.stderr
    assert ", 0 broken." in report.stdout


@pytest.fixture(scope="module")
def broken(copy: Path) -> dict[str, str]:
    """What is said about each contract that broke, with everything planted at once."""
    for _, importer, imported in [*PLANTED, ("", A_MODULE_OF_NO_LAYER, "games.errors")]:
        path = copy.joinpath(*importer.split(".")).with_suffix(".py")
        path.parent.mkdir(exist_ok=True)
        (path.parent / "__init__.py").touch()
        with open(path, "a", encoding="utf-8") as file:
            file.write(f"\nimport {imported}\n")
    report = contracts_report(copy)
    assert report.returncode == 1, report.stdout + report.stderr
    _, _, complaints = report.stdout.partition("Broken contracts")
    names = [HOUSE, GAMES, TWINS, ENGINE, POLICIES, TRAINING, SIMULATION]
    found = {name: complaints.find(f"\n{name}\n---") for name in names}
    ends = sorted([*found.values(), len(complaints)])
    return {name: complaints[at : ends[ends.index(at) + 1]] for name, at in found.items() if at >= 0}


@pytest.mark.parametrize(("contract", "importer", "imported"), PLANTED)
def test_a_planted_violation_is_found(broken: dict[str, str], contract: str, importer: str, imported: str) -> None:
    assert re.search(rf"{re.escape(importer)} -> {re.escape(imported)}\b", broken[contract]), broken[contract]


def test_a_module_of_no_layer_is_found(broken: dict[str, str]) -> None:
    assert "newcomer" in broken[GAMES]


def test_the_engine_imports_only_pure_parts_of_the_standard_library() -> None:
    for path in sorted((CHECKOUT / "games" / "engine").rglob("*.py")):
        foreign = {name for name in imported_names(path) if not name.startswith("games.engine")}
        assert {name.partition(".")[0] for name in foreign} <= PURE, path


def test_policies_import_only_what_a_player_may_know() -> None:
    seen = {f"games.engine.{name}" for name in ("moves", "scoring", "types", "views")}
    for path in sorted((CHECKOUT / "bots" / "policies").rglob("*.py")):
        of_ours = {name for name in imported_names(path) if name.split(".")[0] in ROOMS}
        assert {name for name in of_ours if not name.startswith("bots.policies")} <= seen, path


def imported_names(path: Path) -> set[str]:
    """Every module that the file names in an import, wherever in the file."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                names |= {alias.name for alias in node.names}
            case ast.ImportFrom(module=str(module), level=0):
                names.add(module)
            case ast.ImportFrom():
                raise AssertionError(f"{path}: relative imports hide where a name comes from")
    return names
