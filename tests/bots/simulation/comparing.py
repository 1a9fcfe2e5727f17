"""Engine and kernel side by side, one move after the other; the first difference is told by name.

What the kernel holds is compared cell by cell with what the engine's state is worth in cells: hands, fronts, points,
the lot with its claims, who was asked, who is in the game, whose turn it is, the pawn, the pile in its order, reason
and winners. The legal moves are compared as the whole list.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from bots.simulation import layout
from bots.simulation.bridge import MOVE_OF, codes_of, from_state
from bots.simulation.compiling import Cells
from games.engine.rules import decide, fold, legal, replay
from games.engine.scoring import charons_shown, points_of
from games.engine.setup import rules_for, sorted_deck
from games.engine.state import GameState
from games.engine.types import CHARONS_TO_END, MOST_CARDS_IN_LOT, MOST_PLAYERS, EndReason
from tests.engine.tables import events_until_dealt, table


class Kernel(Protocol):
    """The kernel's module, or one that a test has spoiled."""

    def new_state(self) -> Cells: ...
    def new_moves(self) -> Cells: ...
    def deal(self, state: Cells, players: int, first_seat: int, deck: Cells, size: int, /) -> None: ...
    def legal_moves(self, state: Cells, out: Cells, /) -> int: ...
    def play(self, state: Cells, move: int, /) -> None: ...
    def is_over(self, state: Cells, /) -> bool: ...


class Different(AssertionError):
    """The kernel does not do what the engine does."""


@dataclass
class Seen:
    """What happened in the games compared."""

    games: int = 0
    moves: int = 0
    endings: dict[EndReason, int] = field(default_factory=dict)
    piles_run_out: int = 0
    shared: int = 0
    """Games with several winners."""


def _names() -> dict[int, str]:
    header = [
        *("PLAYERS", "FIRST_SEAT", "TO_ACT", "LOT_SIZE", "ASKED", "IN_GAME", "NEXT_CARD", "CHARONS_SHOWN"),
        *("POINTS_TO_WIN", "ROUND", "REASON", "WINNERS"),
    ]
    names = {getattr(layout, name): name for name in header}
    for row in ("LOT_CARD", "LOT_CLAIM", "LOT_FROM", "LOT_TO"):
        names |= {getattr(layout, row) + i: f"{row} {i}" for i in range(MOST_CARDS_IN_LOT)}
    for seat in range(MOST_PLAYERS):
        at = layout.SEATS + seat * layout.SEAT_CELLS
        for row in ("HAND", "FRONT"):
            names |= {at + getattr(layout, row) + card: f"{row} of {seat}: {card}" for card in range(layout.KINDS)}
        for one in ("HAND_CARDS", "HAND_KINDS", "FRONT_CARDS", "POINTS"):
            names[at + getattr(layout, one)] = f"{one} of {seat}"
    return names | {layout.PILE + i: f"PILE {i}" for i in range(layout.PILE_CELLS)}


CELL_NAMES = _names()


def differences(state: GameState, found: Cells) -> dict[str, tuple[int, int]]:
    """Each cell that is not what the engine says: by its name, what it should be, what it is."""
    wanted = from_state(state)
    return {
        CELL_NAMES.get(cell, f"cell {cell}"): (int(wanted[cell]), int(found[cell]))
        for cell in range(layout.STATE_CELLS)
        if wanted[cell] != found[cell]
    }


def expect_equal(kernel: Kernel, state: GameState, found: Cells, moves: Cells, where: str) -> list[int]:
    """The legal moves of both, when there is no difference. Raises Different."""
    if bytes(memoryview(from_state(state))) != bytes(memoryview(found)):  # type: ignore[arg-type]
        raise Different(f"{where}: {differences(state, found)}")
    count = kernel.legal_moves(found, moves)
    listed = [int(moves[i]) for i in range(count)]
    wanted = codes_of(legal(state))
    if listed != wanted:
        raise Different(f"{where}: legal moves {listed}, not {wanted}")
    if bool(kernel.is_over(found)) != state.status.is_over:
        raise Different(f"{where}: over or not?")
    return listed


