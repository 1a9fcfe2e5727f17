"""Games as one viewer may see them, one at a time and in lists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from django.db.models import F, Prefetch, Q, QuerySet

from games.engine.projection import project
from games.engine.setup import bot_secret
from games.engine.state import GameState
from games.engine.types import PlayerId, Seat, Status, Visibility
from games.engine.views import GameView
from games.errors import not_found
from games.levels import BotKind
from games.models import Game, Invitation
from games.models import Seat as SeatRow
from games.selectors.rematch import kept_from, offered_to, rematches_of
from games.store import Loaded, load, load_many
from games.wire.games import Cards, GameHeader, GameSummary, SeatSummary, SeenGame
from players.conduct.circles import apart_from
from players.models import Player
from players.pages import Page, keyset_page
from players.selectors import players_by_id

type Order = Literal["newest", "oldest"]

MOST_TURNS_TOLD: Final = 100
_ORDERS: Final[dict[Order, tuple[str, ...]]] = {
    # Times of opening never change: a page neither skips nor repeats a game.
    "newest": ("-created_at", "-id"),
    "oldest": ("created_at", "id"),
}


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games a list holds. `joinable` are open public games with a seat for the viewer, or the others.

    Where somebody sits whom the viewer blocked, or who blocked them, there is no seat for them.
    """

    statuses: tuple[Status, ...] = ()
    player: str | None = None
    joinable: bool | None = None


def game_get(*, game_id: str, viewer: Player | None, invite: str | None = None) -> SeenGame:
    """The game as `viewer` may see it now. Raises not_found."""
    game = game_visible(game_id=game_id, viewer=viewer, invite=invite)
    return game_seen(game=game, loaded=load(game.id, game.version), viewer=viewer)


def game_visible(*, game_id: str, viewer: Player | None, invite: str | None = None) -> Game:
    """The row of a game that `viewer` may see. Raises not_found, the same for a game that is not there."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None or not may_see(game=game, viewer=viewer, invite=invite):
        raise not_found()
    return game


def may_see(*, game: Game, viewer: Player | None, invite: str | None = None) -> bool:
    """Private games show to those who sit or sat there, to those who hold the invitation, and, while it waits for them,
    to those whom a rematch is offered."""
    if game.visibility == Visibility.PUBLIC:
        return True
    if invite is not None and Invitation.objects.filter(game=game, secret=invite).exists():
        return True
    if viewer is None:
        return False
    if game.creator_id == viewer.pk or has_sat(game=game, viewer=viewer):
        return True
    return Game.objects.filter(offered_to(viewer), pk=game.pk).exists()


def has_sat(*, game: Game, viewer: Player) -> bool:
    """Whether `viewer` sits at the game, or sat there until their seat passed to a bot."""
    return SeatRow.objects.filter(_sat_at(viewer), game=game).exists()


def game_seen(*, game: Game, loaded: Loaded, viewer: Player | None, players: Cards | None = None) -> SeenGame:
    """A loaded game through the one gate, with what its header says. `players` saves looking the people up."""
    state = loaded.state
    seat = None if viewer is None else state.seat_of(viewer.pk)
    invited = _shows_invite(state, seat)
    header = _header(
        game,
        version=loaded.version,
        players=players_by_id(people_at(state)) if players is None else players,
        invite=_invites_of([game.id]).get(game.id) if invited else None,
        rematch=_rematches_of({game.id: state}, viewer).get(game.id),
    )
    return SeenGame(project(state, seat), header)


def games_seen(*, games: Sequence[GameSummary], viewer: Player | None) -> dict[str, SeenGame]:
    """Listed games as `viewer` may see them in full, by id, in a constant number of statements."""
    loaded = load_many({game.id: game.version for game in games})
    states = {game_id: entry.state for game_id, entry in loaded.items()}
    seats = {game_id: None if viewer is None else state.seat_of(viewer.pk) for game_id, state in states.items()}
    people = players_by_id({player for state in states.values() for player in people_at(state)})
    invites = _invites_of([game_id for game_id, state in states.items() if _shows_invite(state, seats[game_id])])
    rematches = _rematches_of(states, viewer)
    return {
        game.id: SeenGame(
            project(states[game.id], seats[game.id]),
            _header(
                game,
                version=game.version,
                players=people,
                invite=invites.get(game.id),
                rematch=rematches.get(game.id),
            ),
        )
        for game in games
    }


def _header(
    game: Game | GameSummary, *, version: int, players: Cards, invite: str | None, rematch: str | None
) -> GameHeader:
    return GameHeader(
        id=game.id,
        version=version,
        created_at=game.created_at,
        started_at=game.started_at,
        finished_at=game.finished_at,
        deadline=game.deadline,
        players=players,
        invite=invite,
        rematch=rematch,
    )


def _rematches_of(states: Mapping[str, GameState], viewer: Player | None) -> dict[str, str]:
    """The rematches that `viewer` may see. Only what is over is repeated, so that nothing is asked for other games."""
    over = [game_id for game_id, state in states.items() if state.status.is_over]
    return rematches_of(game_ids=over, visible=visible_to(viewer=viewer)) if over else {}


def _shows_invite(state: GameState, seat: Seat | None) -> bool:
    return seat is not None and state.status is Status.OPEN and state.opening.visibility == Visibility.PRIVATE


def _invites_of(game_ids: Sequence[str]) -> dict[str, str]:
    return dict(Invitation.objects.filter(game__in=game_ids).values_list("game_id", "secret"))


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A turn that waits for a bot: who is to act, all that they may know, and secret bytes to draw chance from.

    `secret` follows from the server seed, so that it is open when the game is over and tells nothing before.
    `is_among_bots`: all who are still in the game are bots of levels, and nobody waits.
    """

    player: Player
    seat: Seat
    view: GameView
    secret: bytes
    is_among_bots: bool = False

    @property
    def kind(self) -> BotKind:
        return BotKind(self.player.level, self.player.temperament)


