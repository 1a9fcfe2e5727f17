"""The log of a game as one viewer may see it, and the record that opens it after the end."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.engine.events import CardsDealt, RoundStarted, SeatHandedOver
from games.engine.projection import project_event, project_opened_event
from games.engine.setup import bot_secret
from games.engine.types import Card, Seat, Status
from games.models import LAST_SEQ, BotMove, EventKind, Game
from games.models import Seat as SeatRow
from games.selectors.games import game_seen, game_visible
from games.selectors.glass import disclosures_of
from games.store import LoggedEvent, load, load_many, read, read_many
from games.wire.events import BotMoved, GameRecord, SeenEvent, players_in
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
    eyes = eyes_of(versions, viewer)
    ends = {game_id: min(version, after + limit) for game_id, version in versions.items()}
    logged = read_many(ends, after=after)
    seen = {game_id: _events_projected(entries, eyes[game_id]) for game_id, entries in logged.items()}
    players = players_by_id(players_in([event.view for events in seen.values() for event in events]))
    return {
        game_id: EventsPage(events, players, ends[game_id] if after < ends[game_id] < versions[game_id] else None)
        for game_id, events in seen.items()
    }


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
    items = _events_projected(logged, eyes)
    return items, players_by_id(players_in([item.view for item in items]))


def _events_projected(logged: Sequence[LoggedEvent], eyes: Eyes) -> tuple[SeenEvent, ...]:
    return tuple(
        SeenEvent(entry.seq, entry.kind, entry.at, entry.round, project_event(entry.event, eyes.at(entry.seq)))
        for entry in logged
    )


def eyes_of(versions: Mapping[str, int], viewer: Player | None) -> dict[str, Eyes]:
    """Through which seats `viewer` sees these games, each up to its version, by id."""
    if viewer is None:
        return dict.fromkeys(versions, Eyes(None))
    eyes = {game_id: Eyes(loaded.state.seat_of(viewer.pk)) for game_id, loaded in load_many(versions).items()}
    unseated = [game_id for game_id, seen_by in eyes.items() if seen_by.seat is None]
    left = SeatRow.objects.filter(game__in=unseated, former_player=viewer).values_list("game", "seat")
    seats_left = {str(game_id): seat for game_id, seat in left}
    handed_over = read_many({game_id: versions[game_id] for game_id in seats_left}, kind=EventKind.SEAT_HANDED_OVER)
    for game_id, entries in handed_over.items():
        for entry in entries:
            if isinstance(entry.event, SeatHandedOver) and entry.event.from_player == viewer.pk:
                eyes[game_id] = Eyes(seats_left[game_id], until=entry.seq)
    return eyes


def record_get(*, game_id: str, viewer: Player | None) -> GameRecord:
    """Everything about a game that is over. Raises not_found, game_not_over."""
    return _record_of(game_visible(game_id=game_id, viewer=viewer))


def records_of_finished(*, ids: Sequence[str]) -> Iterator[GameRecord]:
    """The records of these games as far as they are over, private ones too; of all games that are if none is named.

    For operators: nobody is asked whether they may see them.
    """
    over = Game.objects.filter(status__in=[status for status in Status if status.is_over])
    wanted = over.filter(pk__in=ids) if ids else over
    for game in wanted.order_by("created_at", "pk").iterator(chunk_size=100):
        yield _record_of(game)


def _record_of(game: Game) -> GameRecord:
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
    return GameRecord(
        game=seen,
        players=players,
        first_seat=first_seat,
        deck=() if dealt is None or first_seat is None else _deck_of(dealt, first_seat),
        hands=() if dealt is None else tuple(tuple(sorted(hand)) for hand in dealt.hands),
        events=events,
        bot_secret=bot_secret(loaded.state.opening.server_seed),
        bot_moves=bot_moves_of(game_id=game.id),
        disclosures=disclosures_of(game_id=game.id),
    )


def bot_moves_of(*, game_id: str) -> tuple[BotMoved, ...]:
    """Which bots' policies moved in a game, in order."""
    rows = BotMove.objects.filter(game=game_id).order_by("version")
    return tuple(BotMoved(*row) for row in rows.values_list("version", "seat", "level", "temperament", "policy"))


def _deck_of(dealt: CardsDealt, first_seat: Seat) -> tuple[Card, ...]:
    """Every card in the order dealt and drawn: the deal went clockwise from the first player."""
    seats = len(dealt.hands)
    in_order = (dealt.hands[(first_seat + turn) % seats] for turn in range(seats))
    return (*(card for hand in in_order for card in hand), *dealt.draw_pile)
