"""The types of what lies on the table: seats, lot, hand, rounds, result, the proof of the shuffle."""

from typing import Any

import graphene
from graphene import Boolean, Int, String

from games.graphql.fields import lightly_shown, listed, perhaps, shown, some
from games.graphql.rows import OwnRow, SeatRow
from games.graphql.scalars import JSON, AdjustmentKind, DateTime, EndReason, GameVisibility, OutcomeKind, PlayerKind


class Player(graphene.ObjectType):
    """A player beside a seat."""

    class Meta:
        default_resolver = shown

    name = some(String, "Their name. `player(name)` tells more.")
    kind = some(PlayerKind, "Human or bot.")
    level = perhaps(String, "The level of a bot that the service plays itself.")
    temperament = perhaps(String, "Its temperament, if it has one.")
    owner = perhaps(String, "Who answers for a bot with an account of its own.")


class Rules(graphene.ObjectType):
    """What depends on the number of seats."""

    class Meta:
        default_resolver = shown

    version = some(Int, "The version of the rules that this game keeps to its end.")
    players = some(Int, "How many seats the rules are for.")
    points_to_win = some(Int, "A seat with so many points ends the game.")
    deck = some(JSON, 'How often each card occurs in the game, by card: `{"0": 14, "1": 4, …}`.')


class Settings(graphene.ObjectType):
    """What the creator chose."""

    class Meta:
        default_resolver = shown

    turn = some(String, "Time for one turn, ISO 8601, such as `P3D`.")
    visibility = some(GameVisibility, "Who may see that the game exists.")
    rated = some(Boolean, "Whether it counts for ratings.")
    allow_bots = some(Boolean, "Whether bots with an account of their own may sit down. Never rated then.")


class LotCard(graphene.ObjectType):
    """A card of the lot: face down for all but the seat that put it in."""

    class Meta:
        default_resolver = shown

    from_ = some(Int, "The seat that put it in.", name="from")
    to = some(Int, "The seat to which the lot was offered with it.")
    claim = some(Int, "What the card is said to be.")
    card = perhaps(Int, "The card, if you put it in; else null. 0 is Charon.")


class Seat(graphene.ObjectType):
    """A seat, as everyone sees it."""

    class Meta:
        default_resolver = lightly_shown

    seat = some(Int, "Its number, from 0, clockwise.")
    player = perhaps(Player, "Who sits there; null while it is free.")
    hand_size = some(Int, "How many cards are in the hand.")
    front = listed(Int, "The cards face up in front of it, in the order in which they came.")
    points = some(Int, "The sum of the cards in front.")
    charons = some(Int, "How many Charon lie in front.")
    eliminated = some(Boolean, "Three Charon or more: out of the game.")
    away_until = perhaps(DateTime, "Until when they are away; null if they are here.")

    @staticmethod
    def resolve_hand_size(seat: SeatRow, info: Any) -> Any:
        return seat.full["hand_size"]

    @staticmethod
    def resolve_away_until(seat: SeatRow, info: Any) -> Any:
        return seat.full["away_until"]

    @staticmethod
    def resolve_front(seat: SeatRow, info: Any) -> Any:
        return seat.full["front"]


class CardChoice(graphene.ObjectType):
    """A card that may be offered, and what may be claimed of it."""

    class Meta:
        default_resolver = shown

    card = some(Int, "A card of the hand. 0 is Charon.")
    claims = listed(Int, "Every legal claim for it.")


class OfferChoices(graphene.ObjectType):
    """Every combination of a card, one of its claims and a seat is legal, and nothing else is."""

    class Meta:
        default_resolver = shown

    cards = listed(CardChoice, "The cards and their claims.")
    to = listed(Int, "The seats that may be offered the lot.")


class LegalMoves(graphene.ObjectType):
    """All that the seat to act may do."""

    class Meta:
        default_resolver = shown

    accept = some(Boolean, "Whether there is a lot to take.")
    refuse = some(Boolean, "Whether there is a lot to send back.")
    offer = perhaps(OfferChoices, "What may be offered; null when passing on is not possible.")


class You(graphene.ObjectType):
    """What only you see."""

    class Meta:
        default_resolver = lightly_shown

    seat = some(Int, "Your seat.")
    hand = listed(Int, "Your cards, sorted.")
    legal = perhaps(LegalMoves, "What you may do; null when it is not your turn.")

    @staticmethod
    def resolve_hand(own: OwnRow, info: Any) -> Any:
        return own.full["hand"]

    @staticmethod
    def resolve_legal(own: OwnRow, info: Any) -> Any:
        return own.full["legal"]


class Result(graphene.ObjectType):
    """How a game ended."""

    class Meta:
        default_resolver = shown

    reason = some(EndReason, "Why it is over.")
    winners = listed(Int, "The winning seats; none when it was voided.")
    points = listed(Int, "The points of every seat.")


class Fairness(graphene.ObjectType):
    """The proof of the shuffle. docs/api.md says how to check it."""

    class Meta:
        default_resolver = shown

    commitment = some(String, "SHA-256 of the server's seed, hex.")
    entropy = perhaps(
        graphene.List(graphene.NonNull(String)), "What each seat brought to the shuffle; null until the start."
    )
    reveal = perhaps(String, "The server's seed, hex; null until the game is over.")


class Adjustment(graphene.ObjectType):
    """Time given to a turn beyond what the game allows."""

    class Meta:
        default_resolver = shown

    kind = some(AdjustmentKind, "Why.")
    seconds = some(Int, "How much.")
    from_ = some(DateTime, "When the clock stopped; for `hours`, the deadline as it would have been.", name="from")
    until = some(DateTime, "So many seconds later.")


class Clock(graphene.ObjectType):
    """Why the running turn runs out when it does: `startedAt`, allowed and adjusted seconds make `deadline`."""

    class Meta:
        default_resolver = shown

    seat = perhaps(Int, "Whose turn it is; null unless the game is being played.")
    started_at = perhaps(DateTime, "When the turn started.")
    turn = some(String, "Time for one turn, ISO 8601, such as `P3D`.")
    allowed_seconds = some(Int, "The same in seconds.")
    adjustments = listed(Adjustment, "What was given beyond it, in that order.")
    deadline = perhaps(DateTime, "When the turn runs out.")


class Offer(graphene.ObjectType):
    """One card put into a lot, and the claim."""

    class Meta:
        default_resolver = shown

    from_ = some(Int, "The seat that put it in.", name="from")
    to = some(Int, "The seat to which the lot was offered with it.")
    claim = some(Int, "What the card was said to be.")
    card = perhaps(Int, "The card: null until the lot is revealed, unless you put it in. 0 is Charon.")


class Outcome(graphene.ObjectType):
    """How a round ended."""

    class Meta:
        default_resolver = shown

    kind = some(OutcomeKind, "Accepted or refused.")
    by = some(Int, "The seat that accepted or refused.")
    receiver = some(Int, "The seat before which the lot went face up.")
    points = some(Int, "The receiver's points after it.")
    charons = some(Int, "The receiver's Charon after it.")
    eliminated = some(Boolean, "Whether it eliminated the receiver.")


class Round(graphene.ObjectType):
    """One round: the offers, in order, and how it ended."""

    class Meta:
        default_resolver = shown

    number = some(Int, "From 1.")
    first_seat = some(Int, "The seat that held the pawn.")
    offers = listed(Offer, "The offers, in order: three at most.")
    outcome = perhaps(Outcome, "How it ended; null while it goes on.")
