"""Games of policies, played by the engine."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from bots.policies.policy import Policy
from games.engine.moves import Move
from games.engine.projection import project
from games.engine.rules import decide, fold, replay
from games.engine.state import GameState
from games.engine.types import Seat
from games.engine.views import GameView
from tests.engine.tables import random_deal


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of a policy: what there was, what it saw of that, and what it chose with chance from `seed`."""

    state: GameState
    view: GameView
    seed: str
    policy: Policy
    move: Move


def seen_by_actor(state: GameState) -> GameView:
    """What the seat to act sees."""
    assert state.to_act is not None
    return project(state, state.to_act)


def game(policies: Sequence[Policy], seed: int) -> Iterator[Choice]:
    """A game from the deal to the end, one policy a seat. A move that is not legal raises RuleViolation."""
    state = replay(random_deal(len(policies), Random(seed)))
    turn = 0
    while (seat := state.to_act) is not None:
        choice = made(policies[seat], state, f"{seed} {turn}")
        yield choice
        state = fold(state, decide(state, seat, choice.move))
        turn += 1


def made(policy: Policy, state: GameState, seed: str) -> Choice:
    view = seen_by_actor(state)
    return Choice(state, view, seed, policy, policy.choose(view, Random(seed)))


def winners(policies: Sequence[Policy], seed: int) -> tuple[Seat, ...]:
    """Who wins that game."""
    *_, last = game(policies, seed)
    seat = last.state.to_act
    assert seat is not None
    result = fold(last.state, decide(last.state, seat, last.move)).result
    assert result is not None
    return result.winners
