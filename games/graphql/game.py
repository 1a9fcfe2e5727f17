"""The types of games, their events and records, and the pages of their lists."""

from typing import Any

import graphene
from graphene import ID, Int, String
from graphene.relay import Connection

from games.graphql.arguments import EventsAsked, page_arguments, page_asked
from games.graphql.fields import lightly_shown, listed, perhaps, shown, some
from games.graphql.pages import page_of
from games.graphql.rows import GameRow, OwnRow, SeatRow
from games.graphql.scalars import JSON, DateTime, EventKind, GameStatus
from games.graphql.table import Clock, Fairness, LotCard, Result, Round, Rules, Seat, Settings, You
from games.wire.events import event_json


class Event(graphene.ObjectType):
    """A fact. Events are never dropped, renumbered or changed; what you may not see is null."""

    class Meta:
        default_resolver = shown

    seq = some(Int, "Its number in the log: 1, 2, 3… without a gap, the same for everyone.")
    kind = some(EventKind, "What happened.")
    at = some(DateTime, "When.")
    round = perhaps(Int, "The round it belongs to; null before the first.")
    data = some(JSON, "What is told of it, exactly as in REST, keys in snake_case: see the values of `EventKind`.")


class EventConnection(Connection):
    """A page of events."""

    class Meta:
        node = Event

    nodes = listed(Event, "The events, without their cursors.")


class Game(graphene.ObjectType):
    """A game as you may see it. What only replaying the log tells costs more in lists: `lot`, hands, fronts, proofs."""

    class Meta:
        default_resolver = lightly_shown

    id = some(ID, "What the game is called in addresses and arguments.")
    name = some(String, "The name its creator gave it; may be empty.")
    status = some(GameStatus, "Where it stands.")
    version = some(Int, "The `seq` of the last event. A move must name it.")
    rules = some(Rules, "What depends on the number of seats.")
    settings = some(Settings, "What its creator chose.")
    creator = some(String, "The name of who opened it.")
    created_at = some(DateTime, "When it was opened.")
    started_at = perhaps(DateTime, "When the cards were dealt.")
    finished_at = perhaps(DateTime, "When it was over.")
    round = perhaps(Int, "The number of the current round; null before the start.")
    first_seat = perhaps(Int, "The seat with the pawn.")
    to_act = perhaps(Int, "The seat whose turn it is; null when there is no turn.")
    deadline = perhaps(DateTime, "When the turn runs out; a bot moves then.")
    lot = listed(LotCard, "The cards on offer, in the order in which they came.")
    draw_pile = perhaps(Int, "How many cards are left to draw.")
    charons_shown = perhaps(Int, "How many Charon lie face up on the whole table: nine end the game.")
    seats = listed(Seat, "All seats, by number.")
    you = perhaps(You, "What only you see; null for spectators.")
    result = perhaps(Result, "How it ended; null before.")
    fairness = some(Fairness, "The proof of the shuffle.")
    invite = perhaps(String, "For seated players of a private game that still waits: what lets others in.")
    rematch = perhaps(ID, "The game that repeats this one, once it is over and somebody asked.")
    clock = some(Clock, "Why the turn runs out when it does.")
    rounds = listed(Round, "All rounds so far.")
    events = some(
        EventConnection,
        "The log as you may see it. The cursor of an event is its `seq` as text.",
        args=page_arguments(EventsAsked),
    )

    @staticmethod
    def resolve_lot(game: GameRow, info: Any) -> Any:
        return game.full["lot"]

    @staticmethod
    def resolve_seats(game: GameRow, info: Any) -> Any:
        return [SeatRow(game, seat) for seat in game.light["seats"]]

    @staticmethod
    def resolve_you(game: GameRow, info: Any) -> Any:
        own = game.light["you"]
        return None if own is None else OwnRow(game, own)

    @staticmethod
    def resolve_fairness(game: GameRow, info: Any) -> Any:
        return game.full["fairness"]

    @staticmethod
    def resolve_invite(game: GameRow, info: Any) -> Any:
        return game.full["invite"]

    @staticmethod
    def resolve_rematch(game: GameRow, info: Any) -> Any:
        return game.full["rematch"]

    @staticmethod
    def resolve_clock(game: GameRow, info: Any) -> Any:
        return game.siblings.clocks[game.id]

    @staticmethod
    def resolve_rounds(game: GameRow, info: Any) -> Any:
        return game.siblings.rounds[game.id]

    @staticmethod
    def resolve_events(game: GameRow, info: Any, **arguments: Any) -> Any:
        wanted = page_asked(EventsAsked, arguments)
        page = game.siblings.events(after=wanted.after_seq, first=wanted.first)[game.id]
        events = [event_json(event, page.players) for event in page.items]
        cursors = [str(event.seq) for event in page.items]
        return page_of(events, cursors, follows=page.next is not None, goes_on=wanted.after_seq > 0)


class GameConnection(Connection):
    """A page of games."""

    class Meta:
        node = Game

    nodes = listed(Game, "The games, without their cursors.")


class BotMoved(graphene.ObjectType):
    """A move of a bot, and which policy made it."""

    class Meta:
        default_resolver = shown

    version = some(Int, "The version of the game that it looked at.")
    seat = some(Int, "Where it sat.")
    level = some(String, "Its level.")
    temperament = perhaps(String, "Its temperament, if it had one.")
    policy = some(String, "The version of the level's policy.")


class BotsOpened(graphene.ObjectType):
    """What the moves of bots follow from."""

    class Meta:
        default_resolver = shown

    secret = some(String, "HMAC-SHA-256 of `bots` under the server's seed, hex: their chance comes from it.")
    moves = listed(BotMoved, "Each move of a bot.")


class Disclosed(graphene.ObjectType):
    """That the cards that seats held were opened to a moderator while the game went on."""

    class Meta:
        default_resolver = shown

    asked_at = some(DateTime, "When they asked for it.")
    opened_at = some(DateTime, "When another moderator of that role confirmed it.")
    until = some(DateTime, "Until when they could look.")
    by = some(String, "The role of who looked, and of who confirmed it: `senior_moderator`.")
    from_version = some(Int, "The event up to which the game had come when they were opened.")
    seen_up_to = perhaps(Int, "The event up to which they looked; null if they never did.")


class GameRecord(graphene.ObjectType):
    """A game that is over, opened: enough to replay it and to verify its shuffle."""

    class Meta:
        default_resolver = shown

    game = some(Game, "The game as a spectator sees it.")
    rules_version = some(Int, "The version of its rules.")
    players = some(Int, "How many seats it had.")
    first_seat = perhaps(Int, "The seat that began; null if the game never started.")
    deck = listed(Int, "Every card in the order dealt and drawn.")
    hands = listed(graphene.List(graphene.NonNull(Int)), "The hands dealt, by seat.")
    events = listed(Event, "The whole log, nothing hidden.")
    fairness = some(Fairness, "The proof of the shuffle.")
    bots = some(BotsOpened, "What the moves of bots follow from.")
    disclosures = listed(Disclosed, "When hidden cards were opened to moderators while the game went on.")