def compare(
    kernel: Any, players: int, first_seat: int, deck: Iterable[int], choices: Iterator[int] | Random, seen: Seen
) -> GameState:
    """Deal and play one game in both to its end, and compare after the deal and after each move."""
    cards = tuple(deck)
    state = replay(events_until_dealt(players, first_seat, cards))
    found = kernel.new_state()
    kernel.deal(found, players, first_seat, kernel.cells("b", cards), len(cards))
    return _play_on(kernel, state, found, choices, seen, f"{players} players, {first_seat} first, {cards}")


def compare_from(kernel: Any, state: GameState, choices: Iterator[int] | Random, seen: Seen) -> GameState:
    """The same for a game that stands somewhere already."""
    return _play_on(kernel, state, from_state(state), choices, seen, repr(state))


def _play_on(
    kernel: Any, state: GameState, found: Cells, choices: Iterator[int] | Random, seen: Seen, where: str
) -> GameState:
    """`choices` are the codes of the moves to make, or chance.

    Chance takes any listed move, or, in half of the games, first decides what to do and then how, so that Charons do
    not crowd out the rest.
    """
    moves = kernel.new_moves()
    listed = expect_equal(kernel, state, found, moves, where)
    by_kind = isinstance(choices, Random) and choices.random() < 0.5
    history: list[int] = []
    while listed:
        code = _chosen(listed, choices, by_kind=by_kind) if isinstance(choices, Random) else next(choices)
        history.append(code)
        assert state.to_act is not None
        state = fold(state, decide(state, state.to_act, MOVE_OF[code]))
        kernel.play(found, code)
        listed = expect_equal(kernel, state, found, moves, f"{where}: {history}")
    assert state.result is not None
    seen.games += 1
    seen.moves += len(history)
    seen.endings[state.result.reason] = seen.endings.get(state.result.reason, 0) + 1
    seen.piles_run_out += not state.draw_pile
    seen.shared += len(state.result.winners) > 1
    return state


def _chosen(listed: list[int], rng: Random, *, by_kind: bool) -> int:
    if not by_kind:
        return rng.choice(listed)
    offers = [code for code in listed if code >= layout.OFFER]
    kinds = [[code] for code in listed if code < layout.OFFER]
    if offers:
        # Cards alike, Charon one of them; then one of its claims and recipients.
        cards: dict[int, list[int]] = {}
        for code in offers:
            statement = (code - layout.OFFER) % layout.STATEMENTS
            cards.setdefault(max(statement, layout.CHARON_STATEMENTS - 1), []).append(code)
        kinds.append(rng.choice(list(cards.values())))
    return rng.choice(rng.choice(kinds))


def compare_random_games(kernel: Any, players: int, numbers: Iterable[int]) -> Seen:
    """Random games, each repeated by its number."""
    seen = Seen()
    in_order = sorted_deck(rules_for(players))
    for number in numbers:
        rng = Random(players * 10_000_000 + number)
        deck = rng.sample(in_order, len(in_order))
        compare(kernel, players, rng.randrange(players), deck, rng, seen)
    return seen


def compare_endgames(kernel: Any, players: int, numbers: Iterable[int]) -> Seen:
    """Random tables with few cards left, such as games seldom come to: empty hands, a short pile or none."""
    seen = Seen()
    for number in numbers:
        rng = Random(players * 10_000_000 + number)
        compare_from(kernel, _endgame(players, rng), rng, seen)
    return seen


def _endgame(players: int, rng: Random) -> GameState:
    deck = rng.sample(sorted_deck(rules_for(players)), sum(rules_for(players).deck))

    def drawn(most: int) -> list[int]:
        return [deck.pop() for _ in range(min(rng.randrange(most + 1), len(deck)))]

    eliminated = rng.sample(range(players), rng.randrange(players - 1))
    first_seat = rng.choice([seat for seat in range(players) if seat not in eliminated])
    hands = [sorted(drawn(2)) for _ in range(players)]
    hands[first_seat] = hands[first_seat] or [deck.pop()]
    fronts = [drawn(6) for _ in range(players)]
    # Nobody may have won or gone before the table is laid, nor nine Charon lie there.
    fronts = [front if front.count(0) < 3 and points_of(front) < 30 else [] for front in fronts]
    while charons_shown(fronts) >= CHARONS_TO_END:
        fronts[rng.randrange(players)] = []
    return table(hands, fronts=fronts, draw_pile=drawn(3), eliminated=eliminated, first_seat=first_seat)
