"""Events as clients get them, for one viewer, and the record that opens everything after the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import assert_never

from games.engine.events import (
    GameCancelled,
    GameEnded,
    GameStarted,
    GameVoided,
    LotAccepted,
    LotRefused,
    PlayerEliminated,
    RoundStarted,
    SeatHandedOver,
    SeatLeft,
    TurnExpired,
)
from games.engine.setup import rules_for
from games.engine.types import Card, LotCard, PlayerId, Seat
from games.engine.views import DealtView, DrawnView, EventView, OfferView, OpenedView, SeatCards, SeatTakenView
from games.wire.games import Cards, SeenGame, cards_json, fairness_json, game_json, rules_json, settings_json
from players.errors import Json
from players.wire import player_json, time_json


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """An event as one viewer may see it, with its place in the log."""

    seq: int
    kind: str
    at: datetime
    round: int | None
    view: EventView


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game that is over, opened: enough to replay it and to verify its shuffle."""

    game: SeenGame
    players: Cards
    first_seat: Seat | None
    deck: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    events: tuple[SeenEvent, ...]
    bot_secret: bytes
    bot_moves: tuple["BotMoved", ...]
    disclosures: tuple["Disclosed", ...] = ()


@dataclass(frozen=True, slots=True)
class BotMoved:
    """A move that a bot made when the game was at `version`, and which version of its level's policy made it."""

    version: int
    seat: Seat
    level: str
    temperament: str
    policy: str


@dataclass(frozen=True, slots=True)
class Disclosed:
    """That hidden cards were opened to a senior moderator while the game went on, and confirmed by another.

    `from_version` is the event up to which the game had come when they were opened, `seen_up_to` the one up to which
    they were looked at; None when they never were.
    """

    asked_at: datetime
    opened_at: datetime
    until: datetime
    from_version: int
    seen_up_to: int | None


def event_json(event: SeenEvent, players: Cards) -> dict[str, Json]:
    """The event of the contract; what the viewer may not see is null."""
    return {
        "seq": event.seq,
        "kind": str(event.kind),
        "at": time_json(event.at),
        "round": event.round,
        "data": _data_json(event.view, players),
    }


def record_json(record: GameRecord) -> dict[str, Json]:
    """The record of the contract."""
    view = record.game.view
    return {
        "game": game_json(record.game),
        "rules_version": view.rules.version,
        "players": view.rules.players,
        "first_seat": record.first_seat,
        "deck": cards_json(record.deck),
        "hands": [cards_json(hand) for hand in record.hands],
        "events": [event_json(event, record.players) for event in record.events],
        "fairness": fairness_json(view.fairness),
        "bots": {
            "secret": record.bot_secret.hex(),
            "moves": [
                {
                    "version": move.version,
                    "seat": move.seat,
                    "level": move.level,
                    "temperament": move.temperament or None,
                    "policy": move.policy,
                }
                for move in record.bot_moves
            ],
        },
        "disclosures": [_disclosed_json(disclosed) for disclosed in record.disclosures],
    }


def _disclosed_json(disclosed: Disclosed) -> dict[str, Json]:
    return {
        "asked_at": time_json(disclosed.asked_at),
        "opened_at": time_json(disclosed.opened_at),
        "until": time_json(disclosed.until),
        "by": "senior_moderator",
        "from_version": disclosed.from_version,
        "seen_up_to": disclosed.seen_up_to,
    }


def _data_json(view: EventView, players: Cards) -> dict[str, Json]:
    match view:
        case OpenedView():
            return {
                "players": view.players,
                "creator": players[view.creator].name,
                "name": view.name,
                **settings_json(
                    timedelta(seconds=view.turn), view.visibility.value, rated=view.rated, allow_bots=view.allow_bots
                ),
                "commitment": view.commitment,
            }
        case SeatTakenView() | SeatLeft():
            return {"seat": view.seat, "player": player_json(players[view.player])}
        case GameStarted():
            return {
                "players": view.players,
                "rules_version": view.rules_version,
                "rules": rules_json(rules_for(view.players, view.rules_version)),
                "seats": [
                    {"seat": seat, "player": player_json(players[player])} for seat, player in enumerate(view.seats)
                ],
                "entropy": list(view.entropy),
            }
        case DealtView():
            return {"seats": _seat_cards_json(view.seats), "draw_pile": view.draw_pile}
        case DrawnView():
            return {"seats": _seat_cards_json(view.draws)}
        case RoundStarted():
            return {"round": view.round, "first_seat": view.first_seat}
        case OfferView():
            return {
                "from": view.from_seat,
                "to": view.to,
                "claim": view.claim,
                "position": view.position,
                "card": view.card,
            }
        case LotAccepted() | LotRefused():
            return {
                "by": view.by,
                "receiver": view.receiver,
                "cards": [_revealed_json(card) for card in view.cards],
                "points": view.points,
                "charons": view.charons,
            }
        case PlayerEliminated() | TurnExpired():
            return {"seat": view.seat}
        case SeatHandedOver():
            return {
                "seat": view.seat,
                "from": player_json(players[view.from_player]),
                "to": player_json(players[view.to_player]),
                "reason": view.reason.value,
            }
        case GameEnded():
            return {
                "reason": view.reason.value,
                "winners": list(view.winners),
                "points": list(view.points),
                "reveal": view.reveal,
            }
        case GameCancelled() | GameVoided():
            return {"reason": view.reason, "reveal": view.reveal}
        case _:
            assert_never(view)


def _seat_cards_json(seats: Sequence[SeatCards]) -> list[Json]:
    return [
        {"seat": seat.seat, "count": seat.count, "cards": None if seat.cards is None else cards_json(seat.cards)}
        for seat in seats
    ]


def _revealed_json(card: LotCard) -> dict[str, Json]:
    return {"from": card.from_seat, "card": card.card, "claim": card.claim}


def players_in(views: Sequence[EventView]) -> set[PlayerId]:
    """Everyone whom these events name."""
    named: set[PlayerId] = set()
    for view in views:
        match view:
            case OpenedView():
                named.add(view.creator)
            case SeatTakenView() | SeatLeft():
                named.add(view.player)
            case GameStarted():
                named.update(view.seats)
            case SeatHandedOver():
                named.update((view.from_player, view.to_player))
            case _:
                pass
    return named
