"""The shapes of answers about games, for the OpenAPI document. Tests hold real answers against them."""

from datetime import datetime
from typing import Any, Literal

from pydantic import ConfigDict, Field

from games.clock import AdjustmentKind
from games.engine.types import Status, Visibility
from games.models import EventKind, Outcome
from players.rest.documents import Document, PlayerSummary, Problem


class RulesShown(Document):
    version: int
    players: int
    points_to_win: int
    deck: dict[str, int] = Field(description="How often each card occurs in the game, by card.")


class SettingsShown(Document):
    turn: str = Field(description="Time for one turn, ISO 8601.", examples=["P3D"])
    visibility: Visibility
    rated: bool
    allow_bots: bool = Field(description="Whether bots with an account of their own may sit down. Never rated then.")


class LotCardShown(Document):
    model_config = ConfigDict(extra="forbid", populate_by_name=True, serialize_by_alias=True)

    from_seat: int = Field(alias="from", description="The seat that put it in.")
    to: int = Field(description="The seat to which the lot was offered with it.")
    claim: int
    card: int | None = Field(description="Only your own cards show, until the lot is revealed.")


class SeatShown(Document):
    seat: int
    player: PlayerSummary | None = Field(description="null while the seat is free.")
    hand_size: int
    front: list[int] = Field(description="Face-up cards, in the order in which they came.")
    points: int
    charons: int
    eliminated: bool
    away_until: datetime | None = Field(description="Until when they are away; null if they are here.")


class CardChoiceShown(Document):
    card: int
    claims: list[int]


class OfferChoicesShown(Document):
    cards: list[CardChoiceShown]
    to: list[int]


class LegalShown(Document):
    accept: bool
    refuse: bool
    offer: OfferChoicesShown | None = Field(
        description="Every combination of a card, one of its claims and a seat is legal; null when none is."
    )


class OwnShown(Document):
    seat: int
    hand: list[int] = Field(description="Sorted.")
    legal: LegalShown | None = Field(description="null when it is not your turn.")


class ResultShown(Document):
    reason: Literal["points", "last_survivor", "nine_charons", "no_cards", "voided"]
    winners: list[int]
    points: list[int]


class FairnessShown(Document):
    commitment: str = Field(description="SHA-256 of the server's seed, hex.")
    entropy: list[str] | None = Field(description="What each seat brought; null until the start.")
    reveal: str | None = Field(description="The server's seed, hex; null until the game is over.")


class GameOutline(Document):
    """What the view of a game and its entry in a list have in common."""

    id: str
    name: str
    status: Status
    version: int = Field(description="The `seq` of the last event.")
    rules: RulesShown
    settings: SettingsShown
    creator: str
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    round: int | None
    first_seat: int | None
    to_act: int | None
    deadline: datetime | None
    draw_pile: int | None
    charons_shown: int | None
    result: ResultShown | None


class AdjustmentShown(Document):
    model_config = ConfigDict(extra="forbid", populate_by_name=True, serialize_by_alias=True)

    kind: AdjustmentKind = Field(
        description="`away`: the player is away; `outage`: the service was down; `hours`: the deadline fell into the "
        "player's night; `grace`: a moderator gave more time."
    )
    seconds: int = Field(ge=1)
    since: datetime = Field(
        alias="from", description="When the clock stopped; for `hours` and `grace`, the deadline as it would have been."
    )
    until: datetime


class ClockShown(Document):
    """Why the running turn runs out when it does: `started_at`, allowed and adjusted seconds make `deadline`."""

    seat: int | None = Field(description="Whose turn it is; null unless the game is being played.")
    started_at: datetime | None
    turn: str = Field(description="Time for one turn, ISO 8601.", examples=["P3D"])
    allowed_seconds: int
    adjustments: list[AdjustmentShown] = Field(description="In the order in which they were given.")
    deadline: datetime | None


class GameShown(GameOutline):
    """A game as you may see it."""

    lot: list[LotCardShown]
    seats: list[SeatShown]
    you: OwnShown | None = Field(description="null for spectators.")
    fairness: FairnessShown
    invite: str | None = Field(description="For seated players of a private game that still waits.")
    rematch: str | None = Field(description="The game that repeats this one, once it is over and somebody asked.")


class SeatSummaryShown(Document):
    seat: int
    player: PlayerSummary | None
    points: int
    charons: int
    eliminated: bool


class YourSeatShown(Document):
    seat: int


class GameSummaryShown(GameOutline):
    """A game in a list: without what lies on the table card by card."""

    seats: list[SeatSummaryShown]
    you: YourSeatShown | None


class GamePage(Document):
    items: list[GameSummaryShown]
    next: str | None = Field(description="The `cursor` of the next page.")


