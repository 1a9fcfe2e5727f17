"""The kernel does what the engine does: golden games, and random ones, cell by cell and move by move."""

import types
from array import array
from pathlib import Path
from typing import Any

import pytest

from bots.simulation import kernel
from bots.simulation.bridge import REASON_OF
from games.engine.types import EndReason
from tests.bots.simulation.comparing import Different, Seen, compare, compare_endgames, compare_random_games
from tests.bots.simulation.golden import golden_games

pytestmark = pytest.mark.xdist_group("simulation")

GAMES = 250
"""At each number of players."""
SLICES = 20
SLICE = 5_000
"""Twenty times five thousand are the hundred thousand of each number of players in the campaign."""

EVERY_PLAYERS = pytest.mark.parametrize("players", [3, 4, 5, 6])

# What is written in the kernel, and a rule that is not ours, but close.
SPOILED = {
    "the next seat draws first": (
        "drawn = state[NEXT_CARD]\n    seat = state[FIRST_SEAT]",
        "drawn = state[NEXT_CARD]\n    seat = (state[FIRST_SEAT] + 1) % players",
    ),
    "the eliminated draw too": ("size < HAND_SIZE and in_game >> seat & 1:", "size < HAND_SIZE:"),
    "only the last one asked is barred": ("state[ASKED] |= 1 << to", "state[ASKED] = 1 << to"),
    "the first player may be asked": ("state[ASKED] | 1 << state[FIRST_SEAT]", "state[ASKED] | 1 << state[TO_ACT]"),
    "a set is worth nothing": ("points += POINTS_PER_SET *", "points += 0 *"),
    "a refused lot goes to the first player": ("state[LOT_FROM + state[LOT_SIZE] - 1]", "state[LOT_FROM]"),
    "points save from three Charon": (
        "if state[front + CHARON] >= CHARONS_TO_ELIMINATE:",
        "if state[front + CHARON] >= CHARONS_TO_ELIMINATE and points < state[POINTS_TO_WIN]:",
    ),
    "nobody counts cards when points are level": ("* 64 + state[at + FRONT_CARDS]", "* 64"),
    "the pawn goes to empty hands": (" and state[SEATS + seat * SEAT_CELLS + HAND_CARDS] > 0", ""),
    "a fourth card": ("lot < MOST_CARDS_IN_LOT:", "lot <= MOST_CARDS_IN_LOT:"),
}


def compare_golden_games(played: Any) -> Seen:
    seen = Seen()
    for game in golden_games():
        state = compare(played, game.players, game.first_seat, game.deck, iter(game.codes), seen)
        assert state.result is not None
        assert (state.result.reason, state.result.winners) == (game.reason, game.winners)
    return seen


def spoiled_kernel(old: str, new: str) -> Any:
    """The kernel with one rule exchanged, not compiled."""
    source = Path(kernel.__file__).read_text("utf-8")
    assert source.count(old) == 1, old
    module = types.ModuleType("spoiled")
    exec(source.replace(old, new).replace("@compiled\n", ""), module.__dict__)
    vars(module)["cells"] = lambda code, values: array(code, tuple(values))
    return module


def compare_all(played: Any) -> Seen:
    """Golden games, then endgames, as far as it takes to see a difference."""
    seen = compare_golden_games(played)
    for players in (3, 4, 5, 6):
        compare_endgames(played, players, range(50))
    return seen


def test_golden_games_are_the_same() -> None:
    seen = compare_golden_games(kernel)

    assert seen.games == 118
    assert set(seen.endings) == set(REASON_OF) - {EndReason.NO_CARDS}


@EVERY_PLAYERS
def test_endgames_are_the_same(players: int) -> None:
    seen = compare_endgames(kernel, players, range(GAMES))

    assert seen.games == GAMES
    assert set(seen.endings) >= {EndReason.NO_CARDS, EndReason.LAST_SURVIVOR}
    assert seen.shared > 0


@EVERY_PLAYERS
def test_random_games_are_the_same(players: int) -> None:
    seen = compare_random_games(kernel, players, range(GAMES))

    assert seen.games == GAMES
    assert seen.endings[EndReason.POINTS] > 0
    assert seen.piles_run_out > 0


@pytest.mark.campaign
@EVERY_PLAYERS
@pytest.mark.parametrize("part", range(SLICES))
def test_a_hundred_thousand_random_games_are_the_same(players: int, part: int) -> None:
    numbers = range(part * SLICE, (part + 1) * SLICE)

    assert compare_random_games(kernel, players, numbers).games == SLICE
    assert compare_endgames(kernel, players, numbers).games == SLICE


@pytest.mark.parametrize("rule", SPOILED)
def test_another_rule_is_found_out(rule: str) -> None:
    spoiled = spoiled_kernel(*SPOILED[rule])

    with pytest.raises(Different):
        compare_all(spoiled)


def test_the_unspoiled_source_is_the_same() -> None:
    """So that what is found out above is the rule, and not the way of spoiling it."""
    assert compare_all(spoiled_kernel("def best(", "def best(")).games == 118
