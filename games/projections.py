"""The read models of a game, written from its facts in the same transaction, and rebuilt from them.

Everything here is public from the moment it is written: lists, filters and the admin may show any of it.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final, assert_never

from django.db.models import Case, Value, When

from games.engine.events import (
    CardsDealt,
    CardsDrawn,
    Event,
    GameCancelled,
    GameEnded,
    GameOpened,
    GameStarted,
    GameVoided,
    LotAccepted,
    LotRefused,
    OfferMade,
    PlayerEliminated,
    RoundStarted,
    SeatHandedOver,
    SeatLeft,
    SeatTaken,
    TurnExpired,
)
from games.engine.scoring import charons_of, charons_shown, points_of
from games.engine.state import GameState
from games.engine.types import LotCard, PlayerId
from games.engine.types import Seat as SeatNumber
from games.models import ClockAdjustment, Game, Offer, Outcome, Round, Seat
from games.store import BrokenLog, LoggedEvent

type Former = dict[SeatNumber, PlayerId]

_LEAVES_SEATS_ALONE: Final = (OfferMade, RoundStarted, CardsDealt, CardsDrawn, TurnExpired)


def write(game: Game, state: GameState, logged: Sequence[LoggedEvent]) -> None:
    """Bring the rows of `game` from before `logged` to `state`. Needs the game's lock."""
    is_new = game.version == 0
    former = _rows_write(game, logged)
    _game_columns_write(game, state, logged)
    # Foreign keys are checked at the commit: the round may point to a game that is written after it.
    game.save(force_insert=is_new, force_update=not is_new)
    if not all(isinstance(entry.event, _LEAVES_SEATS_ALONE) for entry in logged):
        _seats_write(game, state, former, are_new=is_new)


def rebuild(game: Game, state: GameState, logged: Sequence[LoggedEvent]) -> None:
    """Throw the rows of `game` away and write them anew from its whole log. Needs the game's lock."""
    Game.objects.filter(pk=game.pk).update(current_round=None)
    Offer.objects.filter(round__game=game).delete()
    Round.objects.filter(game=game).delete()
    Seat.objects.filter(game=game).delete()
    game.turn_seq = game.turn_started_at = game.deadline = None
    game.current_round = game.started_at = game.finished_at = game.reason = None
    game.round = game.draw_pile = game.charons_shown = None
    former = _rows_write(game, logged)
    _game_columns_write(game, state, logged)
    if game.deadline is not None and game.turn_seq is not None:
        game.deadline += timedelta(seconds=_seconds_given(game, game.turn_seq))
    game.save(force_update=True)
    _seats_write(game, state, former, are_new=True)


def _game_columns_write(game: Game, state: GameState, logged: Sequence[LoggedEvent]) -> None:
    opening = state.opening
    game.creator_id = opening.creator
    game.name = opening.name
    game.visibility = opening.visibility
    game.rated = opening.rated
    game.allow_bots = opening.allow_bots
    game.turn = timedelta(seconds=opening.turn)
    game.players = state.rules.players
    game.rules_version = state.rules.version
    game.status = state.status
    game.version = logged[-1].seq
    game.to_act = state.to_act
    game.first_seat = state.first_seat
    if state.is_started:
        game.round = state.round
        game.draw_pile = len(state.draw_pile)
        game.charons_shown = charons_shown(state.fronts)
    for entry in logged:
        _times_write(game, entry)
    if state.to_act is None:
        game.turn_seq = game.turn_started_at = game.deadline = None


def _times_write(game: Game, entry: LoggedEvent) -> None:
    match entry.event:
        case GameOpened():
            game.created_at = entry.at
        case GameStarted():
            game.started_at = entry.at
        case RoundStarted() | OfferMade():
            # These two give the turn to a seat; whatever else happens leaves its time running.
            game.turn_seq = entry.seq
            game.turn_started_at = entry.at
            game.deadline = entry.at + game.turn
        case GameEnded() | GameCancelled() | GameVoided():
            # A game that was played to its end may be declared void: it ended when it ended.
            game.finished_at = game.finished_at or entry.at
            game.reason = entry.event.reason
        case _:
            pass


