"""Which tests run one after another in one process: a pytest plugin.

All files that talk to the running `service` share one, and a file that says `xdist_group("name")` stays together. Done
here because xdist 3.8 no longer finds its own marks in pytest 9.2 (it renames tests, and the new name is not read).
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
USES_SERVICE = re.compile(r"\bservice: Service\b")
# They share a browser too.
BROWSER_TESTS = "tests/web/"
NAMES_GROUP = re.compile(r"""xdist_group\("(\w+)"\)""")


@cache
def group_of(path: str) -> str | None:
    """The group of all tests in a file; None when each may run anywhere."""
    if path.startswith(BROWSER_TESTS):
        return "web"
    text = (ROOT / path).read_text(encoding="utf-8")
    if USES_SERVICE.search(text):
        return "service"
    named = NAMES_GROUP.search(text)
    return named[1] if named else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from xdist.scheduler import LoadScopeScheduling

    class Grouped(LoadScopeScheduling):  # type: ignore[misc, no-any-unimported, unused-ignore]
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid.partition("::")[0]) or nodeid

    return Grouped(config, log)
