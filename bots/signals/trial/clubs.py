"""A club: honest bots of all sorts, some planted colluders, and games in which any two meet equally often.

The tables follow block designs: each row of games has any two members meet so often, and nobody meets anybody more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bots.fitting.selfplay import dealt_state
from bots.policies.policy import Policy, Rng, drawn
from bots.randomness import move_rng
from bots.registry import policy_for
from bots.signals.trial.colluders import MANNERS, Collusion, colluding_move, feeder_is
from games.engine.decisions import Decision
from games.engine.projection import project
from games.engine.rules import decide, fold

SECRET: Final = b"signals"


@dataclass(frozen=True, slots=True)
class Design:
    """`members` sit together in as many tables a row; any two of them meet `meetings` times in it.

    A table is `block`, each of it so many members further on.
    """

    members: int
    block: tuple[int, ...]
    meetings: int


DESIGNS: Final = {
    "threes": Design(7, (1, 2, 4), 1),
    "fours": Design(13, (0, 1, 3, 9), 1),
    "fives": Design(11, (1, 3, 4, 5, 9), 2),
    "small": Design(7, (0, 3, 5, 6), 2),
}
KINDS: Final = {
    **{"novice": 1.5, "guarded": 3.0, "shrewd": 2.0},
    **{"guarded+honest": 0.5, "guarded+bold": 0.5, "guarded+vengeful": 1.0, "guarded+collector": 0.5},
    **{"shrewd+honest": 0.5, "shrewd+bold": 0.5, "shrewd+vengeful": 1.0, "shrewd+collector": 0.5},
}
"""Who is in a club, and how often."""


@dataclass(frozen=True, slots=True)
class Plant:
    """Two members who play for each other; `first` always does, `second` where the manner says so."""

    first: int
    second: int
    collusion: Collusion


@dataclass(frozen=True, slots=True)
class Club:
    """`kinds[member]` is how a member plays; `seed` decides everything else."""

    design: Design
    kinds: tuple[str, ...]
    plants: tuple[Plant, ...]
    common_games: int
    seed: int

    @property
    def games(self) -> int:
        return self.design.members * -(-self.common_games // self.design.meetings)


@dataclass(frozen=True, slots=True)
class ClubGame:
    """A game that was played: its decisions, and who sat where."""

    number: int
    seats: tuple[int, ...]
    decisions: tuple[Decision, ...]


def club_made(design: str, plants: Sequence[Collusion], *, common_games: int, seed: int) -> Club:
    """Members drawn at random, all of different kinds or alike as chance will have it; the first ones are planted."""
    chance = move_rng(secret=SECRET, game_id=f"club.{seed}", version=0, seat=0)
    chosen = DESIGNS[design]
    kinds = tuple(drawn(list(KINDS), list(KINDS.values()), chance) for _ in range(chosen.members))
    planted = tuple(Plant(2 * place, 2 * place + 1, collusion) for place, collusion in enumerate(plants))
    return Club(chosen, kinds, planted, common_games, seed)


def club_played(club: Club) -> Iterator[ClubGame]:
    """All games of the club, one after the other."""
    policies = [policy_for(*kind.split("+")) for kind in club.kinds]
    members = club.design.members
    for number in range(club.games):
        chance = move_rng(secret=SECRET, game_id=f"{club.seed}.{number}", version=0, seat=0)
        row, table = divmod(number, members)
        place = _shuffled(members, move_rng(secret=SECRET, game_id=f"{club.seed}.row.{row}", version=0, seat=0))
        at = [place[(one + table) % members] for one in club.design.block]
        seats = tuple(at[seat] for seat in _shuffled(len(at), chance))
        yield ClubGame(number, seats, _played(club, policies, seats, number))


def _played(club: Club, policies: Sequence[Policy], seats: tuple[int, ...], number: int) -> tuple[Decision, ...]:
    state = dealt_state(len(seats), club.seed, number)
    made: list[Decision] = []
    while (seat := state.to_act) is not None:
        rng = move_rng(secret=SECRET, game_id=f"{club.seed}.{number}", version=len(made) + 1, seat=seat)
        member = seats[seat]
        policy = policies[member]
        plant = next((plant for plant in club.plants if member in (plant.first, plant.second)), None)
        partner = None if plant is None else plant.second if member == plant.first else plant.first
        if (
            plant is not None
            and partner is not None
            and partner in seats
            and feeder_is(member == plant.first, MANNERS[plant.collusion])
        ):
            move = colluding_move(policy, state, seat, seats.index(partner), MANNERS[plant.collusion], rng)
        else:
            move = policy.choose(project(state, seat), rng)
        made.append(Decision(len(made) + 5, state, seat, move))
        state = fold(state, decide(state, seat, move))
    return tuple(made)


def _shuffled(count: int, chance: Rng) -> list[int]:
    left = list(range(count))
    order: list[int] = []
    while left:
        one = chance.choice(left)
        left.remove(one)
        order.append(one)
    return order
