"""What goes over the wire: strict requests in, plain JSON out. One reader for REST and GraphQL.

`parse` turns whatever a client sent into a frozen `Body`, or into one refusal that lists every fault.
"""

import json
import math
import re
import unicodedata
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Final, Self

import isodate
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    RootModel,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from players.cards import PlayerCard
from players.errors import ErrorCode, FieldError, Json, Refusal
from players.models import AwayPeriod, Player, Token

DEEPEST: Final = 32
LARGEST_INTEGER: Final = 2**63 - 1
MOST_FAULTS: Final = 20
LONGEST_NIGHT: Final = timedelta(hours=12)

_ORDER: Final = (ErrorCode.UNKNOWN_FIELD, ErrorCode.MISSING_FIELD, ErrorCode.WRONG_TYPE, ErrorCode.INVALID_VALUE)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_TIME_OF_DAY: Final = re.compile(r"^([01][0-9]|2[0-3]):[0-5][0-9]$", re.ASCII)
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_MOMENT: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})", re.ASCII
)
_DURATION: Final = re.compile(r"P[0-9.WDTHMS]{1,37}[WDHMS]", re.ASCII)


class Body(BaseModel):
    """A request: exact JSON types, no unknown keys, never changed."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def parse[B: BaseModel](model: type[B], data: object) -> B:
    """`data` as a `model`.

    Raises Refusal: malformed (no JSON object, or one that `check_json` refuses), else the first of unknown_field,
    missing_field, wrong_type, invalid_value that applies, with all faults in `errors`.
    """
    check_json(data)
    if not isinstance(data, dict):
        raise Refusal(ErrorCode.MALFORMED, "A JSON object is expected.")
    try:
        # Read as JSON, not as Python: a list may be a tuple, a string an enumeration, but "1" is no number.
        return model.model_validate_json(json.dumps(data))
    except ValidationError as invalid:
        raise refusal_of(invalid) from None


def refusal_of(invalid: ValidationError) -> Refusal:
    """The refusal that says what pydantic found."""
    faults = sorted(
        (_fault(error) for error in invalid.errors(include_url=False, include_context=False)),
        key=lambda fault: _ORDER.index(fault.code),
    )
    first = faults[0]
    detail = f"{first.field}: {first.message}" if first.field else first.message
    return Refusal(first.code, detail, field=first.field or None, errors=tuple(faults[:MOST_FAULTS]))


def _fault(error: ErrorDetails) -> FieldError:
    field = ".".join(str(step)[:80] for step in error["loc"][:8])
    return FieldError(code=_code(error["type"], error.get("input")), field=field, message=error["msg"])


def _code(kind: str, value: object) -> ErrorCode:
    match kind:
        case "extra_forbidden":
            return ErrorCode.UNKNOWN_FIELD
        case "missing" | "union_tag_not_found":
            return ErrorCode.MISSING_FIELD
        case "int_from_float" | "int_parsing" | "bool_parsing" | "float_parsing" | "none_required":
            return ErrorCode.WRONG_TYPE
        case "literal_error" | "enum" | "union_tag_invalid":
            return ErrorCode.INVALID_VALUE if isinstance(value, str) else ErrorCode.WRONG_TYPE
        case _ if kind in _ORDER:
            return ErrorCode(kind)
        case _ if kind.endswith("_type"):
            return ErrorCode.WRONG_TYPE
        case _:
            return ErrorCode.INVALID_VALUE


def check_json(data: object) -> None:
    """Raises Refusal malformed for JSON nested too deep, or with NUL, half a character, or an absurd number in it."""
    level = [data]
    depth = 0
    while level:
        if depth == DEEPEST and any(isinstance(value, dict | list) for value in level):
            raise Refusal(ErrorCode.MALFORMED, f"JSON may be nested {DEEPEST} deep at most.")
        level = [child for value in level for child in _children(value)]
        depth += 1


def _children(value: object) -> Iterator[object]:
    match value:
        case str():
            if "\0" in value or _SURROGATE.search(value):
                raise Refusal(ErrorCode.MALFORMED, "Text may not hold NUL or half of a surrogate pair.")
        case int():
            if abs(value) > LARGEST_INTEGER:
                raise Refusal(ErrorCode.MALFORMED, "A number is too large.")
        case float():
            if not math.isfinite(value):
                raise Refusal(ErrorCode.MALFORMED, "A number is too large, or none.")
        case dict():
            yield from value
            yield from value.values()
        case list():
            yield from value
        case _:
            return


def expect_readable(text: str) -> None:
    """What holds for `Lines`, for text that comes by another way. Raises invalid_value."""
    try:
        _some_lines(text)
    except PydanticCustomError as error:
        raise Refusal(ErrorCode.INVALID_VALUE, error.message()) from None


def _one_line(text: str) -> str:
    """Refuses what could forge a second line of a log or turn the reading direction of a page."""
    for character in text:
        if unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} or character in "\u202a\u202b\u202c\u202d\u202e":
            raise PydanticCustomError("invalid_value", "Control characters are not allowed")
        if "\u2066" <= character <= "\u2069":
            raise PydanticCustomError("invalid_value", "Control characters are not allowed")
        if ord(character) & 0xFFFE == 0xFFFE or "\ufdd0" <= character <= "\ufdef":
            raise PydanticCustomError("invalid_value", "Unicode has no such character and never will")
    if text and all(unicodedata.category(character)[0] in "CZ" for character in text):
        raise PydanticCustomError("invalid_value", "There is nothing to see in this text")
    return text


def _some_lines(text: str) -> str:
    """As `_one_line`, but for line feeds."""
    _one_line(text.replace("\n", " "))
    return text


def _duration(value: object) -> timedelta:
    if isinstance(value, timedelta):
        return value
    if not isinstance(value, str):
        raise PydanticCustomError("wrong_type", "Input should be an ISO 8601 duration such as P3D or PT30S")
    try:
        duration = isodate.parse_duration(value) if _DURATION.fullmatch(value) else None
    except (ValueError, OverflowError):
        duration = None
    if not isinstance(duration, timedelta):
        raise PydanticCustomError(
            "invalid_value", "Input should be an ISO 8601 duration such as P3D or PT30S, without years or months"
        )
    return duration


def _time_of_day(value: object) -> time:
    if not isinstance(value, str):
        raise PydanticCustomError("wrong_type", "Input should be a time of day such as 22:00")
    if not _TIME_OF_DAY.fullmatch(value):
        raise PydanticCustomError("invalid_value", "Input should be a time of day such as 22:00")
    return time.fromisoformat(value)


def _day(value: object) -> date | datetime:
    if not isinstance(value, str):
        raise PydanticCustomError("wrong_type", "Input should be a date such as 2026-12-24")
    try:
        if _DATE.fullmatch(value):
            return _in_our_days(date.fromisoformat(value))
        if _MOMENT.fullmatch(value):
            return _in_our_days(datetime.fromisoformat(value).replace(microsecond=0))
    except ValueError:
        pass
    raise PydanticCustomError(
        "invalid_value", "Input should be a date such as 2026-12-24 or a moment such as 2026-12-24T18:00:00Z"
    )


def _in_our_days[D: (date, datetime)](day: D) -> D:
    """Beyond these years no time zone can be asked."""
    if not 2000 <= day.year <= 9000:
        raise ValueError
    return day


def _since_midnight(moment: time) -> timedelta:
    return timedelta(hours=moment.hour, minutes=moment.minute)


Line = Annotated[str, AfterValidator(_one_line)]
"""Text of one line: no control characters, nothing that turns the reading direction."""

Lines = Annotated[str, AfterValidator(_some_lines)]
"""Text of several lines, with line feeds between them; else as `Line`."""

Duration = Annotated[
    timedelta,
    PlainValidator(_duration),
    WithJsonSchema({"type": "string", "format": "duration", "examples": ["P3D", "PT30S"]}),
]
"""An ISO 8601 duration of weeks, days, hours, minutes and seconds."""


TimeOfDay = Annotated[
    time,
    PlainValidator(_time_of_day),
    WithJsonSchema({"type": "string", "pattern": _TIME_OF_DAY.pattern, "examples": ["22:00"]}),
]
"""Hours and minutes, `22:00`."""

Day = Annotated[date | datetime, PlainValidator(_day), WithJsonSchema({"type": "string", "examples": ["2026-12-24"]})]
"""A date, or a moment (RFC 3339)."""


class Registration(Body):
    """`POST /players`."""

    name: str = Field(max_length=200, description="3 to 24 letters of one script, digits, `_` or `-`.")
    password: str = Field(max_length=1000, description="8 characters at least.")
    email: str | None = Field(
        None,
        max_length=254,
        description="Shown to nobody but you. Gets no mail before you confirm it by the first one.",
    )


class Nothing(Body):
    """A call that needs nothing said."""


class SessionByPassword(Body):
    """A session for whoever knows the password."""

    name: str = Field(max_length=200, description="Whose session.")
    password: str = Field(max_length=1000, description="Their password.")


class SessionByToken(Body):
    """A session in exchange for a token, which ends."""

    token: str = Field(max_length=200, description="A token with both scopes.")


class SessionRequest(RootModel[SessionByPassword | SessionByToken]):
    """`POST /session`, as the OpenAPI document shows it; which of the two it is, `token` tells."""


class TokenRequest(Body):
    """`POST /tokens`."""

    name: str = Field(max_length=200, description="Whose token.")
    password: str = Field(max_length=1000, description="Their password.")
    label: Line | None = Field(None, max_length=60, description="What you call this token.")
    scopes: tuple[Token.Scope, ...] | None = Field(
        None, min_length=1, max_length=2, description="What the token may do; all if absent."
    )
    expires_in: Duration | None = Field(None, description="How long the token lives; for ever if absent.")


class QuietHours(Body):
    """A nightly window, twelve hours at most."""

    begin: TimeOfDay = Field(alias="from", description="When it begins, in your time zone: `22:00`.")
    until: TimeOfDay = Field(description="When it ends; the next day if that is earlier.")

    @model_validator(mode="after")
    def _in_bounds(self) -> Self:
        day = timedelta(days=1)
        length = (_since_midnight(self.until) - _since_midnight(self.begin)) % day
        if not timedelta() < length <= LONGEST_NIGHT:
            raise PydanticCustomError("invalid_value", "The window has a length, of twelve hours at most")
        return self


class AwayRequest(Body):
    """`POST /players/me/away`."""

    since: Day = Field(
        alias="from",
        description="The first day, as a date in your time zone (`2026-12-24`), or a moment (`2026-12-24T18:00:00Z`).",
    )
    until: Day = Field(description="The day, or the moment, on which you are back.")


class BotRequest(Body):
    """`POST /players/me/bots`."""

    name: str = Field(max_length=200, description="3 to 24 letters of one script, digits, `_` or `-`.")
    description: Line | None = Field(None, max_length=200, description="What it is, for everybody to read.")


class PlayerChange(Body):
    """`PATCH /players/me`. What is absent stays as it is."""

    name: str | None = Field(
        None, max_length=200, description="For guests: with `password`, makes an account of yours of it."
    )
    email: str | None = Field(
        None, max_length=254, description="null or empty takes the address away. A new one must be confirmed."
    )
    language: str | None = Field(None, max_length=16, description="The language of mails and notices.")
    time_zone: str | None = Field(None, max_length=64, description="Where you live, as IANA calls it: `Europe/Paris`.")
    quiet_hours: QuietHours | None = Field(
        None, description="When no deadline of yours is to fall; it moves to the end. null takes the window away."
    )
    password: str | None = Field(
        None,
        max_length=1000,
        description="Needs `current_password` (guests have none), and ends all your other tokens and sessions.",
    )
    current_password: str | None = Field(None, max_length=1000, description="The password until now.")

    @property
    def email_given(self) -> str | None:
        """The new address, empty to take it away; None to leave it."""
        return (self.email or "") if "email" in self.model_fields_set else None

    @property
    def quiet_given(self) -> tuple[time, time] | tuple[()] | None:
        """The new window, empty to take it away; None to leave it."""
        if "quiet_hours" not in self.model_fields_set:
            return None
        return () if self.quiet_hours is None else (self.quiet_hours.begin, self.quiet_hours.until)


def time_json(moment: datetime) -> str:
    """RFC 3339 in UTC, whole seconds: `2026-12-03T10:00:00Z`."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def duration_json(duration: timedelta) -> str:
    """ISO 8601, such as `P3D` or `PT30S`."""
    return str(isodate.duration_isoformat(duration))


