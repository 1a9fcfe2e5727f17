"""The shapes of hints and analyses, for the OpenAPI document. Tests hold real answers against them."""

from datetime import datetime
from enum import StrEnum

from pydantic import ConfigDict, Field

from games.wire.analysis import AnalysisState, Answer
from players.rest.documents import Document, PlayerSummary


class MoveKind(StrEnum):
    """What one may do when it is one's turn."""

    OFFER = "offer"
    ACCEPT = "accept"
    REFUSE = "refuse"


class MoveShown(Document):
    """A move as it is sent, but for the version."""

    kind: MoveKind
    card: int | None = Field(None, description="With `offer`: 0 is Charon.")
    claim: int | None = Field(None, description="With `offer`.")
    to: int | None = Field(None, description="With `offer`: the seat.")


class WeighedShown(Document):
    """A legal move as a level weighs it."""

    move: MoveShown
    share: float = Field(ge=0, le=1, description="How often the level makes it; all shares add up to 1.")
    win: float = Field(ge=0, le=1, description="The chance to win after it.")
    points: float = Field(description="What the front gains on average when the lot of this round is turned face up.")
    charons: float = Field(description="How many of it are Charon, on average.")


class OptionShown(WeighedShown):
    words: str = Field(description="The same in a sentence or two.")


class DoubtedCardShown(Document):
    model_config = ConfigDict(extra="forbid", populate_by_name=True, serialize_by_alias=True)

    from_seat: int = Field(alias="from", description="The seat that put it in.")
    to: int = Field(description="The seat to which the lot was offered with it.")
    claim: int
    charon: float = Field(ge=0, le=1, description="How likely it is Charon.")


class DoubtedLotShown(Document):
    charon: float = Field(ge=0, le=1, description="How likely it is that the lot holds a Charon.")
    cards: list[DoubtedCardShown]


class HintShown(Document):
    """What the best bot would do in your place, and why."""

    game: str
    version: int
    seat: int
    level: str = Field(description="Who says so, one of `GET /bots`.")
    policy: str = Field(description="The version of that level's policy.")
    language: str = Field(description="Of `words`.")
    lot: DoubtedLotShown | None = Field(description="null when you open the round.")
    move: MoveShown = Field(description="What the level does most often.")
    options: list[OptionShown] = Field(description="Every legal move, the one made most often first.")
    words: list[str] = Field(description="What is worth saying first.")


class JudgedCardShown(DoubtedCardShown):
    card: int = Field(description="What it was.")


class JudgedLotShown(Document):
    charon: float = Field(ge=0, le=1, description="How likely it was that the lot held a Charon.")
    held: bool = Field(description="Whether it did.")
    cards: list[JudgedCardShown]


class BluffShown(Document):
    claim: int
    to: int = Field(description="The seat before which the Charon was put.")
    answer: Answer | None = Field(
        description="`accepted`: it was believed; `refused`: it was caught; null if the game ended before."
    )


class DecisionShown(Document):
    """A decision, judged by what was knowable then."""

    version: int = Field(description="The version of the game that was looked at.")
    round: int
    seat: int
    player: str = Field(description="Who sat there.")
    expired: bool = Field(description="The turn ran out, and a bot moved: it is not counted among the player's.")
    move: MoveShown = Field(description="What was done.")
    bluff: BluffShown | None = Field(description="Set when a Charon was put forward as a Creature.")
    lot: JudgedLotShown | None = Field(description="What lay there; null when the round was opened.")
    made: WeighedShown | None = Field(description="The move that was made, weighed.")
    best: WeighedShown | None = Field(description="The move with the best chance to win.")
    loss: float | None = Field(description="How much of the chance to win was given away.")
    level: str | None = Field(description="Who judges.")
    policy: str | None = Field(description="The version of that level's policy.")


class AnswersShown(Document):
    """Lies, and what was answered to them."""

    all: int
    believed: int = Field(description="Accepted.")
    caught: int = Field(description="Refused.")
    passed_on: int = Field(description="Passed on with another card.")


class PlayerAnalysisShown(Document):
    """What one player did at their seat."""

    seat: int
    player: PlayerSummary
    decisions: int
    loss: float = Field(description="How many games' worth of chances to win was given away.")
    best: int = Field(description="How often nothing was.")
    bluffs: AnswersShown = Field(description="Their own lies.")
    lies: AnswersShown = Field(description="The lies of others that they had to answer.")


class AnalysisShown(Document):
    """Each decision of a game that is over, as far as it is worked out."""

    game: str
    state: AnalysisState
    done: int = Field(description="So many decisions are judged…")
    of: int = Field(description="…of so many.")
    level: str | None = Field(description="Who judges; null while nothing is judged.")
    policy: str | None = Field(description="The version of that level's policy.")
    asked_at: datetime
    finished_at: datetime | None
    players: list[PlayerAnalysisShown] | None = Field(description="null until all is done.")
    decisions: list[DecisionShown] = Field(description="In order; those that are done.")