def _seconds_given(game: Game, turn_seq: int) -> int:
    """What the turn was given beyond the time of the game: facts beside the log."""
    rows = ClockAdjustment.objects.filter(game=game, turn_seq=turn_seq)
    return sum(rows.values_list("seconds", flat=True))


def _rows_write(game: Game, logged: Sequence[LoggedEvent]) -> Former:
    """The rows of rounds and offers that these facts make or complete. Returns who was replaced, by seat."""
    former: Former = {}
    for entry in logged:
        if isinstance(entry.event, SeatHandedOver):
            former[entry.event.seat] = entry.event.from_player
        else:
            _row_write(game, entry.event)
    return former


def _row_write(game: Game, event: Event) -> None:
    match event:
        case RoundStarted():
            game.current_round = Round.objects.create(game=game, number=event.round, first_seat=event.first_seat)
        case OfferMade():
            Offer.objects.create(
                round_id=_current_round(game),
                position=event.position,
                from_seat=event.from_seat,
                to_seat=event.to,
                claim=event.claim,
            )
        case LotAccepted():
            _round_close(game, event, Outcome.ACCEPTED)
        case LotRefused():
            _round_close(game, event, Outcome.REFUSED)
        case PlayerEliminated():
            Round.objects.filter(pk=_current_round(game)).update(eliminated=True)
        case (
            GameOpened()
            | SeatTaken()
            | SeatLeft()
            | GameStarted()
            | CardsDealt()
            | CardsDrawn()
            | TurnExpired()
            | SeatHandedOver()
            | GameEnded()
            | GameCancelled()
            | GameVoided()
        ):
            pass
        case _:
            assert_never(event)


def _round_close(game: Game, event: LotAccepted | LotRefused, outcome: Outcome) -> None:
    Round.objects.filter(pk=_current_round(game)).update(
        outcome=outcome, by=event.by, receiver=event.receiver, points=event.points, charons=event.charons
    )
    _offers_reveal(game, event.cards)


def _offers_reveal(game: Game, cards: Sequence[LotCard]) -> None:
    faces = [When(position=position, then=Value(card.card)) for position, card in enumerate(cards)]
    Offer.objects.filter(round_id=_current_round(game)).update(card=Case(*faces))


def _current_round(game: Game) -> int:
    if game.current_round_id is None:
        raise BrokenLog(f"game {game.id} has no round yet")
    return game.current_round_id


def _seats_write(game: Game, state: GameState, former: Former, *, are_new: bool) -> None:
    """One row for each taken seat, equal to the state. Only rows that differ are written."""
    rows = {} if are_new else {row.seat: row for row in Seat.objects.filter(game=game)}
    wanted = {seat: player for seat, player in enumerate(state.seats) if player is not None}
    if any(rows[seat].player_id != player for seat, player in wanted.items() if seat in rows and seat not in former):
        # The start numbered the seats anew.
        Seat.objects.filter(game=game).delete()
        rows = {}
    gone = [row.pk for seat, row in rows.items() if seat not in wanted]
    if gone:
        Seat.objects.filter(pk__in=gone).delete()
    new: list[Seat] = []
    for seat, player in wanted.items():
        row = rows.get(seat) or Seat(game=game, seat=seat)
        before = _columns_of(row)
        front = state.fronts[seat] if state.is_started else ()
        row.player_id = player
        row.former_player_id = former.get(seat, row.former_player_id)
        row.points = points_of(front)
        row.charons = charons_of(front)
        row.eliminated = state.is_started and state.eliminated[seat]
        row.won = state.result is not None and seat in state.result.winners
        if row.pk is None:
            new.append(row)
        elif _columns_of(row) != before:
            row.save(force_update=True)
    Seat.objects.bulk_create(new)


def _columns_of(seat: Seat) -> tuple[object, ...]:
    return (seat.player_id, seat.former_player_id, seat.points, seat.charons, seat.eliminated, seat.won)