class EventShown(Document):
    """A fact. What you may not see is null. docs/api.md lists the data of each kind."""

    seq: int
    kind: EventKind
    at: datetime
    round: int | None
    data: dict[str, Any]


class EventPage(Document):
    items: list[EventShown]
    next: str | None = Field(description="The `cursor` of the next page; also the `after` that gives it.")


class OfferShown(Document):
    model_config = ConfigDict(extra="forbid", populate_by_name=True, serialize_by_alias=True)

    from_seat: int = Field(alias="from", description="The seat that put it in.")
    to: int = Field(description="The seat to which the lot was offered with it.")
    claim: int
    card: int | None = Field(description="null until the lot is revealed, unless you put it in.")


class OutcomeShown(Document):
    kind: Outcome
    by: int = Field(description="The seat that accepted or refused.")
    receiver: int = Field(description="The seat before which the lot went face up.")
    points: int = Field(description="The receiver's points after it.")
    charons: int = Field(description="The receiver's Charon after it.")
    eliminated: bool = Field(description="Whether it eliminated the receiver.")


class RoundShown(Document):
    number: int
    first_seat: int
    offers: list[OfferShown]
    outcome: OutcomeShown | None = Field(description="null while the round goes on.")


class RoundPage(Document):
    items: list[RoundShown]
    next: None


class BotMovedShown(Document):
    version: int = Field(description="The version of the game that it looked at.")
    seat: int
    level: str
    temperament: str | None
    policy: str = Field(description="The version of the level's policy.")


class BotsOpenedShown(Document):
    """What the moves of bots follow from."""

    secret: str = Field(description="HMAC-SHA-256 of `bots` under the server's seed, hex: their chance comes from it.")
    moves: list[BotMovedShown]


class DisclosedShown(Document):
    """That the cards that seats held were opened to a moderator while the game went on."""

    asked_at: datetime
    opened_at: datetime = Field(description="When another moderator of that role confirmed it.")
    until: datetime = Field(description="Until when they could look.")
    by: Literal["senior_moderator"] = Field(description="The role of who looked, and of who confirmed it.")
    from_version: int = Field(description="The event up to which the game had come when they were opened.")
    seen_up_to: int | None = Field(description="The event up to which they looked; null if they never did.")


class RecordShown(Document):
    """A game that is over, opened."""

    game: GameShown
    rules_version: int
    players: int
    first_seat: int | None
    deck: list[int] = Field(description="Every card in the order dealt and drawn.")
    hands: list[list[int]] = Field(description="The hands dealt, by seat.")
    events: list[EventShown]
    fairness: FairnessShown
    bots: BotsOpenedShown
    disclosures: list[DisclosedShown]


class StrengthShown(Document):
    """What one seat of it wins among others of another level; par is one in `players`."""

    against: str
    players: int
    games: int
    win_share: float
    low: float = Field(description="The lower end of the 95 % interval.")
    high: float = Field(description="The upper end.")


class SetShown(Document):
    cards: list[int] = Field(description="What makes a set, one of each.")
    points: int = Field(description="What each whole set adds to the sum of the cards.")


class CardNamesShown(Document):
    en: str
    fr: str


class CardShown(Document):
    card: int
    names: CardNamesShown


class FrontShown(Document):
    front: list[int]
    points: int


class RuleBookShown(Document):
    """The tables of the version that new games are played by."""

    version: int
    hand_size: int
    most_cards_in_lot: int
    charons_to_eliminate: int = Field(description="So many before one seat eliminate it.")
    charons_to_end: int = Field(description="So many face up in all end the game.")
    set: SetShown
    setups: list[RulesShown] = Field(description="By number of players, the fewest first.")
    cards: list[CardShown]
    examples: list[FrontShown] = Field(description="What some fronts are worth.")


class LevelShown(Document):
    level: str
    name: str
    description: str
    policy: str = Field(description="The version of its policy: another may play otherwise.")
    strength: StrengthShown | None = Field(description="null if it was not measured yet.")


class TemperamentShown(Document):
    temperament: str
    name: str
    description: str


class LevelPage(Document):
    items: list[LevelShown]
    next: None
    temperaments: list[TemperamentShown] = Field(description="Any level may carry one of these.")


class RootShown(Document):
    service: str
    version: str
    rules_version: int
    limits: dict[str, Any]
    links: dict[str, str]


class StaleProblem(Problem):
    """A conflict; with `stale_version` it tells what you missed."""

    game: GameShown | None = Field(None, description="With `stale_version`: the game now.")
    events: list[EventShown] | None = Field(None, description="With `stale_version`: what you missed, 100 at most.")
    still_legal: bool | None = Field(None, description="With `stale_version`: whether this move would be legal now.")
