"""Run every benchmark: `python -m tests.benchmarks [NAME [ARGUMENT…]]`.

A benchmark is a module of this package with a `main(argv)`. With a name, only that one runs, with the arguments.
"""

import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

Benchmark = Callable[[list[str]], int | None]


def benchmarks() -> Iterator[tuple[str, Benchmark]]:
    for module in sorted(pkgutil.iter_modules([str(Path(__file__).parent)]), key=lambda found: found.name):
        if module.name.startswith("_"):
            continue
        run = getattr(importlib.import_module(f"tests.benchmarks.{module.name}"), "main", None)
        if run is not None:
            yield module.name, run


def main(arguments: list[str]) -> int:
    found = dict(benchmarks())
    if arguments and arguments[0] not in found:
        print(f"There is no benchmark {arguments[0]!r}: {', '.join(found)}.", file=sys.stderr)
        return 2
    wanted = {arguments[0]: found[arguments[0]]} if arguments else found
    worst = 0
    for name, run in wanted.items():
        print(f"== {name}", flush=True)
        worst = max(worst, run(arguments[1:]) or 0)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
