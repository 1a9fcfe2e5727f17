"""The shapes of the answers, for the OpenAPI document. `players.wire` makes what is sent; tests hold them equal."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from players.errors import ErrorCode
from players.models import Token
from players.notices.models import LONGEST_DIGEST, NoticeChannel, NoticeKind, When


class Document(BaseModel):
    """The shape of an answer."""

    model_config = ConfigDict(extra="forbid")


class ProblemFault(Document):
    """One fault of one field."""

    code: ErrorCode
    field: str
    message: str


class Problem(BaseModel):
    """Why the service says no (RFC 9457). Switch on `code`, never on a text."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str
    code: ErrorCode
    field: str = Field("", description="The field or parameter at fault, as a dotted path; absent if none.")
    errors: list[ProblemFault] = Field([], description="All faults of a body; absent if there is only this one.")


class PlayerSummary(Document):
    """A player, as shown beside a seat."""

    name: str
    kind: Literal["human", "bot"]
    level: str = Field("", description="Of a bot that the service plays itself; absent for others.")
    temperament: str = Field("", description="Of such a bot, if it has one.")
    owner: str = Field("", description="Who answers for a bot with an account of its own; absent for others.")


class Statistics(Document):
    """Finished games, rated or not."""

    games_played: int = Field(ge=0)
    games_won: int = Field(ge=0)


class Rating(Document):
    """The rating after Weng and Lin: strength lies around `mu`, give or take `sigma`."""

    ordinal: float = Field(description="The rating to show: mu - 3 sigma, so that a newcomer starts at 0.")
    mu: float
    sigma: float
    games: int = Field(ge=0, description="How many games it rests on.")


class Profile(PlayerSummary):
    """A player's page."""

    description: str = Field("", description="What a bot with an account of its own is; absent for others.")
    created_at: datetime
    statistics: Statistics
    rating: Rating


class QuietHoursShown(Document):
    """A nightly window."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, serialize_by_alias=True)

    begin: str = Field(alias="from", examples=["22:00"])
    until: str = Field(examples=["07:00"])


class Account(Profile):
    """A player's page, as they see it themselves."""

    guest: bool = Field(description="Without a password, and playing games that are not rated.")
    email: str
    email_confirmed: bool = Field(description="Whether mails go there.")
    language: str
    time_zone: str
    quiet_hours: QuietHoursShown | None = Field(description="When no deadline of yours falls.")
    suspended_until: datetime | None = Field(description="Until when you may not play.")


class NoticeChoiceEntry(Document):
    """When you are told of one kind of notice on one channel."""

    kind: NoticeKind
    channel: NoticeChannel
    when: When = Field(description="`digest` only for mails of `your_turn`.")
    hours: int | None = Field(ge=1, le=LONGEST_DIGEST, description="Between two digests; null for the others.")


class NoticeChoices(Document):
    """Every kind on every channel."""

    items: list[NoticeChoiceEntry]
    next: None = None


class Registered(Document):
    """A new account and its first token."""

    player: Account
    token: str = Field(description="Shown only now. Keep it.")


class SessionBegun(Document):
    """Who the session is of. Its token is in a cookie that no script reads."""

    player: Account
    csrf_token: str = Field(
        description="For the header `X-CSRFToken` from now on: with the one from before nothing is changed any more."
    )


class SessionShown(Document):
    """Who the session is of, if there is one."""

    player: Account | None
    csrf_token: str = Field(description="For the header `X-CSRFToken` of all calls but GETs. Another text each time.")


class TokenEntry(Document):
    """A token in a list. Its plain text is not kept."""

    id: str
    label: str
    scopes: list[Token.Scope]
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None = Field(description="To the minute.")


class BotMade(Document):
    """A new bot and its token."""

    player: Profile
    token: str = Field(description="Shown only now. Keep it.")


class BotPage(Document):
    """The bots of a player."""

    items: list[Profile]
    next: str | None = Field(description="The `cursor` of the next page; null when there is none.")


class TokenMade(TokenEntry):
    """A new token."""

    token: str = Field(description="Shown only now. Keep it.")


class TokenPage(Document):
    """A page of tokens, the newest first."""

    items: list[TokenEntry]
    next: str | None = Field(description="The cursor of the next page.")


class AwayEntry(Document):
    """A time in which you are away."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, serialize_by_alias=True)

    id: str
    since: datetime = Field(alias="from")
    until: datetime
    days: int = Field(ge=0, description="How many away days it costs.")
    created_at: datetime


class AwayPage(Document):
    """A page of them, the last made first."""

    items: list[AwayEntry]
    next: str | None = Field(description="The cursor of the next page.")


class ProblemEntry(Document):
    """What a code means."""

    code: ErrorCode
    status: int
    title: str
    description: str
    type: str


class ProblemList(Document):
    """Every code that the service can refuse with, over REST and GraphQL."""

    items: list[ProblemEntry]
    next: None = None