def player_json(card: PlayerCard) -> dict[str, Json]:
    """A player beside a seat: name and kind, and of a bot its level and temperament, or its owner."""
    shown: dict[str, Json] = {"name": card.name, "kind": card.kind}
    if card.level:
        shown["level"] = card.level
    if card.temperament:
        shown["temperament"] = card.temperament
    if card.owner:
        shown["owner"] = card.owner
    return shown


def profile_json(player: Player) -> dict[str, Json]:
    """A player's page, as everybody sees it."""
    return {
        **player_json(player.card),
        **({"description": player.description} if player.owner_id is not None else {}),
        "created_at": time_json(player.created_at),
        "statistics": {"games_played": player.games_played, "games_won": player.games_won},
        "rating": {
            "ordinal": round(player.rating_mu - 3 * player.rating_sigma, 1),
            "mu": round(player.rating_mu, 2),
            "sigma": round(player.rating_sigma, 2),
            "games": player.games_rated,
        },
    }


def account_json(player: Player) -> dict[str, Json]:
    """A player's page, as they see it themselves."""
    suspended_until = player.suspended_until
    return {
        **profile_json(player),
        "guest": player.is_guest,
        "email": player.email,
        "email_confirmed": player.email_confirmed,
        "language": player.language,
        "time_zone": player.time_zone,
        "quiet_hours": _hours_json(player.quiet_from, player.quiet_until),
        "suspended_until": None if suspended_until is None else time_json(suspended_until),
    }


def away_json(period: AwayPeriod, days: int) -> dict[str, Json]:
    """An away period, and how many days it costs."""
    return {
        "id": period.id,
        "from": time_json(period.since),
        "until": time_json(period.until),
        "days": days,
        "created_at": time_json(period.created_at),
    }


def _hours_json(begin: time | None, until: time | None) -> dict[str, Json] | None:
    if begin is None or until is None:
        return None
    return {"from": begin.isoformat(timespec="minutes"), "until": until.isoformat(timespec="minutes")}


def token_json(token: Token) -> dict[str, Json]:
    """A token in a list. Its plain text is not in here, for it is not kept."""
    return {
        "id": token.id,
        "label": token.label,
        "scopes": [*token.scopes],
        "created_at": time_json(token.created_at),
        "expires_at": None if token.expires_at is None else time_json(token.expires_at),
        "last_used_at": None if token.last_used_at is None else time_json(token.last_used_at),
    }
