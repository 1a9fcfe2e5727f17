"""The log of a game as one viewer may see it, and the record that opens it after the end."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.events import CardsDealt, RoundStarted, SeatHandedOver
from games.engine.projection import project_event, project_opened_event
from games.engine.types import Card, Seat
from games.models import LAST_SEQ, EventKind, Game
from games.models import Seat as SeatRow
from games.selectors.games import game_seen, game_visible
from games.store import LoggedEvent, load, read
from games.wire.events import GameRecord, SeenEvent, players_in
from games.wire.games import Cards
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.selectors import players_by_id


@dataclass(frozen=True, slots=True)
class EventsPage:
    """Some events in order, those whom they name, and the `after` of the next page if there is one."""

    items: tuple[SeenEvent, ...]
    players: Cards
    next: int | None


def events_list(*, game_id: str, viewer: Player | None, after: int, limit: int) -> EventsPage:
    """The events after `after`, as the viewer may see them. Raises not_found."""
    game = game_visible(game_id=game_id, viewer=viewer)
    eyes = _eyes_of(game, viewer)
    # Not past the version whose seats were looked at: a hand-over that comes now must not open the old seat's cards.
    logged = read(game.id, after=after, up_to=game.version, limit=limit + 1)
    more = logged[limit - 1].seq if len(logged) > limit else None
    items, players = events_seen(logged=logged[:limit], eyes=eyes)
    return EventsPage(items, players, more)


@dataclass(frozen=True, slots=True)
class Eyes:
    """Through which seat someone sees a log: `seat`, up to event `until`, and as a spectator from then on.

    Who holds a seat sees all of it, what came before they did too. Who held it once sees what they saw then: an event
    never changes for anyone.
    """

    seat: Seat | None
    until: int = LAST_SEQ

    def at(self, seq: int) -> Seat | None:
        return self.seat if seq <= self.until else None


def events_seen(*, logged: Sequence[LoggedEvent], eyes: Eyes) -> tuple[tuple[SeenEvent, ...], Cards]:
    """Events through the one gate, and those whom they name."""
    items = tuple(
        SeenEvent(entry.seq, entry.kind, entry.at, entry.round, project_event(entry.event, eyes.at(entry.seq)))
        for entry in logged
    )
    return items, players_by_id(players_in([item.view for item in items]))


def _eyes_of(game: Game, viewer: Player | None) -> Eyes:
    if viewer is None:
        return Eyes(None)
    seat = load(game.id, game.version).state.seat_of(viewer.pk)
    if seat is not None:
        return Eyes(seat)
    left = SeatRow.objects.filter(game=game, former_player=viewer).values_list("seat", flat=True).first()
    if left is None:
        return Eyes(None)
    handed_over = read(game.id, up_to=game.version, kind=EventKind.SEAT_HANDED_OVER)
    until = next(
        entry.seq
        for entry in handed_over
        if isinstance(entry.event, SeatHandedOver) and entry.event.from_player == viewer.pk
    )
    return Eyes(left, until)


def record_get(*, game_id: str, viewer: Player | None) -> GameRecord:
    """Everything about a game that is over. Raises not_found, game_not_over."""
    game = game_visible(game_id=game_id, viewer=viewer)
    loaded = load(game.id, game.version)
    if not loaded.state.status.is_over:
        raise Refusal(ErrorCode.GAME_NOT_OVER)
    logged = read(game.id, up_to=game.version)
    events = tuple(
        SeenEvent(entry.seq, entry.kind, entry.at, entry.round, project_opened_event(entry.event, loaded.state))
        for entry in logged
    )
    players = players_by_id(players_in([event.view for event in events]))
    seen = game_seen(game=game, loaded=loaded, viewer=None)
    first_seat = next((entry.event.first_seat for entry in logged if isinstance(entry.event, RoundStarted)), None)
    dealt = next((entry.event for entry in logged if isinstance(entry.event, CardsDealt)), None)
    if dealt is None or first_seat is None:
        return GameRecord(game=seen, players=players, first_seat=None, deck=(), hands=(), events=events)
    return GameRecord(
        game=seen,
        players=players,
        first_seat=first_seat,
        deck=_deck_of(dealt, first_seat),
        hands=tuple(tuple(sorted(hand)) for hand in dealt.hands),
        events=events,
    )


def _deck_of(dealt: CardsDealt, first_seat: Seat) -> tuple[Card, ...]:
    """Every card in the order dealt and drawn: the deal went clockwise from the first player."""
    seats = len(dealt.hands)
    in_order = (dealt.hands[(first_seat + turn) % seats] for turn in range(seats))
    return (*(card for hand in in_order for card in hand), *dealt.draw_pile)