def bot_turn_get(*, game_id: str, version: int) -> BotTurn | None:
    """The turn of a bot at exactly `version`; None when the game moved on, or when a human is to act."""
    game = Game.objects.filter(pk=game_id, version=version, status=Status.ACTIVE).first()
    if game is None:
        return None
    state = load(game_id, version).state
    seat = state.to_act
    sitting = None if seat is None else state.seats[seat]
    if seat is None or sitting is None:
        return None
    people = Player.objects.in_bulk(state.still_in)
    player = people[sitting]
    if not player.is_played_by_level:
        return None
    is_among_bots = all(other.is_played_by_level for other in people.values())
    return BotTurn(player, seat, project(state, seat), bot_secret(state.opening.server_seed), is_among_bots)


def games_list(
    *, wanted: GameFilter, order: Order, viewer: Player | None, limit: int, cursor: str | None
) -> Page[GameSummary]:
    """The games that `viewer` may see among those wanted. Raises bad_cursor."""
    games = Game.objects.filter(visible_to(viewer=viewer))
    if wanted.statuses:
        games = games.filter(status__in=wanted.statuses)
    if wanted.player is not None:
        games = games.filter(pk__in=_games_of(wanted.player))
    if wanted.joinable is not None:
        joinable = _joinable_by(viewer)
        games = games.filter(joinable) if wanted.joinable else games.exclude(joinable)
    return _summaries(games, keys=_ORDERS[order], viewer=viewer, limit=limit, cursor=cursor)


def turns_list(*, player: Player, limit: int, cursor: str | None) -> Page[GameSummary]:
    """The games that wait for `player`, earliest deadline first. Raises bad_cursor."""
    games = Game.objects.filter(pk__in=_waiting_for(player), status=Status.ACTIVE)
    return _summaries(games, keys=("deadline", "id"), viewer=player, limit=limit, cursor=cursor)


