"""The decisions of a game, out of its log: who was asked what, and what they did."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.engine.events import Event, GameOpened, LotAccepted, LotRefused, OfferMade
from games.engine.folding import apply, opened
from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.state import GameState
from games.engine.types import PlayerId, Seat


@dataclass(frozen=True, slots=True)
class Decision:
    """`seat` was to act in `state`, at `version`, and did `move`. `is_expired`: its time was over, and a bot did it."""

    version: int
    state: GameState
    seat: Seat
    move: Move

    @property
    def is_expired(self) -> bool:
        return self.state.turn_expired

    @property
    def player(self) -> PlayerId:
        """Who sat there."""
        player = self.state.seats[self.seat]
        if player is None:
            raise ValueError("nobody moves at a free seat")
        return player


def decisions(events: Iterable[Event]) -> Iterator[Decision]:
    """Every decision of a whole log, in order. Raises ValueError when it does not begin with its GameOpened."""
    facts = iter(events)
    first = next(facts, None)
    if not isinstance(first, GameOpened):
        raise ValueError("a log begins with game_opened")
    state = opened(first)
    for version, event in enumerate(facts, start=1):
        move = move_of(event)
        if move is not None and state.to_act is not None:
            yield Decision(version, state, state.to_act, move)
        state = apply(state, event)


def move_of(event: Event) -> Move | None:
    """The move that this is the fact of; None when it is another's consequence."""
    match event:
        case OfferMade():
            return Offer(card=event.card, claim=event.claim, to=event.to)
        case LotAccepted():
            return Accept()
        case LotRefused():
            return Refuse()
        case _:
            return None
