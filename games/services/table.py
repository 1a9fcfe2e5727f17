"""A game under its lock: the one way in which anything about a game is written."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cached_property
from typing import Final

from django.db import transaction
from django.db.models import Q

from games import outbox, projections, store, wakes
from games.engine.errors import ActRefused, Obstacle, RuleViolation
from games.engine.events import (
    Event,
    GameCancelled,
    GameEnded,
    GameOpened,
    GameStarted,
    GameVoided,
    SeatHandedOver,
    SeatLeft,
)
from games.engine.moves import Move
from games.engine.rules import decide
from games.engine.state import GameState
from games.engine.types import Seat, Status, Visibility
from games.errors import not_found, refusal_of
from games.levels import BotKind, version_of
from games.models import BotMove, Game, Invitation, Topic, new_invite
from games.selectors.events import Eyes, events_seen
from games.selectors.games import game_seen, may_see, people_at, visible_to
from games.services.clock import turn_settle
from games.services.pauses import bot_pause
from games.wire.events import event_json
from games.wire.games import Cards, SeenGame, game_json
from players.crashes import reach
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.selectors import players_by_id
from players.tracing import FIELDS
from players.transactions import one_transaction

logger = logging.getLogger("nessos.game")

MOST_MISSED_EVENTS = 100
"""How many of the events that a late client missed come with the refusal; the rest is a call away."""

_NEWS: Final = (GameStarted, SeatHandedOver, GameEnded, GameCancelled, GameVoided)
"""Facts that players are told of whoever is to act."""


class Table:
    """What a service holds while it has the game's lock. Facts recorded here are written when it lets go."""

    def __init__(self, game: Game, state: GameState, now: datetime, logged: Sequence[store.LoggedEvent] = ()) -> None:
        self.game = game
        self.state = state
        self.now = now
        self._logged = list(logged)
        self._stamps: list[BotMove] = []

    @property
    def version(self) -> int:
        """The `seq` of the last event, those recorded here included."""
        return self._logged[-1].seq if self._logged else self.game.version

    def seat_of(self, actor: Player) -> Seat:
        """The seat at which `actor` sits. Raises not_seated."""
        seat = self.state.seat_of(actor.pk)
        if seat is None:
            raise Refusal(ErrorCode.NOT_SEATED)
        return seat

    def expect_creator(self, actor: Player) -> None:
        """Raises not_creator unless `actor` opened the game."""
        if self.state.opening.creator != actor.pk:
            raise Refusal(ErrorCode.NOT_CREATOR)

    def expect_open(self) -> None:
        """Raises game_over, game_started."""
        if self.state.status.is_over:
            raise ActRefused(Obstacle.GAME_OVER)
        if self.state.status is not Status.OPEN:
            raise ActRefused(Obstacle.GAME_STARTED)

    def expect_active(self) -> None:
        """Raises game_not_started, game_over."""
        if self.state.status.is_over:
            raise ActRefused(Obstacle.GAME_OVER)
        if self.state.status is not Status.ACTIVE:
            raise ActRefused(Obstacle.GAME_NOT_STARTED)

    def expect_version(self, version: int, actor: Player, move: Move) -> None:
        """Raises stale_version, with all that helps to catch up, unless `actor` looked at the game as it is now."""
        if version == self.version:
            return
        seat = self.seat_of(actor)
        missed = store.read(self.game.id, after=version, up_to=self.version, limit=MOST_MISSED_EVENTS)
        seen, named = events_seen(logged=missed, eyes=Eyes(seat))
        raise Refusal(
            ErrorCode.STALE_VERSION,
            extra={
                "game": game_json(self.seen(actor)),
                "events": [event_json(event, named) for event in seen],
                "still_legal": _is_legal(self.state, seat, move),
            },
        )

    def record(self, events: Sequence[Event]) -> None:
        """Fold facts into the state; they are written when the lock is let go."""
        self.state, logged = store.number(self.version, self.state, events, self.now)
        self._logged.extend(logged)

    def stamp(self, seat: Seat, kind: BotKind) -> None:
        """Keep by which policy the bot moves that moves now: whoever checks it later must know."""
        self._stamps.append(
            BotMove(
                game=self.game,
                version=self.version,
                seat=seat,
                level=kind.level,
                temperament=kind.temperament,
                policy=version_of(kind.level),
            )
        )

    def seen(self, viewer: Player) -> SeenGame:
        """The game as `viewer` sees it, with what was recorded here, which is written now."""
        self.write()
        return game_seen(
            game=self.game,
            loaded=store.Loaded(self.state, self.version, self.now),
            viewer=viewer,
            players=self._people,
        )

    @cached_property
    def _people(self) -> Cards:
        return players_by_id(people_at(self.state))

    def write(self) -> None:
        """Write what was recorded and not yet written: the log, the read models, and the work that follows."""
        if not self._logged:
            return
        store.append(self.game.id, self._logged)
        reach("log.appended")
        projections.write(self.game, self.state, self._logged)
        reach("projections.written")
        BotMove.objects.bulk_create(self._stamps)
        self._stamps = []
        self._clock_settle()
        if self.game.visibility == Visibility.PRIVATE:
            self._invitation_write()
        outbox.enqueue(self._messages())
        store.remember_on_commit(self.game.id, self.version, self.state)
        seat = self.state.to_act
        wakes.game_on_commit(self.game.id, self.version, to_act=None if seat is None else self.state.seats[seat])
        facts = {
            "game": self.game.id,
            "version": self.version,
            "kinds": [entry.kind.value for entry in self._logged],
        }
        transaction.on_commit(lambda: logger.info("recorded", extra={FIELDS: facts}), robust=True)
        self._logged = []

    def _clock_settle(self) -> None:
        """A turn that was given here gets what is due to its player at once."""
        seat = self.state.to_act
        player = None if seat is None else self.state.seats[seat]
        is_new = any(entry.seq == self.game.turn_seq for entry in self._logged)
        if is_new and player is not None and not self._people[player].is_played_by_level:
            turn_settle(game=self.game, player=player, is_new=True)

    def _invitation_write(self) -> None:
        """An invitation lives as long as the game waits for players; whoever leaves takes none along."""
        if self.state.status is not Status.OPEN:
            Invitation.objects.filter(game=self.game).delete()
        elif any(isinstance(entry.event, GameOpened | SeatLeft) for entry in self._logged):
            Invitation.objects.update_or_create(game=self.game, defaults={"secret": new_invite()})

    def _messages(self) -> list[outbox.Message]:
        """What is to be done now: a bot's turn, a game to be counted, and humans to be told."""
        topics: list[Topic] = []
        seat = self.state.to_act
        player = None if seat is None else self.state.seats[seat]
        bot_to_act = player is not None and self._people[player].is_played_by_level
        if bot_to_act:
            topics.append(Topic.BOT_TURN)
        if self.state.status is Status.FINISHED:
            topics.append(Topic.GAME_ENDED)
        if (player is not None and not bot_to_act) or any(isinstance(entry.event, _NEWS) for entry in self._logged):
            topics.append(Topic.NEWS)
        pauses = {Topic.BOT_TURN: self._bot_pause()} if bot_to_act else {}
        return [
            outbox.Message(topic, self.game.id, self.version, pause=pauses.get(topic, timedelta())) for topic in topics
        ]

    def _bot_pause(self) -> timedelta:
        return bot_pause(game_id=self.game.id, version=self.version, state=self.state, people=self._people)


