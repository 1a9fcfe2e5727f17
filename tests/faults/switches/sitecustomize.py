"""Faults to be planted into a running service, by tests alone: this folder stands in no path but theirs.

Python imports this file when it starts. Each module named here is changed as soon as it is imported; the change does
nothing until a file of the switch's name lies in NESSOS_TEST_SWITCHES.
"""

import functools
import importlib.abc
import importlib.machinery
import os
import sys
import time

FOLDER = os.environ.get("NESSOS_TEST_SWITCHES", "")
LATE = 0.5
"""Seconds from a message that is sent too early to its commit."""


def is_on(switch):
    return bool(FOLDER) and os.path.exists(os.path.join(FOLDER, switch))


def without_lock(module):
    """The rows of games are read without their lock."""
    locked = module.QuerySet.select_for_update

    @functools.wraps(locked)
    def select_for_update(self, *arguments, **options):
        if self.model.__name__ == "Game" and is_on("without_lock"):
            return self._chain()
        return locked(self, *arguments, **options)

    module.QuerySet.select_for_update = select_for_update


def publish_before_commit(module):
    """Tasks are sent within the transaction, and not after it."""
    enqueue, committed = module.enqueue, module._committed

    def too_early(messages):
        kept = list(messages)
        if kept and is_on("publish_before_commit"):
            module.kick(kept)
            time.sleep(LATE)
        enqueue(kept)

    module.enqueue = too_early
    module._committed = lambda messages: None if is_on("publish_before_commit") else committed(messages)


def without_idempotency(module):
    """Keys are not looked at."""
    answer = module.IdempotencyMiddleware.__call__

    def call(self, request):
        return self._get_response(request) if is_on("without_idempotency") else answer(self, request)

    module.IdempotencyMiddleware.__call__ = call


def unsafe_database(module):
    """A database that may lose what it committed is taken for a safe one."""
    names = module.unsafe_names
    module.unsafe_names = lambda values: [] if is_on("unsafe_database") else names(values)


CHANGES = {
    "django.db.models.query": without_lock,
    "games.outbox": publish_before_commit,
    "players.edge.idempotency": without_idempotency,
    "nessos_service.probes": unsafe_database,
}


class Changed(importlib.abc.Loader):
    """Loads a module, then changes it."""

    def __init__(self, loader, change):
        self._loader, self._change = loader, change

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        self._loader.exec_module(module)
        self._change(module)


class Finder(importlib.abc.MetaPathFinder):
    """Finds the modules that are to be changed where they would be found anyway."""

    def find_spec(self, name, path, target=None):
        change = CHANGES.get(name)
        spec = None if change is None else importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None:
            spec.loader = Changed(spec.loader, change)
        return spec


if FOLDER:
    sys.meta_path.insert(0, Finder())
