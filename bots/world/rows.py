"""A made-up game as rows of its tables: the log, and the read models as `games.projections` would write them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from bots.world.games import TURN, MadeGame
from games.codec import SCHEMA, encoded
from games.engine.events import (
    GameCancelled,
    GameEnded,
    GameStarted,
    GameVoided,
    LotAccepted,
    LotRefused,
    OfferMade,
    PlayerEliminated,
    RoundStarted,
)
from games.engine.scoring import charons_of, charons_shown, points_of
from games.engine.types import Status
from games.models import Outcome

type Row = tuple[object, ...]

COLUMNS: Final = {
    "games_game": (
        *("id", "creator_id", "name", "visibility", "rated", "allow_bots", "turn", "players", "rules_version"),
        *("status", "version", "created_at", "started_at", "finished_at", "round", "current_round_id", "first_seat"),
        *("to_act", "turn_seq", "turn_started_at", "deadline", "draw_pile", "charons_shown", "reason"),
    ),
    "games_seat": ("game_id", "seat", "player_id", "points", "charons", "eliminated", "won"),
    "games_round": (
        *("id", "game_id", "number", "first_seat", "outcome", "by", "receiver", "points", "charons", "eliminated"),
    ),
    "games_offer": ("round_id", "position", "from_seat", "to_seat", "claim", "card"),
    "games_gameevent": ("game_id", "seq", "kind", "schema", "round", "at", "data"),
    "games_gameclues": ("game_id",),
}
"""The columns written, by table, in the order of the rows."""


@dataclass(slots=True)
class _Times:
    started_at: datetime | None = None
    finished_at: datetime | None = None
    turn_seq: int | None = None
    turn_started_at: datetime | None = None
    reason: str | None = None


@dataclass(slots=True)
class Rows:
    """Rows by table. `next_round` is the id that the next round gets."""

    next_round: int
    of: dict[str, list[Row]] = field(default_factory=lambda: {table: [] for table in COLUMNS})

    def add(self, game: MadeGame) -> None:
        """All rows of a game."""
        self.of["games_gameevent"] += _events(game)
        times = self._rounds(game)
        state, opening = game.state, game.state.opening
        runs = state.to_act is not None
        self.of["games_game"].append(
            (
                *(game.id, game.creator, opening.name, opening.visibility.value, opening.rated, opening.allow_bots),
                *(TURN, state.rules.players, state.rules.version, state.status.value, len(game.logged)),
                *(game.logged[0].at, times.started_at, times.finished_at),
                state.round if state.is_started else None,
                self.next_round - 1 if state.is_started else None,
                *(state.first_seat, state.to_act),
                times.turn_seq if runs else None,
                times.turn_started_at if runs else None,
                times.turn_started_at + TURN if runs and times.turn_started_at is not None else None,
                len(state.draw_pile) if state.is_started else None,
                charons_shown(state.fronts) if state.is_started else None,
                times.reason,
            )
        )
        if state.status is Status.FINISHED:
            self.of["games_gameclues"].append((game.id,))
        winners = () if state.result is None else state.result.winners
        for seat, player in enumerate(state.seats):
            if player is not None:
                front = state.fronts[seat] if state.is_started else ()
                is_out = state.is_started and state.eliminated[seat]
                row = (game.id, seat, player, points_of(front), charons_of(front), is_out, seat in winners)
                self.of["games_seat"].append(row)

    def _rounds(self, game: MadeGame) -> _Times:
        times = _Times()
        # Of the round that goes on: its row without what ends it, and its offers without their cards.
        begun: tuple[int, int] | None = None
        ended: Row = (None, None, None, None, None)
        is_out = False
        offers: list[OfferMade] = []
        cards: tuple[int, ...] | None = None

        def close() -> None:
            nonlocal begun, ended, is_out, offers, cards
            if begun is not None:
                self.of["games_round"].append((self.next_round, game.id, *begun, *ended, is_out))
                for place, offer in enumerate(offers):
                    card = None if cards is None else cards[place]
                    row = (self.next_round, offer.position, offer.from_seat, offer.to, offer.claim, card)
                    self.of["games_offer"].append(row)
                self.next_round += 1
            begun, ended, is_out, offers, cards = None, (None, None, None, None, None), False, [], None

        for entry in game.logged:
            match entry.event:
                case GameStarted():
                    times.started_at = entry.at
                case RoundStarted() as started:
                    close()
                    begun = (started.round, started.first_seat)
                    times.turn_seq, times.turn_started_at = entry.seq, entry.at
                case OfferMade() as offer:
                    offers.append(offer)
                    times.turn_seq, times.turn_started_at = entry.seq, entry.at
                case LotAccepted() | LotRefused() as lot:
                    outcome = Outcome.ACCEPTED if isinstance(lot, LotAccepted) else Outcome.REFUSED
                    ended = (outcome.value, lot.by, lot.receiver, lot.points, lot.charons)
                    cards = tuple(card.card for card in lot.cards)
                case PlayerEliminated():
                    is_out = True
                case GameEnded() | GameCancelled() | GameVoided() as over:
                    times.finished_at, times.reason = entry.at, str(over.reason)
                case _:
                    pass
        close()
        return times


def _events(game: MadeGame) -> Iterator[Row]:
    for entry in game.logged:
        yield game.id, entry.seq, entry.kind.value, SCHEMA, entry.round, entry.at, encoded(entry.event)