@contextmanager
def game_locked(*, game_id: str, actor: Player, invite: str | None = None) -> Iterator[Table]:
    """The game under its lock, in one transaction: all that is recorded is written, or nothing is.

    Raises not_found when `actor` may not see the game; the engine's refusals inside become those of clients.
    """
    with (
        _engine_refusals_translated(),
        one_transaction(),
        table_locked(game_id=game_id, actor=actor, invite=invite) as table,
    ):
        yield table


@contextmanager
def table_locked(*, game_id: str, actor: Player, invite: str | None = None) -> Iterator[Table]:
    """As `game_locked`, within a transaction that locked another game before.

    No two games may ever be locked in both orders: a rematch comes after the game that it repeats.
    """
    # A game that the actor may not see is not locked: those who play it never wait for strangers.
    seen = Game.objects.filter(visible_to(viewer=actor, invite=invite), pk=game_id)
    game = seen.select_for_update(no_key=True).first()
    # While the lock was awaited an invitation may have died, or a seat have gone.
    if game is None or not may_see(game=game, viewer=actor, invite=invite):
        raise not_found()
    loaded = store.load(game.id, game.version)
    table = Table(game, loaded.state, loaded.now)
    reach("game.locked")
    yield table
    table.write()


@contextmanager
def game_moderated(*, game_id: str) -> Iterator[Table]:
    """The game under its lock, as `game_locked`, for acts of moderators: they may act on games that they cannot see.

    Raises not_found.
    """
    with _engine_refusals_translated(), one_transaction():
        game = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
        if game is None:
            raise not_found()
        loaded = store.load(game.id, game.version)
        table = Table(game, loaded.state, loaded.now)
        yield table
        table.write()


@contextmanager
def game_claimed(*, game_id: str, due: Q) -> Iterator[Table | None]:
    """The game under its lock, as `game_locked`, for what the service does by itself.

    None when it is not `due`, or when somebody else holds the lock: whoever acts in time comes first.
    """
    with _engine_refusals_translated(), one_transaction():
        game = Game.objects.select_for_update(no_key=True, skip_locked=True).filter(due, pk=game_id).first()
        if game is None:
            yield None
            return
        loaded = store.load(game.id, game.version)
        table = Table(game, loaded.state, loaded.now)
        yield table
        table.write()


@contextmanager
def game_made(*, opening: GameOpened) -> Iterator[Table]:
    """A new game, as `game_locked`: nobody else can see it before the transaction is committed."""
    with _engine_refusals_translated(), one_transaction(), table_made(opening=opening) as table:
        yield table


@contextmanager
def table_made(*, opening: GameOpened) -> Iterator[Table]:
    """As `game_made`, within a transaction that locked another game before."""
    now = store.now()
    state, logged = store.number(0, None, (opening,), now)
    table = Table(Game(version=0), state, now, logged)
    yield table
    table.write()


@contextmanager
def _engine_refusals_translated() -> Iterator[None]:
    try:
        yield
    except (RuleViolation, ActRefused) as refused:
        raise refusal_of(refused) from None


def _is_legal(state: GameState, seat: Seat, move: Move) -> bool:
    try:
        decide(state, seat, move)
    except (RuleViolation, ActRefused):
        return False
    return True
