"""Games as moderators see them: what a spectator sees, also of private ones; and no more, while a game goes on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db.models import Count, Min, Q

from games.engine.events import TurnExpired
from games.engine.projection import project, project_event
from games.engine.types import Seat, Status
from games.engine.views import GameView
from games.models import EventKind, Game, LogCheck, Offer, OutboxMessage, Round
from games.models import Seat as SeatRow
from games.moderated import BrokenGlass, Message
from games.selectors.games import people_at
from games.selectors.glass import may_look_at_seats
from games.store import load, now, read, read_many
from games.wire.events import SeenEvent, players_in
from games.wire.games import Cards
from players.conduct.files import without_secrets
from players.models import Player
from players.selectors import players_by_id

MOST_GAMES: Final = 50
MOST_SEATS: Final = 20_000
"""Of who sat at more games than that, some of them are looked at."""


@dataclass(frozen=True, slots=True)
class GameOfPerson:
    """A game in which somebody sits or sat, and how often their time ran out there."""

    game: Game
    seat: Seat
    points: int
    eliminated: bool
    won: bool
    has_left: bool
    expired: int


@dataclass(frozen=True, slots=True)
class Punctuality:
    """Of so many turns in the last fifty games, so many expired; so many seats were handed over to a bot."""

    games: int
    turns: int
    expired: int
    handed_over: int


def games_of_person(person: Player) -> tuple[tuple[GameOfPerson, ...], Punctuality]:
    """Their last fifty games, the newest first, and how punctual they were in them. Five statements."""
    sat = SeatRow.objects.filter(Q(player=person) | Q(former_player=person)).order_by()
    # By themselves: asked for together with the order, the database goes through all games from the newest on.
    seats = list(sat.values_list("pk", flat=True)[:MOST_SEATS])
    rows = list(
        SeatRow.objects.filter(pk__in=seats).select_related("game").order_by("-game__created_at", "-game")[:MOST_GAMES]
    )
    at_seat = {row.game_id: row.seat for row in rows}
    logged = read_many({row.game_id: row.game.version for row in rows}, kind=EventKind.TURN_EXPIRED)
    expired = {
        game_id: sum(isinstance(entry.event, TurnExpired) and entry.event.seat == at_seat[game_id] for entry in entries)
        for game_id, entries in logged.items()
    }
    offers = Offer.objects.filter(round__game__in=at_seat).values_list("round__game", "from_seat").annotate(Count("pk"))
    ends = Round.objects.filter(game__in=at_seat).values_list("game", "by").annotate(Count("pk"))
    moves = [*offers.order_by(), *ends.order_by()]
    turns = sum(count for game_id, seat, count in moves if seat == at_seat[game_id])
    games = tuple(
        GameOfPerson(
            row.game, row.seat, row.points, row.eliminated, row.won, row.player_id != person.pk, expired[row.game_id]
        )
        for row in rows
    )
    handed_over = sum(game.has_left for game in games)
    return games, Punctuality(len(games), turns, sum(expired.values()), handed_over)


def game_for_desk(game_id: str) -> Game | None:
    """Any game: moderators see private ones too."""
    return Game.objects.select_related("creator").defer(*without_secrets("creator")).filter(pk=game_id).first()


@dataclass(frozen=True, slots=True)
class SeatView:
    """The table as the one at `seat` saw it after event `at`, None for a spectator; of `version` events."""

    seat: Seat | None
    at: int
    version: int
    view: GameView
    players: Cards


@dataclass(frozen=True, slots=True)
class GameLog:
    """The log as a spectator sees it, and who is named in it."""

    events: tuple[SeenEvent, ...]
    players: Cards


def game_log(game: Game) -> GameLog:
    """All that happened, through the eyes of nobody at the table."""
    logged = read(game.pk, up_to=game.version)
    events = tuple(
        SeenEvent(entry.seq, entry.kind, entry.at, entry.round, project_event(entry.event, None)) for entry in logged
    )
    return GameLog(events, players_by_id(players_in([event.view for event in events])))


def seat_view(*, game: Game, seat: Seat | None, at: int, staff: Player) -> SeatView | None:
    """The table as seat `seat` saw it after event `at`; None when it is not theirs to see, or there is none such.

    By replay of the log up to that event and the one gate: what a player was shown then, and nothing else.
    """
    if not 1 <= at <= game.version:
        return None
    if seat is not None and not may_look_at_seats(game=game, viewer=staff):
        return None
    state = load(game.pk, at).state
    if seat is not None and not 0 <= seat < len(state.seats):
        return None
    return SeatView(seat, at, game.version, project(state, seat), players_by_id(people_at(state)))


def messages_of_game(game: Game) -> list[Message]:
    """What was said at the table, hidden ones too."""
    said = Message.objects.filter(game=game).select_related("author", "hidden_by")
    return list(said.defer(*without_secrets("author", "hidden_by")).order_by("seq")[:1_000])


def messages_of_person(person: Player, games: Iterable[str] = ()) -> list[Message]:
    """The last that they said, in all games or in these."""
    said = Message.objects.filter(author=person)
    wanted = list(games)
    return list((said.filter(game__in=wanted) if wanted else said).order_by("-at")[:MOST_GAMES])


def message_for_desk(message_id: str) -> Message | None:
    return Message.objects.select_related("author", "game").filter(pk=message_id).first()


def seats_of(games: Sequence[str]) -> dict[str, list[SeatRow]]:
    """Who sits at these games, in one statement."""
    rows: dict[str, list[SeatRow]] = {game_id: [] for game_id in games}
    taken = SeatRow.objects.filter(game__in=games).select_related("player", "former_player")
    for row in taken.defer(*without_secrets("player", "former_player")):
        rows[row.game_id].append(row)
    return rows


def glass_for_desk(glass_id: int) -> BrokenGlass | None:
    """A request to look, and who asked."""
    return BrokenGlass.objects.select_related("asked_by").filter(pk=glass_id).first()


def glasses_of(game: Game) -> list[BrokenGlass]:
    """Every time that somebody asked to look into this game."""
    asked = BrokenGlass.objects.filter(game=game).select_related("asked_by", "answered_by")
    return list(asked.defer(*without_secrets("asked_by", "answered_by")))


@dataclass(frozen=True, slots=True)
class WorkFigures:
    """How the service keeps up: `stuck` are messages of the outbox that the sweeper should have sent by now."""

    overdue: int
    oldest_deadline: datetime | None
    stuck: dict[str, int]
    running: int
    check: LogCheck | None
    moment: datetime


def work_figures() -> WorkFigures:
    """The figures of the dashboard, in five small questions."""
    moment = now()
    late = Game.objects.filter(status=Status.ACTIVE, deadline__lt=moment).aggregate(
        n=Count("pk"), first=Min("deadline")
    )
    grace = moment.timestamp() - settings.OUTBOX_GRACE - 60
    stuck: dict[str, int] = {}
    for topic, created_at in OutboxMessage.objects.order_by("created_at").values_list("topic", "created_at")[:10_000]:
        if created_at.timestamp() < grace:
            stuck[topic] = stuck.get(topic, 0) + 1
    # Of the partial index of deadlines, which holds running games alone.
    running = Game.objects.filter(status=Status.ACTIVE, deadline__isnull=False).count()
    return WorkFigures(late["n"], late["first"], stuck, running, LogCheck.objects.first(), moment)
