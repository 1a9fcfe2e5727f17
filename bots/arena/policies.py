"""Policies by the names that one types."""

import hashlib
from importlib import import_module
from pathlib import Path
from typing import Protocol, runtime_checkable

import bots.policies
import games.engine
from bots.arena.contest import Contest
from bots.policies.policy import Policy
from bots.registry import LEVELS, TEMPERAMENTS, policy_for
from games.engine.views import GameView


class UnknownPolicy(ValueError):
    """Nothing that can play has this name. The text is for people."""


@runtime_checkable
class Believer(Protocol):
    """A policy may have this too: the arena then measures how good its beliefs are."""

    def belief(self, view: GameView) -> float:
        """How likely it is, 0…1, that the lot before the viewer holds a Charon."""


def policy_named(name: str) -> Policy:
    """The policy of a level, or of `level+temperament`, or of `module:Name`, a class or an object of one's own.

    Raises UnknownPolicy.
    """
    level, plus, temperament = name.partition("+")
    if level in LEVELS and not plus:
        return policy_for(level)
    if level in LEVELS:
        if temperament not in TEMPERAMENTS:
            raise UnknownPolicy(f"There is no temperament {temperament!r}: {', '.join(TEMPERAMENTS)}.")
        return policy_for(level, temperament)
    module, separator, attribute = name.partition(":")
    if not separator:
        raise UnknownPolicy(f"There is no level {name!r}: {', '.join(LEVELS)}, or module:Class for one of your own.")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as failure:
        raise UnknownPolicy(f"{name!r} cannot be loaded: {failure}") from None
    policy = found() if isinstance(found, type) else found
    if not callable(getattr(policy, "choose", None)):
        raise UnknownPolicy(f"{name!r} has no method choose(view, rng).")
    chosen: Policy = policy
    return chosen


def sources_digest(contest: Contest) -> str:
    """What policies, rules and the counting are made of: another digest may mean other games, or other counts."""
    digest = hashlib.sha256()
    here = Path(__file__).parent
    rooms = [Path(package.__path__[0]) for package in (bots.policies, games.engine)]
    counting = [here / "playing.py", here / "records.py", here.parent / "randomness.py"]
    for room in (*rooms, *counting):
        for path in sorted(room.rglob("*")) if room.is_dir() else [room]:
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.read_bytes())
    for contestant in contest.contestants:
        module, separator, _ = contestant.policy.partition(":")
        if separator and (file := import_module(module).__file__) is not None:
            digest.update(Path(file).read_bytes())
    return digest.hexdigest()
