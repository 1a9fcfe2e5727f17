"""Games as clients get them: the view of one viewer, and the summary in lists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.engine.moves import LegalMoves
from games.engine.setup import rules_for
from games.engine.types import Card, PlayerId, Result, Rules, Seat, Status
from games.engine.views import FairnessView, GameView, LotCardView, OwnView, SeatView
from players.cards import PlayerCard
from players.errors import Json
from players.wire import duration_json, player_json, time_json

type Cards = Mapping[PlayerId, PlayerCard]


@dataclass(frozen=True, slots=True)
class GameHeader:
    """What a game's view has beside the table: where it stands in the log and on the clock, and who the players are.

    `invite` is set for seated players of a private game that still waits, `rematch` once there is one to be seen.
    """

    id: str
    version: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    deadline: datetime | None
    players: Cards
    invite: str | None
    rematch: str | None


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """A taken seat, as lists show it."""

    seat: Seat
    player: PlayerCard
    points: int
    charons: int
    eliminated: bool
    won: bool


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game, as lists show it: nothing but what its public columns say. `your_seat` is the viewer's."""

    id: str
    name: str
    status: Status
    version: int
    rules_version: int
    players: int
    turn: timedelta
    visibility: str
    rated: bool
    allow_bots: bool
    creator: str
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    round: int | None
    first_seat: Seat | None
    to_act: Seat | None
    deadline: datetime | None
    draw_pile: int | None
    charons_shown: int | None
    reason: str | None
    seats: tuple[SeatSummary, ...]
    your_seat: Seat | None


@dataclass(frozen=True, slots=True)
class SeenGame:
    """A game as one viewer may see it, ready to be presented."""

    view: GameView
    header: GameHeader


def game_json(game: SeenGame) -> dict[str, Json]:
    """The game view of the contract."""
    view, header = game.view, game.header
    return {
        "id": header.id,
        "name": view.name,
        "status": view.status.value,
        "version": header.version,
        "rules": rules_json(view.rules),
        "settings": settings_json(
            timedelta(seconds=view.turn), view.visibility.value, rated=view.rated, allow_bots=view.allow_bots
        ),
        "creator": header.players[view.creator].name,
        "created_at": time_json(header.created_at),
        "started_at": _moment_json(header.started_at),
        "finished_at": _moment_json(header.finished_at),
        "round": view.round,
        "first_seat": view.first_seat,
        "to_act": view.to_act,
        "deadline": _moment_json(header.deadline),
        "lot": [_lot_card_json(card) for card in view.lot],
        "draw_pile": view.draw_pile,
        "charons_shown": view.charons_shown,
        "seats": [_seat_json(seat, header.players) for seat in view.seats],
        "you": None if view.you is None else _own_json(view.you),
        "result": None if view.result is None else _result_json(view.result),
        "fairness": fairness_json(view.fairness),
        "invite": header.invite,
        "rematch": header.rematch,
    }


def summary_json(game: GameSummary) -> dict[str, Json]:
    """The game view without what lies on the table card by card."""
    taken = {seat.seat: seat for seat in game.seats}
    return {
        "id": game.id,
        "name": game.name,
        "status": game.status.value,
        "version": game.version,
        "rules": rules_json(rules_for(game.players, game.rules_version)),
        "settings": settings_json(game.turn, game.visibility, rated=game.rated, allow_bots=game.allow_bots),
        "creator": game.creator,
        "created_at": time_json(game.created_at),
        "started_at": _moment_json(game.started_at),
        "finished_at": _moment_json(game.finished_at),
        "round": game.round,
        "first_seat": game.first_seat,
        "to_act": game.to_act,
        "deadline": _moment_json(game.deadline),
        "draw_pile": game.draw_pile,
        "charons_shown": game.charons_shown,
        "seats": [_seat_summary_json(seat, taken.get(seat)) for seat in range(game.players)],
        "you": None if game.your_seat is None else {"seat": game.your_seat},
        "result": _result_summary_json(game),
    }


def rules_json(rules: Rules) -> dict[str, Json]:
    """The rules of one game; `deck` counts every card, those left out too."""
    return {
        "version": rules.version,
        "players": rules.players,
        "points_to_win": rules.points_to_win,
        "deck": {str(card): count for card, count in enumerate(rules.deck)},
    }


def settings_json(turn: timedelta, visibility: str, *, rated: bool, allow_bots: bool) -> dict[str, Json]:
    """What the creator chose."""
    return {"turn": duration_json(turn), "visibility": visibility, "rated": rated, "allow_bots": allow_bots}


def fairness_json(fairness: FairnessView) -> dict[str, Json]:
    """The proof of the shuffle, as far as it is open."""
    return {
        "commitment": fairness.commitment,
        "entropy": None if fairness.entropy is None else list(fairness.entropy),
        "reveal": fairness.reveal,
    }


def cards_json(cards: Sequence[Card]) -> list[Json]:
    return list(cards)


def _moment_json(moment: datetime | None) -> str | None:
    return None if moment is None else time_json(moment)


def _lot_card_json(card: LotCardView) -> dict[str, Json]:
    return {"from": card.from_seat, "to": card.to, "claim": card.claim, "card": card.card}


def _seat_json(seat: SeatView, players: Cards) -> dict[str, Json]:
    return {
        "seat": seat.seat,
        "player": None if seat.player is None else player_json(players[seat.player]),
        "hand_size": seat.hand_size,
        "front": cards_json(seat.front),
        "points": seat.points,
        "charons": seat.charons,
        "eliminated": seat.eliminated,
        "away_until": None if seat.player is None else _moment_json(players[seat.player].away_until),
    }


def _seat_summary_json(number: Seat, seat: SeatSummary | None) -> dict[str, Json]:
    if seat is None:
        return {"seat": number, "player": None, "points": 0, "charons": 0, "eliminated": False}
    return {
        "seat": number,
        "player": player_json(seat.player),
        "points": seat.points,
        "charons": seat.charons,
        "eliminated": seat.eliminated,
    }


def _own_json(own: OwnView) -> dict[str, Json]:
    return {
        "seat": own.seat,
        "hand": cards_json(own.hand),
        "legal": None if own.legal is None else legal_json(own.legal),
    }


def legal_json(legal: LegalMoves) -> dict[str, Json]:
    """What the seat to act may do."""
    offer = legal.offer
    return {
        "accept": legal.accept,
        "refuse": legal.refuse,
        "offer": None
        if offer is None
        else {
            "cards": [{"card": choice.card, "claims": list(choice.claims)} for choice in offer.cards],
            "to": list(offer.to),
        },
    }


def _result_json(result: Result) -> dict[str, Json]:
    return {"reason": result.reason.value, "winners": list(result.winners), "points": list(result.points)}


def _result_summary_json(game: GameSummary) -> dict[str, Json] | None:
    match game.status:
        case Status.FINISHED:
            return {
                "reason": game.reason,
                "winners": [seat.seat for seat in game.seats if seat.won],
                "points": [seat.points for seat in game.seats],
            }
        case Status.VOIDED:
            points: list[Json] = [] if game.started_at is None else [seat.points for seat in game.seats]
            return {"reason": "voided", "winners": [], "points": points}
        case _:
            return None
