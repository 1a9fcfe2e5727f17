"""How long a bot takes tells nothing of its hand."""

from dataclasses import dataclass
from typing import Any

import pytest

from bots.registry import LEVELS, Level
from bots.services import LONGEST_PAUSE, SHORTEST_PAUSE, bot_play
from games.engine.moves import Move, Offer
from games.engine.types import CHARON
from games.engine.views import GameView
from games.selectors.games import BotTurn
from players.models import Player
from tests.bots.matches import seen_by_actor
from tests.engine.tables import table

TURNS = 400
QUICK, SLOW = 0.001, 0.007
HANDS = {"good": [7, 8, 9], "bad": [0, 0, 9]}


@dataclass
class Clock:
    """A clock that moves only when somebody thinks or sleeps."""

    now: float = 100.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@dataclass
class Hesitating:
    """Thinks longer when there are Charons in its hand."""

    clock: Clock
    longest: float
    level: str = "guarded"

    def choose(self, view: GameView, rng: Any) -> Move:
        assert view.you is not None
        self.clock.now += self.longest if CHARON in view.you.hand else QUICK
        return Offer(card=9, claim=9, to=1)


def reaction_times(monkeypatch: pytest.MonkeyPatch, hand: list[int], slow: float) -> list[float]:
    """From the look at the game to the move, in four hundred turns with this hand."""
    clock = Clock()
    moved_at: list[float] = []
    view = seen_by_actor(table([hand, [1], [2]]))
    turn = BotTurn(Player(name="guarded-1", kind=Player.Kind.BOT, level="guarded"), 0, view, b"secret")
    level = Level(level="guarded", name="", description="", policy=Hesitating(clock, slow))
    monkeypatch.setattr("bots.registry.LEVELS", {**LEVELS, "guarded": level})
    monkeypatch.setattr("bots.services.time", clock)
    monkeypatch.setattr("bots.services.bot_turn_get", lambda **_: turn)
    monkeypatch.setattr("bots.services.move_submit", lambda **_: moved_at.append(clock.now))
    times = []
    for version in range(TURNS):
        began = clock.now
        assert bot_play(game_id="k7q2m9xw4t", version=version)
        times.append(moved_at[-1] - began)
    return times


def test_the_pause_does_not_depend_on_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = (reaction_times(monkeypatch, hand, SLOW) for hand in HANDS.values())

    assert good == pytest.approx(bad)
    assert len({round(seconds, 6) for seconds in good}) > TURNS / 2
    assert all(SHORTEST_PAUSE - 1e-6 <= seconds <= LONGEST_PAUSE + 1e-6 for seconds in good)
    middle = (SHORTEST_PAUSE + LONGEST_PAUSE) / 2
    assert sum(seconds < middle for seconds in good) == pytest.approx(TURNS / 2, abs=3 * (TURNS / 4) ** 0.5)


def test_thinking_past_the_pause_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measure sees what it should: this is why no policy may think longer than the shortest pause."""
    good, bad = (reaction_times(monkeypatch, hand, 2 * LONGEST_PAUSE) for hand in HANDS.values())

    assert min(bad) > max(good)
