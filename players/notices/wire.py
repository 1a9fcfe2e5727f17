"""Notices as clients get them, in the envelope of every event; and what they choose to get."""

from collections.abc import Sequence
from typing import Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from players.errors import Json
from players.notices.choices import Choice
from players.notices.models import LONGEST_DIGEST, Notice, NoticeChannel, NoticeKind, When
from players.wire import Body, time_json


def notice_json(notice: Notice) -> dict[str, Json]:
    """`{"seq", "kind", "at", "round", "data"}`; `data.game` and `data.version` say what it is about."""
    return {"seq": notice.seq, "kind": notice.kind, "at": time_json(notice.at), "round": None, "data": notice.data}


class ChoiceBody(Body):
    """What is wanted of one kind on one channel."""

    kind: NoticeKind = Field(description="What it is about.")
    channel: NoticeChannel = Field(description="Where it comes.")
    when: When = Field(description="`at_once`, `never`, or, for mails of `your_turn`, `digest`.")
    hours: int | None = Field(
        None, ge=1, le=LONGEST_DIGEST, description=f"With `digest`: hours between two of them, 1 to {LONGEST_DIGEST}."
    )

    @model_validator(mode="after")
    def _digests_only_where_there_are_some(self) -> Self:
        if self.when is When.DIGEST:
            if (self.kind, self.channel) != (NoticeKind.YOUR_TURN, NoticeChannel.MAIL):
                raise PydanticCustomError("invalid_value", "Only mails of your_turn come as a digest")
            if self.hours is None:
                raise PydanticCustomError("missing_field", "A digest needs its hours")
        elif self.hours is not None:
            raise PydanticCustomError("invalid_value", "Only a digest has hours")
        return self

    @property
    def choice(self) -> Choice:
        return Choice(self.kind, self.channel, self.when, self.hours)


class ChoicesBody(Body):
    """`PATCH /players/me/notices`. What is not named stays as it is."""

    choices: tuple[ChoiceBody, ...] = Field(
        min_length=1, max_length=50, description="What to change; each kind and channel once."
    )

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        if len({(choice.kind, choice.channel) for choice in self.choices}) < len(self.choices):
            raise PydanticCustomError("invalid_value", "A kind comes twice on a channel")
        return self

    @property
    def wanted(self) -> list[Choice]:
        return [choice.choice for choice in self.choices]


class ConfirmationBody(Body):
    """`POST /players/me/confirmation`: no body, or an empty object."""


def choices_json(choices: Sequence[Choice]) -> list[Json]:
    """`[{"kind", "channel", "when", "hours"}, …]`."""
    return [
        {
            "kind": choice.kind.value,
            "channel": choice.channel.value,
            "when": choice.when.value,
            "hours": choice.hours,
        }
        for choice in choices
    ]
