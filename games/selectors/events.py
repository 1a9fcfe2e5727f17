"""The log of a game as one viewer may see it, and the record that opens it after the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.events import CardsDealt, RoundStarted
from games.engine.projection import project_event, project_opened_event
from games.engine.types import Card, Seat
from games.selectors.games import game_seen, game_visible
from games.store import LoggedEvent, load, load_many, read, read_many
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
    return events_of(versions={game.id: game.version}, viewer=viewer, after=after, limit=limit)[game.id]


def events_of(*, versions: Mapping[str, int], viewer: Player | None, after: int, limit: int) -> dict[str, EventsPage]:
    """The events after `after` of games that `viewer` may see, by id, in a constant number of statements.

    Never past the version that was looked at: a hand-over that comes now must not open the old seat's cards.
    """
    loaded = {} if viewer is None else load_many(versions)
    seats = {game_id: entry.state.seat_of(viewer.pk) for game_id, entry in loaded.items() if viewer is not None}
    ends = {game_id: min(version, after + limit) for game_id, version in versions.items()}
    logged = read_many(ends, after=after)
    seen = {game_id: _events_projected(entries, seats.get(game_id)) for game_id, entries in logged.items()}
    players = players_by_id(players_in([event.view for events in seen.values() for event in events]))
    return {
        game_id: EventsPage(events, players, ends[game_id] if after < ends[game_id] < versions[game_id] else None)
        for game_id, events in seen.items()
    }


def events_seen(*, logged: Sequence[LoggedEvent], seat: Seat | None) -> tuple[tuple[SeenEvent, ...], Cards]:
    """Events through the one gate, for the one at `seat`, and those whom they name."""
    items = _events_projected(logged, seat)
    return items, players_by_id(players_in([item.view for item in items]))


def _events_projected(logged: Sequence[LoggedEvent], seat: Seat | None) -> tuple[SeenEvent, ...]:
    return tuple(
        SeenEvent(entry.seq, entry.kind, entry.at, entry.round, project_event(entry.event, seat)) for entry in logged
    )


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
