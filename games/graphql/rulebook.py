"""The types of the rules' own tables."""

import graphene
from graphene import Int, String

from games.graphql.fields import listed, shown, some
from games.graphql.table import Rules


class CardSet(graphene.ObjectType):
    """What makes a set, and what it is worth."""

    class Meta:
        default_resolver = shown

    cards = listed(Int, "What makes a set, one of each.")
    points = some(Int, "What each whole set adds to the sum of the cards.")


class CardNames(graphene.ObjectType):
    """What a card is called."""

    class Meta:
        default_resolver = shown

    en = some(String, "In English.")
    fr = some(String, "In French.")


class Card(graphene.ObjectType):
    """A card of the game."""

    class Meta:
        default_resolver = shown

    card = some(Int, "0 is Charon, 1 to 10 a Creature.")
    names = some(CardNames, "What it is called.")


class FrontExample(graphene.ObjectType):
    """What a front is worth."""

    class Meta:
        default_resolver = shown

    front = listed(Int, "The cards.")
    points = some(Int, "Their points.")


class RuleBook(graphene.ObjectType):
    """The tables of the version of the rules that new games are played by."""

    class Meta:
        default_resolver = shown

    version = some(Int, "Which version.")
    hand_size = some(Int, "So many cards are dealt, and drawn up to.")
    most_cards_in_lot = some(Int, "So many cards a lot has at most.")
    charons_to_eliminate = some(Int, "So many Charon before one seat eliminate it.")
    charons_to_end = some(Int, "So many Charon face up in all end the game.")
    set = some(CardSet, "What makes a set.")
    setups = listed(Rules, "What depends on the number of players, the fewest first.")
    cards = listed(Card, "All cards.")
    examples = listed(FrontExample, "What some fronts are worth.")
