"""Every place at which a process can be told to crash, found in the code itself: none can be forgotten."""

import ast
from collections.abc import Iterator
from pathlib import Path

from games.models import Topic
from nessos_service.celery import app
from tests.architecture.rules import ROOMS
from tests.service import CHECKOUT

# These names are made while the service runs.
OF_TASKS = ("{task.name}.begun", "{task.name}.ended")
OF_TOPICS = ("{message.topic}.worked",)


def names_in_code() -> Iterator[str]:
    """What stands in the calls of `reach`; of a name with a variable in it, the variable in braces."""
    for room in ROOMS:
        for path in sorted((CHECKOUT / room).rglob("*.py")):
            yield from _names_in(path)


def _names_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "reach":
            yield ast.unparse(node.args[0]).removeprefix("f").strip("'\"")


def tasks() -> list[str]:
    """The worker's tasks."""
    app.loader.import_default_modules()
    return sorted(name for name in app.tasks if not name.startswith("celery."))


def all_points() -> list[str]:
    """Every place, by its name."""
    written = set(names_in_code())
    assert written >= {*OF_TASKS, *OF_TOPICS}
    points = written - {*OF_TASKS, *OF_TOPICS}
    assert not any("{" in name for name in points), points
    points |= {f"{task}.{end}" for task in tasks() for end in ("begun", "ended")}
    points |= {f"{topic}.worked" for topic in Topic}
    return sorted(points)