def turns_waiting(*, player: Player) -> dict[str, int]:
    """The first hundred games that wait for `player`, earliest deadline first, and the version of each."""
    games = Game.objects.filter(pk__in=_waiting_for(player), status=Status.ACTIVE).order_by("deadline", "id")
    return dict(games.values_list("pk", "version")[:MOST_TURNS_TOLD])


def _summaries(
    games: QuerySet[Game], *, keys: tuple[str, ...], viewer: Player | None, limit: int, cursor: str | None
) -> Page[GameSummary]:
    """One page in a constant number of statements."""
    rows = games.select_related("creator").prefetch_related(
        Prefetch("seats", queryset=SeatRow.objects.select_related("player__owner").order_by("seat"))
    )
    page = keyset_page(rows, keys=keys, limit=limit, cursor=cursor)
    items = tuple(_summary(game, viewer) for game in page.items)
    return Page(items=items, next=page.next, cursor_at=page.cursor_at)


def _summary(game: Game, viewer: Player | None) -> GameSummary:
    seats = game.seats.all()
    return GameSummary(
        id=game.id,
        name=game.name,
        status=Status(game.status),
        version=game.version,
        rules_version=game.rules_version,
        players=game.players,
        turn=game.turn,
        visibility=game.visibility,
        rated=game.rated,
        allow_bots=game.allow_bots,
        creator=game.creator.name,
        created_at=game.created_at,
        started_at=game.started_at,
        finished_at=game.finished_at,
        round=game.round,
        first_seat=game.first_seat,
        to_act=game.to_act,
        deadline=game.deadline,
        draw_pile=game.draw_pile,
        charons_shown=game.charons_shown,
        reason=game.reason,
        seats=tuple(
            SeatSummary(
                seat=seat.seat,
                player=seat.player.card,
                points=seat.points,
                charons=seat.charons,
                eliminated=seat.eliminated,
                won=seat.won,
            )
            for seat in seats
        ),
        your_seat=next((seat.seat for seat in seats if viewer is not None and seat.player_id == viewer.pk), None),
    )


def people_at(state: GameState) -> set[PlayerId]:
    """Everyone whom the view of a game names."""
    return {state.opening.creator, *(player for player in state.seats if player is not None)}


def _sat_at(player: Player) -> Q:
    return Q(player=player) | Q(former_player=player)


def visible_to(*, viewer: Player | None, invite: str | None = None) -> Q:
    """The games that `viewer` may see, in SQL: as `may_see` says of one."""
    visible = Q(visibility=Visibility.PUBLIC)
    if viewer is not None:
        visible |= Q(creator=viewer) | Q(pk__in=SeatRow.objects.filter(_sat_at(viewer)).values("game"))
        visible |= offered_to(viewer)
    if invite is not None:
        visible |= Q(pk__in=Invitation.objects.filter(secret=invite).values("game"))
    return visible


def _games_of(name: str) -> QuerySet[SeatRow, Any]:
    """Games in which the player of that name sits or sat; none when there is no such player."""
    player = Player.objects.named(name)
    if player is None:
        return SeatRow.objects.none().values("game")
    return SeatRow.objects.filter(_sat_at(player)).values("game")


def _joinable_by(viewer: Player | None) -> Q:
    """An open game always has a free seat: the last one taken starts it. In a rematch it is kept for somebody."""
    joinable = Q(status=Status.OPEN, visibility=Visibility.PUBLIC) & ~kept_from(viewer)
    if viewer is None:
        return joinable
    if viewer.is_bot:
        joinable &= Q(allow_bots=True)
    if viewer.is_guest:
        joinable &= Q(rated=False)
    if apart := apart_from(viewer):
        joinable &= ~Q(pk__in=SeatRow.objects.filter(player__in=apart).values("game"))
    return joinable & ~Q(pk__in=SeatRow.objects.filter(player=viewer).values("game"))


def _waiting_for(player: Player) -> QuerySet[SeatRow, Any]:
    return SeatRow.objects.filter(player=player, game__to_act=F("seat")).values("game")
