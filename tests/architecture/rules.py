"""Rules of this house that no general checker knows. `python -m tests.architecture.rules` says where they are broken.

An equivalent of local semgrep rules in the standard library: semgrep itself brings more packages than the service has.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).resolve().parents[2]
ROOMS: Final = ("bots", "games", "nessos_service", "players")

CHANCE: Final = "no random in the core"
TASKS: Final = "tasks are sent by the outbox, and never in a transaction"
SQL: Final = "no raw SQL outside store"

# Bots may be as random as they like; what is dealt and what is secret may not.
MAY_IMPORT_RANDOM: Final = ("bots/policies/", "bots/randomness.py")
# The one way to the broker: who calls it does so after the commit.
MAY_SEND_TASKS: Final = ("players/broker.py",)
# Probes look at servers from outside; migrations make triggers.
MAY_SAY_SQL: Final = (
    *("games/store.py", "players/store.py", "nessos_service/checks.py", "nessos_service/probes.py"),
    *("nessos_service/local/", "games/migrations/", "players/migrations/"),
)

_RANDOM: Final = frozenset({"random", "numpy.random"})
_SENDING: Final = frozenset({"delay", "apply_async", "send_task"})
_SENDING_BY_OURS: Final = _SENDING | {"send", "kick"}
_TRANSACTIONS: Final = frozenset(
    {"atomic", "one_transaction", "joined_transaction", "game_locked", "game_made", "game_moderated"}
)
_SPEAKING: Final = frozenset({"cursor", "execute", "executemany", "extra", "raw"})


@dataclass(frozen=True, slots=True, order=True)
class Breach:
    """Where a rule is broken."""

    path: str
    line: int
    rule: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.rule}"


def breaches(folder: Path) -> list[Breach]:
    """Every breach in the rooms of a checkout."""
    found: list[Breach] = []
    for room in ROOMS:
        for path in sorted((folder / room).rglob("*.py")):
            name = path.relative_to(folder).as_posix()
            found += breaches_in(name, path.read_text(encoding="utf-8"))
    return found


def breaches_in(name: str, text: str) -> list[Breach]:
    """The breaches in one file; `name` is its path in the checkout, and decides what it may do."""
    tree = ast.parse(text, name)
    found = {Breach(name, line, TASKS) for line in _sent_in_transactions(tree)}
    if not name.startswith(MAY_SEND_TASKS):
        found |= {Breach(name, call.lineno, TASKS) for call in _calls(tree) if _called(call) in _SENDING}
    if not name.startswith(MAY_SAY_SQL):
        found |= {Breach(name, call.lineno, SQL) for call in _calls(tree) if _speaks_sql(call)}
    if not name.startswith(MAY_IMPORT_RANDOM):
        found |= {Breach(name, line, CHANCE) for line in _random_imports(tree)}
    return sorted(found)


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _speaks_sql(call: ast.Call) -> bool:
    """A method of a cursor or a query set; a function of that name, as GraphQL's `execute`, is something else."""
    name = _called(call)
    return name == "RawSQL" or (name in _SPEAKING and isinstance(call.func, ast.Attribute))


def _called(call: ast.expr) -> str:
    """The last name of what is called or named: `delay` of `task.delay(…)`."""
    match call:
        case ast.Call(func=function):
            return _called(function)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""


def _sent_in_transactions(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        match node:
            case ast.With(items=items, body=body):
                in_transaction = any(_called(item.context_expr) in _TRANSACTIONS for item in items)
            case ast.FunctionDef(decorator_list=decorators, body=body):
                in_transaction = any(_called(decorator) in _TRANSACTIONS for decorator in decorators)
            case _:
                continue
        if in_transaction:
            for statement in body:
                yield from (call.lineno for call in _calls(statement) if _called(call) in _SENDING_BY_OURS)


def _random_imports(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names) if any(alias.name in _RANDOM for alias in names):
                yield node.lineno
            case ast.ImportFrom(module=str(module)) if module in _RANDOM:
                yield node.lineno
            case ast.ImportFrom(module="numpy", names=names) if any(alias.name == "random" for alias in names):
                yield node.lineno


def main() -> int:
    found = breaches(CHECKOUT)
    for breach in found:
        sys.stdout.write(f"{breach}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
