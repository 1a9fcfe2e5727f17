"""Scalars and enumerations: the same words, in the same writing, as in REST."""

from collections.abc import Mapping
from enum import Enum as PythonEnum
from typing import Any, Final

import graphene
from graphene.types.scalars import Scalar

from games.clock import AdjustmentKind as ClockAdjustmentKind
from games.engine.errors import Reason as EngineReason
from games.engine.types import EndReason as EngineEndReason
from games.engine.types import Status, Visibility
from games.models import EventKind as StoredEventKind
from games.models import Outcome
from games.wire.analysis import AnalysisState as StoredAnalysisState
from games.wire.analysis import Answer
from players.errors import ERROR_KINDS
from players.models import Player as PlayerRow
from players.models import Token
from players.notices.models import NoticeChannel as Channel
from players.notices.models import NoticeKind as StoredNoticeKind
from players.notices.models import When
from players.webhooks.models import Delivery, Webhook


class DateTime(Scalar):
    """A moment: RFC 3339 in UTC, whole seconds, such as `2026-12-03T10:00:00Z`."""

    @staticmethod
    def serialize(value: str) -> str:
        return value


class JSON(Scalar):
    """Any JSON value, exactly as REST sends it, keys in snake_case."""

    @staticmethod
    def serialize(value: object) -> object:
        return value


def enum_of(name: str, description: str, words: Mapping[str, str]) -> Any:
    """An enumeration whose names are the words that REST sends, each with its description."""

    def describe(member: Any) -> str:
        return description if member is None else words[member.value]

    members = PythonEnum(name, [(word, word) for word in words])  # type: ignore[misc]
    return type(name, (graphene.Enum,), {"Meta": type("Meta", (), {"enum": members, "description": describe})})


