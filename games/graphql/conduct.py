"""The types of what players keep from each other, of reports, and of sanctions."""

import graphene
from graphene import ID, Boolean, String
from graphene.relay import Connection

from games.graphql.fields import listed, perhaps, shown, some
from games.graphql.scalars import DateTime, ReportKind, ReportOutcome, ReportState, SanctionGround, SanctionKind
from games.graphql.table import Player


class OtherPlayer(graphene.ObjectType):
    """Somebody whom you mute or block. They are not told."""

    class Meta:
        default_resolver = shown

    player = some(Player, "Who.")
    created_at = some(DateTime, "Since when.")


class OtherPlayerConnection(Connection):
    """A page of others."""

    class Meta:
        node = OtherPlayer

    nodes = listed(OtherPlayer, "The others, without their cursors.")


class Report(graphene.ObjectType):
    """What you reported, and what came of it."""

    class Meta:
        default_resolver = shown

    id = some(ID, "What it is known by.")
    kind = some(ReportKind, "What it is about.")
    player = perhaps(String, "The name of whom it is about, as it is now; null if about nobody.")
    game = perhaps(ID, "The game in which it happened.")
    message = perhaps(ID, "The message that it is about.")
    text = some(String, "What you wrote.")
    created_at = some(DateTime, "When you reported it.")
    state = some(ReportState, "How far it is.")
    outcome = perhaps(ReportOutcome, "What came of it; null until it is closed.")
    closed_at = perhaps(DateTime, "When it was closed.")


class ReportConnection(Connection):
    """A page of reports."""

    class Meta:
        node = Report

    nodes = listed(Report, "The reports, without their cursors.")


class Appeal(graphene.ObjectType):
    """What you said against a sanction, and the answer."""

    class Meta:
        default_resolver = shown

    text = some(String, "What you wrote.")
    created_at = some(DateTime, "When.")
    granted = perhaps(Boolean, "Whether you were right; null until it is answered.")
    answer = perhaps(String, "The answer; null until there is one.")
    answered_at = perhaps(DateTime, "When it was answered.")


class Sanction(graphene.ObjectType):
    """What a moderator imposed on you."""

    class Meta:
        default_resolver = shown

    id = some(ID, "What it is known by.")
    kind = some(SanctionKind, "What it is.")
    ground = some(SanctionGround, "Why, in a word.")
    reason = some(String, "Why, in the words of who decided it.")
    created_at = some(DateTime, "When it was decided.")
    until = perhaps(DateTime, "When it ends; null for what has no end, or no duration.")
    acknowledged_at = perhaps(DateTime, "When you said that you have read a warning.")
    lifted_at = perhaps(DateTime, "When it was taken back.")
    appeal = perhaps(Appeal, "What you said against it.")


class SanctionConnection(Connection):
    """A page of sanctions."""

    class Meta:
        node = Sanction

    nodes = listed(Sanction, "The sanctions, without their cursors.")
