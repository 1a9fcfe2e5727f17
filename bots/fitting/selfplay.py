"""Games that bots play among themselves, to learn from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bots.arena.contest import Contest
from bots.arena.playing import dealt
from bots.policies.policy import Policy, drawn
from bots.randomness import move_rng
from games.engine.moves import Move
from games.engine.projection import project
from games.engine.rules import decide, fold, replay
from games.engine.state import GameState
from games.engine.types import Seat

SECRET: Final = b"training"
SIZES: Final = {3: 0.15, 4: 0.5, 5: 0.15, 6: 0.2}
"""How often so many players sit together."""
AMONG_EQUALS: Final = 0.4
"""How often all of them play alike; else each is drawn for itself."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game: who sat where (by names of policies), what was dealt, every move, and each seat's part of the victory."""

    number: int
    seed: int
    sitting: tuple[str, ...]
    moves: tuple[Move, ...]
    won: tuple[float, ...]


def games_played(
    policies: Mapping[str, Policy], often: Mapping[str, float], *, seed: int, games: range
) -> Iterator[PlayedGame]:
    """So many games; `often[name]` is how often a seat is taken by each policy. `games` are their numbers."""
    for number in games:
        chance = move_rng(secret=SECRET, game_id=f"{seed}.{number}", version=0, seat=0)
        players = drawn(list(SIZES), list(SIZES.values()), chance)
        names, weights = list(often), list(often.values())
        if chance.random() < AMONG_EQUALS:
            sitting = (drawn(names, weights, chance),) * players
        else:
            sitting = tuple(drawn(names, weights, chance) for _ in range(players))
        yield game_played(policies, sitting, seed=seed, number=number)


def game_played(policies: Mapping[str, Policy], sitting: Sequence[str], *, seed: int, number: int) -> PlayedGame:
    """One game, to its end."""
    state = dealt_state(len(sitting), seed, number)
    moves: list[Move] = []
    while (seat := state.to_act) is not None:
        rng = move_rng(secret=SECRET, game_id=f"{seed}.{number}", version=len(moves) + 1, seat=seat)
        moves.append(policies[sitting[seat]].choose(project(state, seat), rng))
        state = fold(state, decide(state, seat, moves[-1]))
    winners = state.result.winners if state.result is not None else ()
    won = tuple((seat in winners) / len(winners) for seat in range(len(sitting)))
    return PlayedGame(number, seed, tuple(sitting), tuple(moves), won)


def dealt_state(players: int, seed: int, number: int) -> GameState:
    """The game before its first move."""
    return replay(dealt(Contest(players, (), (), deals=1, seed=seed), number))


def positions(game: PlayedGame) -> Iterator[tuple[GameState, Seat, Move]]:
    """Every state of a game in which somebody chose, who, and what."""
    state = dealt_state(len(game.sitting), game.seed, game.number)
    for move in game.moves:
        seat = state.to_act
        if seat is None:
            raise ValueError("there are moves after the end")
        yield state, seat, move
        state = fold(state, decide(state, seat, move))