ErrorCode: Final = enum_of(
    "ErrorCode",
    "Why the service says no: one list for REST and GraphQL. Switch on it, never on a text.",
    {code.value: str(kind.description) for code, kind in ERROR_KINDS.items()},
)
MoveReason: Final = enum_of(
    "MoveReason",
    "Which rule a move breaks; of several the first in this order.",
    {
        EngineReason.LOT_IS_FULL: "The lot has three cards already.",
        EngineReason.NO_LOT_YET: "There is no lot to accept or refuse.",
        EngineReason.UNKNOWN_CARD: "The card is not in your hand.",
        EngineReason.CLAIM_OUT_OF_RANGE: "A claim is a number from 0 to 10.",
        EngineReason.FALSE_CLAIM: "Only Charon may be claimed to be something else.",
        EngineReason.NO_SUCH_SEAT: "The table has no such seat.",
        EngineReason.RECIPIENT_SELF: "Nobody offers to themselves.",
        EngineReason.RECIPIENT_FIRST_PLAYER: "The lot never goes back to the first player.",
        EngineReason.RECIPIENT_ELIMINATED: "That seat is eliminated.",
        EngineReason.RECIPIENT_ALREADY_ASKED: "That seat was offered this lot already.",
    },
)
GameStatus: Final = enum_of(
    "GameStatus",
    "Where a game stands.",
    {
        Status.OPEN: "It waits for players.",
        Status.ACTIVE: "It is being played.",
        Status.FINISHED: "It was played to the end.",
        Status.CANCELLED: "It never started.",
        Status.VOIDED: "A moderator declared it void.",
    },
)
GameVisibility: Final = enum_of(
    "GameVisibility",
    "Who may see that a game exists.",
    {Visibility.PUBLIC: "Everybody.", Visibility.PRIVATE: "Those who sit there, and those invited."},
)
GameOrder: Final = enum_of(
    "GameOrder",
    "The order of a list of games, by when they were opened.",
    {"newest": "The newest first.", "oldest": "The oldest first."},
)
EndReason: Final = enum_of(
    "EndReason",
    "Why a game is over.",
    {
        EngineEndReason.LAST_SURVIVOR: "All others are eliminated.",
        EngineEndReason.POINTS: "A seat has the points to win.",
        EngineEndReason.NINE_CHARONS: "Nine Charon lie face up.",
        EngineEndReason.NO_CARDS: "No seat still in the game has a card.",
        EngineEndReason.VOIDED: "A moderator declared the game void.",
    },
)
PlayerKind: Final = enum_of(
    "PlayerKind", "What a player is.", {PlayerRow.Kind.HUMAN: "A human.", PlayerRow.Kind.BOT: "A bot."}
)
TokenScope: Final = enum_of(
    "TokenScope",
    "What a token may do.",
    {Token.Scope.READ: "See what its player may see.", Token.Scope.PLAY: "Act for its player."},
)
_NOTICE_TEXTS: Final = {
    StoredNoticeKind.YOUR_TURN: "You are to act.",
    StoredNoticeKind.TURN_REMINDER: "Most of your turn is gone, and you have not moved.",
    StoredNoticeKind.GAME_STARTED: "A game in which you sit has started.",
    StoredNoticeKind.GAME_ENDED: "A game in which you sit was played to its end.",
    StoredNoticeKind.GAME_CANCELLED: "A game in which you sat never started.",
    StoredNoticeKind.GAME_VOIDED: "A moderator declared a game in which you sit void.",
    StoredNoticeKind.SEAT_HANDED_OVER: "Your seat passed to a bot.",
    StoredNoticeKind.REMATCH_OFFERED: "Somebody plays a game of yours again, and your seat is kept.",
    StoredNoticeKind.WEBHOOK_DISABLED: "Nothing is sent to a webhook of yours any more.",
    StoredNoticeKind.SANCTIONED: "A moderator imposed something on you, or took it back.",
    StoredNoticeKind.APPEAL_ANSWERED: "A moderator answered your appeal.",
    StoredNoticeKind.REPORT_ANSWERED: "Moderators are done with what you reported.",
}
NoticeKind: Final = enum_of(
    "NoticeKind",
    "What you may be told of.",
    {kind: _NOTICE_TEXTS.get(kind, kind.value.replace("_", " ")) for kind in StoredNoticeKind},
)
AnalysisState: Final = enum_of(
    "AnalysisState",
    "How far an analysis is.",
    {
        StoredAnalysisState.QUEUED: "The worker has not begun.",
        StoredAnalysisState.RUNNING: "Some decisions are judged.",
        StoredAnalysisState.DONE: "All is done.",
    },
)
BluffAnswer: Final = enum_of(
    "BluffAnswer",
    "What was answered to a lie.",
    {
        Answer.ACCEPTED: "It was believed.",
        Answer.REFUSED: "It was caught.",
        Answer.PASSED_ON: "It was passed on with another card.",
    },
)
DeliveryStatus: Final = enum_of(
    "DeliveryStatus",
    "Where a delivery stands.",
    {
        Delivery.Status.WAITING: "It waits for its next attempt.",
        Delivery.Status.DELIVERED: "It was taken.",
        Delivery.Status.FAILED: "It is not tried any more.",
    },
)
DeliveryReason: Final = enum_of(
    "DeliveryReason",
    "What was wrong with an attempt.",
    {
        Delivery.Reason.STATUS: "The answer was no 2xx.",
        Delivery.Reason.TIMEOUT: "There was no answer in time.",
        Delivery.Reason.CONNECTION: "There was no connection, or it broke.",
        Delivery.Reason.TLS: "There was no trusted certificate for the name.",
        Delivery.Reason.NAME: "The name leads nowhere.",
        Delivery.Reason.REFUSED: "The name leads to an address that is not a public one.",
        Delivery.Reason.STOPPED: "It was dropped: nobody is told there any more.",
    },
)
WebhookDisabledReason: Final = enum_of(
    "WebhookDisabledReason",
    "Why nothing is sent to a webhook.",
    {
        Webhook.Disabled.OWNER: "You switched it off.",
        Webhook.Disabled.GONE: "It answered 410.",
        Webhook.Disabled.FAILING: "It took nothing for three days.",
        Webhook.Disabled.SECRET: "Its secret cannot be read any more: make a new one, then switch it on.",
    },
)
MoveKind: Final = enum_of(
    "MoveKind",
    "What one may do when it is one's turn.",
    {
        "offer": "Offer a card, or pass the lot on with one more. Needs `card`, `claim` and `to`.",
        "accept": "Take the whole lot.",
        "refuse": "Send the whole lot to the seat that offered it last.",
    },
)
OutcomeKind: Final = enum_of(
    "OutcomeKind",
    "How a round ended.",
    {
        Outcome.ACCEPTED: "The seat to act took the lot.",
        Outcome.REFUSED: "The lot went to the seat that had offered it last.",
    },
)
AdjustmentKind: Final = enum_of(
    "AdjustmentKind",
    "Why a turn has more time than the game allows.",
    {
        ClockAdjustmentKind.AWAY: "The player is away.",
        ClockAdjustmentKind.HOURS: "The deadline fell into the player's night.",
        ClockAdjustmentKind.OUTAGE: "The service was down.",
        ClockAdjustmentKind.GRACE: "A moderator gave more time.",
    },
)
EventKind: Final = enum_of(
    "EventKind",
    "What happened. See `Event.data` for what each kind tells.",
    {
        StoredEventKind.GAME_OPENED: "`players, creator, name, turn, visibility, rated, allow_bots, commitment`",
        StoredEventKind.SEAT_TAKEN: "`seat, player`",
        StoredEventKind.SEAT_LEFT: "`seat, player`",
        StoredEventKind.GAME_STARTED: "`players, rules_version, rules, seats: [{seat, player}], entropy`",
        StoredEventKind.CARDS_DEALT: "`seats: [{seat, count, cards}], draw_pile`; `cards` are null but for your own.",
        StoredEventKind.ROUND_STARTED: "`round, first_seat`",
        StoredEventKind.OFFER_MADE: "`from, to, claim, position, card`; `card` is null unless you put it in.",
        StoredEventKind.LOT_ACCEPTED: "`by, receiver, cards: [{from, card, claim}], points, charons`",
        StoredEventKind.LOT_REFUSED: "`by, receiver, cards: [{from, card, claim}], points, charons`",
        StoredEventKind.PLAYER_ELIMINATED: "`seat`",
        StoredEventKind.CARDS_DRAWN: "`seats: [{seat, count, cards}]`; `cards` are null but for your own.",
        StoredEventKind.TURN_EXPIRED: "`seat`; the bot's move for it follows.",
        StoredEventKind.SEAT_HANDED_OVER: "`seat, from, to, reason`",
        StoredEventKind.GAME_ENDED: "`reason, winners, points, reveal`",
        StoredEventKind.GAME_CANCELLED: "`reason, reveal`",
        StoredEventKind.GAME_VOIDED: "`reason, reveal`",
    },
)
NoticeChannel: Final = enum_of(
    "NoticeChannel",
    "A way to be told on which you choose what comes. Streams carry everything.",
    {Channel.MAIL: "Mails to your confirmed address.", Channel.WEBHOOK: "Your webhooks."},
)
NoticeTime: Final = enum_of(
    "NoticeTime",
    "When you want to be told.",
    {
        When.AT_ONCE: "As soon as it is so.",
        When.DIGEST: "With all else that waits, once every few hours. Only for mails of `your_turn`.",
        When.NEVER: "Not on this channel.",
    },
)
