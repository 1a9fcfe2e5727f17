"""The types of bots' levels, of their hints, and of the analysis of games."""

import graphene
from graphene import ID, Boolean, Float, Int, String

from games.graphql.fields import listed, perhaps, shown, some
from games.graphql.scalars import AnalysisState, BluffAnswer, DateTime, MoveKind
from games.graphql.table import Player


class Strength(graphene.ObjectType):
    """What one seat of a level wins among others of another level; par is one in `players`."""

    class Meta:
        default_resolver = shown

    against = some(String, "The level at all other seats.")
    players = some(Int, "How many seats.")
    games = some(Int, "How many games were played.")
    win_share = some(Float, "The share of games won, 0 to 1.")
    low = some(Float, "The lower end of its 95 % interval.")
    high = some(Float, "The upper end.")


class BotLevel(graphene.ObjectType):
    """A level of bots that may be seated."""

    class Meta:
        default_resolver = shown

    level = some(String, "What `seatBot` and `createGame` call it.")
    name = some(String, "What people call it.")
    description = some(String, "How it plays.")
    policy = some(String, "The version of its policy: another may play otherwise.")
    strength = perhaps(Strength, "How strong it is; null if it was not measured yet.")


class Temperament(graphene.ObjectType):
    """A way to play that any level may carry."""

    class Meta:
        default_resolver = shown

    temperament = some(String, "What `seatBot` calls it; in `createGame` it stands after a plus: `guarded+bold`.")
    name = some(String, "What people call it.")
    description = some(String, "What it does to a bot.")


class AdvisedMove(graphene.ObjectType):
    """A move as it is sent, but for the version."""

    class Meta:
        default_resolver = shown

    kind = some(MoveKind, "What to do.")
    card = perhaps(Int, "With `offer`: 0 is Charon.")
    claim = perhaps(Int, "With `offer`.")
    to = perhaps(Int, "With `offer`: the seat.")


class WeighedMove(graphene.ObjectType):
    """A legal move as a level weighs it."""

    class Meta:
        default_resolver = shown

    move = some(AdvisedMove, "The move.")
    share = some(Float, "How often the level makes it, 0 to 1.")
    win = some(Float, "The chance to win after it, 0 to 1.")
    points = some(Float, "What the front gains on average when the lot of this round is turned face up.")
    charons = some(Float, "How many of it are Charon, on average.")


class AdvisedOption(WeighedMove):
    """A legal move as a level weighs it, in numbers and in words."""

    class Meta:
        default_resolver = shown

    words = some(String, "The same in a sentence or two.")


class DoubtedCard(graphene.ObjectType):
    """A card of the lot."""

    class Meta:
        default_resolver = shown

    from_ = some(Int, "The seat that put it in.", name="from")
    to = some(Int, "The seat to which the lot was offered with it.")
    claim = some(Int, "What it is said to be.")
    charon = some(Float, "How likely it is Charon, 0 to 1.")


class DoubtedLot(graphene.ObjectType):
    """What may lie in the lot."""

    class Meta:
        default_resolver = shown

    charon = some(Float, "How likely it is that the lot holds a Charon, 0 to 1.")
    cards = listed(DoubtedCard, "Its cards, in the order in which they came.")


class Hint(graphene.ObjectType):
    """What the best bot would do in your place, and why: from what you see, and nothing else."""

    class Meta:
        default_resolver = shown

    game = some(ID, "Which game.")
    version = some(Int, "The version of the game that was looked at.")
    seat = some(Int, "Your seat.")
    level = some(String, "Who says so.")
    policy = some(String, "The version of that level's policy.")
    language = some(String, "The language of `words`: that of `Accept-Language`, or else your own.")
    lot = perhaps(DoubtedLot, "What may lie there; null when you open the round.")
    move = some(AdvisedMove, "What the level does most often.")
    options = listed(AdvisedOption, "Every legal move, the one made most often first.")
    words = listed(String, "What is worth saying first.")


class JudgedCard(graphene.ObjectType):
    """A card of a lot that was decided on."""

    class Meta:
        default_resolver = shown

    from_ = some(Int, "The seat that put it in.", name="from")
    to = some(Int, "The seat to which the lot was offered with it.")
    claim = some(Int, "What it was said to be.")
    card = some(Int, "What it was.")
    charon = some(Float, "How likely it was Charon, 0 to 1.")


class JudgedLot(graphene.ObjectType):
    """A lot that was decided on."""

    class Meta:
        default_resolver = shown

    charon = some(Float, "How likely it was that it held a Charon, 0 to 1.")
    held = some(Boolean, "Whether it did.")
    cards = listed(JudgedCard, "Its cards, in the order in which they came.")


class Bluff(graphene.ObjectType):
    """A Charon put forward as a Creature."""

    class Meta:
        default_resolver = shown

    claim = some(Int, "What it was said to be.")
    to = some(Int, "The seat before which it was put.")
    answer = perhaps(BluffAnswer, "What that seat did; null if the game ended before.")


class Decision(graphene.ObjectType):
    """A decision, judged by what was knowable then."""

    class Meta:
        default_resolver = shown

    version = some(Int, "The version of the game that was looked at.")
    round = some(Int, "The round.")
    seat = some(Int, "The seat.")
    player = some(String, "Who sat there.")
    expired = some(Boolean, "The turn ran out, and a bot moved: it is not counted among the player's.")
    move = some(AdvisedMove, "What was done.")
    bluff = perhaps(Bluff, "Set when a Charon was put forward as a Creature.")
    lot = perhaps(JudgedLot, "What lay there; null when the round was opened.")
    made = perhaps(WeighedMove, "The move that was made, weighed.")
    best = perhaps(WeighedMove, "The move with the best chance to win.")
    loss = perhaps(Float, "How much of the chance to win was given away.")
    level = perhaps(String, "Who judges.")
    policy = perhaps(String, "The version of that level's policy.")


class Answers(graphene.ObjectType):
    """Lies, and what was answered to them."""

    class Meta:
        default_resolver = shown

    all = some(Int, "How many.")
    believed = some(Int, "Accepted.")
    caught = some(Int, "Refused.")
    passed_on = some(Int, "Passed on with another card.")


class PlayerAnalysis(graphene.ObjectType):
    """What one player did at their seat."""

    class Meta:
        default_resolver = shown

    seat = some(Int, "The seat.")
    player = some(Player, "Who sat there.")
    decisions = some(Int, "How many decisions they made.")
    loss = some(Float, "How many games' worth of chances to win was given away.")
    best = some(Int, "How often nothing was.")
    bluffs = some(Answers, "Their own lies.")
    lies = some(Answers, "The lies of others that they had to answer.")


class Analysis(graphene.ObjectType):
    """Each decision of a game that is over, as far as it is worked out."""

    class Meta:
        default_resolver = shown

    game = some(ID, "Which game.")
    state = some(AnalysisState, "How far it is.")
    done = some(Int, "So many decisions are judged…")
    of = some(Int, "…of so many.")
    level = perhaps(String, "Who judges; null while nothing is judged.")
    policy = perhaps(String, "The version of that level's policy.")
    asked_at = some(DateTime, "When it was asked for first.")
    finished_at = perhaps(DateTime, "When all was done.")
    players = graphene.List(
        graphene.NonNull(PlayerAnalysis), description="Summed up for each player; null until all is done."
    )
    decisions = listed(Decision, "In order; those that are done.")
