"""Whole games as clients get them, for the tests of the page's modules: made of the golden logs by the engine alone."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from games.codec import decode
from games.engine.events import CardsDealt, Event, GameOpened, GameStarted, OfferMade, RoundStarted
from games.engine.folding import apply, opened
from games.engine.projection import project, project_event, project_opened_event
from games.engine.setup import bot_secret, shuffle
from games.engine.state import GameState
from games.engine.types import Seat
from games.wire.events import GameRecord, SeenEvent, event_json, record_json
from games.wire.games import Cards, GameHeader, SeenGame, game_json
from players.cards import PlayerCard

CHECKOUT: Final = Path(__file__).resolve().parents[2]
LOGS: Final = CHECKOUT / "tests/golden/logs-rules1-schema1.jsonl"
# A short game of three with an elimination, and one of five in which seat 3 passes to a bot: through whose eyes, and
# every how many-th of the moments at which it rests.
CHOSEN: Final[dict[str, tuple[tuple[Seat | None, ...], int]]] = {
    "gf4698c51": ((None, 0, 2), 2),
    "g916631c9": ((None, 1, 3), 4),
}
LAST_HUMAN: Final = 6
NAMES: Final = ("Ann", "Ben", "Cléo", "Dan", "Eve", "Fay")
BEGUN: Final = datetime(2026, 12, 1, 8, tzinfo=UTC)
AT_REST: Final = frozenset({"offer_made", "lot_accepted", "lot_refused", "seat_handed_over", "turn_expired"})


def made() -> dict[str, Any]:
    """What the file should hold: for each game its record, its log as each viewer sees it, and their views of it."""
    games = [json.loads(line) for line in LOGS.read_text(encoding="utf-8").splitlines()]
    return {"games": [_game(log, *CHOSEN[log["game"]]) for log in games if log["game"] in CHOSEN]}


def _game(log: dict[str, Any], viewers: tuple[Seat | None, ...], every: int) -> dict[str, Any]:
    events = [decode(kind, 1, data) for kind, data in log["events"]]
    kinds = [kind for kind, _ in log["events"]]
    states = list(_states(events))
    cards = _cards(states)
    # A game rests before the first event of each act, and at its end.
    rests = [place for place in range(6, len(events)) if place + 1 == len(events) or kinds[place + 1] in AT_REST]
    return {
        "id": log["game"],
        "record": record_json(_record(log["game"], events, kinds, states[-1], cards)),
        "seen": [
            {
                "viewer": viewer,
                "name": None if viewer is None else NAMES[viewer],
                "events": [
                    event_json(SeenEvent(place + 1, kinds[place], _at(place), _round(states, place), seen), cards)
                    for place, event in enumerate(events)
                    for seen in (project_event(event, viewer if _sits(states[place], viewer) else None),)
                ],
                "views": [
                    game_json(_seen_game(log["game"], states[place], events, place, cards, viewer))
                    for place in rests[::every] + rests[-1:]
                ],
            }
            for viewer in viewers
        ],
    }


def _states(events: list[Event]) -> Iterator[GameState]:
    first = events[0]
    assert isinstance(first, GameOpened)
    state = opened(first)
    yield state
    for event in events[1:]:
        state = apply(state, event)
        yield state


def _cards(states: list[GameState]) -> Cards:
    players = {player for state in states for player in state.seats if player is not None}
    return {
        player: PlayerCard(player, NAMES[player - 1], "human", "")
        if player <= LAST_HUMAN
        else PlayerCard(player, f"bot-{player}", "bot", "guarded")
        for player in players
    }


def _sits(state: GameState, viewer: Seat | None) -> bool:
    """Whoever sat at the seat sees through it, until a bot takes it over."""
    return viewer is not None and (state.seats[viewer] or 0) in range(1, LAST_HUMAN + 1)


def _at(place: int) -> datetime:
    return BEGUN + timedelta(seconds=place)


def _round(states: list[GameState], place: int) -> int | None:
    return states[place].round or None


def _seen_game(
    game: str, state: GameState, events: list[Event], place: int, cards: Cards, viewer: Seat | None
) -> SeenGame:
    over = state.status.is_over
    turn = max((at for at in range(place + 1) if isinstance(events[at], RoundStarted | OfferMade)), default=None)
    deadline = None if turn is None or over else _at(turn) + timedelta(seconds=state.opening.turn)
    header = GameHeader(
        id=game,
        version=place + 1,
        created_at=_at(0),
        started_at=_at(next(at for at, event in enumerate(events) if isinstance(event, GameStarted))),
        finished_at=_at(place) if over else None,
        deadline=deadline,
        players=cards,
        invite=None,
        rematch=None,
    )
    return SeenGame(project(state, viewer if _sits(state, viewer) else None), header)


def _record(game: str, events: list[Event], kinds: list[str], state: GameState, cards: Cards) -> GameRecord:
    first_seat, deck = shuffle(state.opening.server_seed, game, tuple(map(str, state.entropy)), state.rules)
    dealt = next(event for event in events if isinstance(event, CardsDealt))
    states = list(_states(events))
    return GameRecord(
        game=_seen_game(game, state, events, len(events) - 1, cards, None),
        players=cards,
        first_seat=first_seat,
        deck=deck,
        hands=dealt.hands,
        events=tuple(
            SeenEvent(place + 1, kinds[place], _at(place), _round(states, place), project_opened_event(event, state))
            for place, event in enumerate(events)
        ),
        bot_secret=bot_secret(state.opening.server_seed),
        bot_moves=(),
    )
