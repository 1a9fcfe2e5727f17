"""Every way in which the service says no: one list of codes for REST and GraphQL.

It lives in the lowest room, because every room refuses. Clients switch on the code, never on the text.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

type Json = bool | int | float | str | list[Json] | dict[str, Json] | None


class ErrorCode(StrEnum):
    """The stable, machine-readable names. None is ever renamed."""

    MALFORMED = "malformed"
    UNKNOWN_FIELD = "unknown_field"
    MISSING_FIELD = "missing_field"
    WRONG_TYPE = "wrong_type"
    BAD_CURSOR = "bad_cursor"
    NOT_AUTHENTICATED = "not_authenticated"
    BAD_CREDENTIALS = "bad_credentials"
    NOT_SEATED = "not_seated"
    NOT_CREATOR = "not_creator"
    MISSING_SCOPE = "missing_scope"
    SUSPENDED = "suspended"
    BOTS_NOT_ALLOWED = "bots_not_allowed"
    NO_HINTS_IN_RATED_GAMES = "no_hints_in_rated_games"
    FORBIDDEN = "forbidden"
    CSRF_FAILED = "csrf_failed"
    ACCOUNT_NEEDED = "account_needed"
    NOT_FOUND = "not_found"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    NOT_ACCEPTABLE = "not_acceptable"
    STALE_VERSION = "stale_version"
    NOT_YOUR_TURN = "not_your_turn"
    GAME_NOT_STARTED = "game_not_started"
    GAME_STARTED = "game_started"
    GAME_OVER = "game_over"
    GAME_NOT_OVER = "game_not_over"
    GAME_FULL = "game_full"
    ALREADY_SEATED = "already_seated"
    NOT_ENOUGH_PLAYERS = "not_enough_players"
    NAME_TAKEN = "name_taken"
    NO_AWAY_DAYS_LEFT = "no_away_days_left"
    NOTHING_TO_CONFIRM = "nothing_to_confirm"
    TOO_MANY_WEBHOOKS = "too_many_webhooks"
    TOO_MANY_BOTS = "too_many_bots"
    WEBHOOK_DISABLED = "webhook_disabled"
    ALREADY_DONE = "already_done"
    CASE_CLAIMED = "case_claimed"
    CASE_CLOSED = "case_closed"
    IDEMPOTENCY_IN_FLIGHT = "idempotency_in_flight"
    TOO_LARGE = "too_large"
    UNSUPPORTED_MEDIA_TYPE = "unsupported_media_type"
    ILLEGAL_MOVE = "illegal_move"
    INVALID_VALUE = "invalid_value"
    INVALID_NAME = "invalid_name"
    WEAK_PASSWORD = "weak_password"  # noqa: S105 - the name of a refusal
    IDEMPOTENCY_MISMATCH = "idempotency_mismatch"
    INVALID_QUERY = "invalid_query"
    QUERY_TOO_DEEP = "query_too_deep"
    QUERY_TOO_COSTLY = "query_too_costly"
    TOO_MANY_ALIASES = "too_many_aliases"
    TOO_MANY_MUTATIONS = "too_many_mutations"
    BATCH_REFUSED = "batch_refused"
    RATE_LIMITED = "rate_limited"
    TOO_MANY_STREAMS = "too_many_streams"
    INTERNAL_ERROR = "internal_error"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True, slots=True)
class ErrorKind:
    """What a code means: its HTTP status, its short title, and a longer text for the list of problems."""

    status: int
    title: str | Promise
    description: str | Promise


ERROR_KINDS: Final[Mapping[ErrorCode, ErrorKind]] = MappingProxyType(
    {
        ErrorCode.MALFORMED: ErrorKind(
            400, _("Malformed request"), _("The body is not the JSON object that was expected, or is nested too deep.")
        ),
        ErrorCode.UNKNOWN_FIELD: ErrorKind(
            400, _("Unknown field"), _("A key or parameter that this call does not know. `field` names it.")
        ),
        ErrorCode.MISSING_FIELD: ErrorKind(
            400, _("Missing field"), _("A key that this call needs is absent. `field` names it.")
        ),
        ErrorCode.WRONG_TYPE: ErrorKind(
            400, _("Wrong type"), _("A value has another JSON type than expected. `field` names it.")
        ),
        ErrorCode.BAD_CURSOR: ErrorKind(
            400, _("Bad cursor"), _("The cursor was not made by this list. Begin again without one.")
        ),
        ErrorCode.NOT_AUTHENTICATED: ErrorKind(
            401,
            _("Not authenticated"),
            _("This call needs a token, and there was none, or it is wrong, expired or revoked."),
        ),
        ErrorCode.BAD_CREDENTIALS: ErrorKind(
            401, _("Bad credentials"), _("No account has this name and this password.")
        ),
        ErrorCode.NOT_SEATED: ErrorKind(
            403, _("Not seated"), _("You may watch this game, but you sit at no seat of it.")
        ),
        ErrorCode.NOT_CREATOR: ErrorKind(403, _("Not the creator"), _("Only the creator of this game may do this.")),
        ErrorCode.MISSING_SCOPE: ErrorKind(
            403, _("Missing scope"), _("The token does not have the scope that this call needs. `scope` names it.")
        ),
        ErrorCode.SUSPENDED: ErrorKind(403, _("Suspended"), _("Your account may not do this for now.")),
        ErrorCode.BOTS_NOT_ALLOWED: ErrorKind(
            403,
            _("Bots not allowed"),
            _("This is for humans, or for a game that was opened with `allow_bots`: the account is a bot's."),
        ),
        ErrorCode.NO_HINTS_IN_RATED_GAMES: ErrorKind(
            403, _("No hints in rated games"), _("What counts for ratings is played without help.")
        ),
        ErrorCode.FORBIDDEN: ErrorKind(403, _("Forbidden"), _("You may not do this.")),
        ErrorCode.CSRF_FAILED: ErrorKind(
            403,
            _("Not asked by our page"),
            _(
                "A call with the cookie of a session shows that a page of ours makes it: by the header `X-CSRFToken`, "
                "with the `csrf_token` that `GET /api/v1/session` tells."
            ),
        ),
        ErrorCode.ACCOUNT_NEEDED: ErrorKind(
            403,
            _("An account is needed"),
            _("Guests play games that are not rated. Choose a name and a password, and this account is yours."),
        ),
        ErrorCode.NOT_FOUND: ErrorKind(404, _("Not found"), _("There is no such thing, or you may not see it.")),
        ErrorCode.METHOD_NOT_ALLOWED: ErrorKind(
            405, _("Method not allowed"), _("This address does not know this HTTP method. `Allow` lists those it does.")
        ),
        ErrorCode.NOT_ACCEPTABLE: ErrorKind(406, _("Not acceptable"), _("The service answers with JSON only.")),
        ErrorCode.STALE_VERSION: ErrorKind(
            409,
            _("The game moved on"),
            _("The version you looked at is not the current one. The problem carries the game as it is now."),
        ),
        ErrorCode.NOT_YOUR_TURN: ErrorKind(409, _("Not your turn"), _("Another seat is to act.")),
        ErrorCode.GAME_NOT_STARTED: ErrorKind(409, _("Game not started"), _("The game still waits for players.")),
        ErrorCode.GAME_STARTED: ErrorKind(
            409, _("Game already started"), _("This can only be done before the game starts.")
        ),
        ErrorCode.GAME_OVER: ErrorKind(409, _("Game over"), _("The game is finished, cancelled or void.")),
        ErrorCode.GAME_NOT_OVER: ErrorKind(
            409, _("Game not over"), _("The record is opened when the game is over, not before.")
        ),
        ErrorCode.GAME_FULL: ErrorKind(409, _("Game full"), _("All seats are taken.")),
        ErrorCode.ALREADY_SEATED: ErrorKind(409, _("Already seated"), _("You already sit at a seat of this game.")),
        ErrorCode.NOT_ENOUGH_PLAYERS: ErrorKind(
            409, _("Not enough players"), _("A game needs at least three players to start.")
        ),
        ErrorCode.NAME_TAKEN: ErrorKind(
            409, _("Name taken"), _("Another account has this name, or one that looks the same.")
        ),
        ErrorCode.NO_AWAY_DAYS_LEFT: ErrorKind(
            409,
            _("No away days left"),
            _("Your away days of that year do not suffice. `year` names it, `left` says how many there are."),
        ),
        ErrorCode.NOTHING_TO_CONFIRM: ErrorKind(
            409, _("Nothing to confirm"), _("Your account has no address, or it is confirmed already.")
        ),
        ErrorCode.TOO_MANY_WEBHOOKS: ErrorKind(
            409, _("Too many webhooks"), _("A player may have ten webhooks. Delete one that you do not need.")
        ),
        ErrorCode.TOO_MANY_BOTS: ErrorKind(
            409, _("Too many bots"), _("A player may have ten bots. Retire one that you do not need.")
        ),
        ErrorCode.WEBHOOK_DISABLED: ErrorKind(
            409, _("Webhook disabled"), _("Nothing is sent to this webhook. Switch it on first.")
        ),
        ErrorCode.ALREADY_DONE: ErrorKind(
            409, _("Already done"), _("Moderators: this was done before, by you or by somebody else. Look again.")
        ),
        ErrorCode.CASE_CLAIMED: ErrorKind(
            409, _("Case claimed"), _("Moderators: another works at this case. `by` names them.")
        ),
        ErrorCode.CASE_CLOSED: ErrorKind(409, _("Case closed"), _("Moderators: this case is closed.")),
        ErrorCode.IDEMPOTENCY_IN_FLIGHT: ErrorKind(
            409,
            _("The first request still runs"),
            _("A request with this `Idempotency-Key` is being answered. Send it again to get the same answer."),
        ),
        ErrorCode.TOO_LARGE: ErrorKind(413, _("Too large"), _("The body is larger than 64 KiB.")),
        ErrorCode.UNSUPPORTED_MEDIA_TYPE: ErrorKind(
            415, _("Unsupported media type"), _("Send JSON, with `Content-Type: application/json`.")
        ),
        ErrorCode.ILLEGAL_MOVE: ErrorKind(
            422, _("Illegal move"), _("The move breaks a rule of the game. `reason` names the first rule it breaks.")
        ),
        ErrorCode.INVALID_VALUE: ErrorKind(
            422, _("Invalid value"), _("A value is of the right type but out of bounds. `field` names it.")
        ),
        ErrorCode.INVALID_NAME: ErrorKind(
            422,
            _("Invalid name"),
            _("A player's name has 3 to 24 letters of one script, digits, `_` or `-`, and is not reserved."),
        ),
        ErrorCode.WEAK_PASSWORD: ErrorKind(
            422, _("Weak password"), _("The password is too short, too common, or too much like the name.")
        ),
        ErrorCode.IDEMPOTENCY_MISMATCH: ErrorKind(
            422,
            _("Another request had this key"),
            _("This `Idempotency-Key` was used for another request. Take a new one for each thing you want done."),
        ),
        ErrorCode.INVALID_QUERY: ErrorKind(
            400, _("Invalid query"), _("GraphQL: the document is not one that the schema knows. See `/graphiql`.")
        ),
        ErrorCode.QUERY_TOO_DEEP: ErrorKind(
            400, _("Query too deep"), _("GraphQL: fields may be nested 10 deep, 16 deep in introspection.")
        ),
        ErrorCode.QUERY_TOO_COSTLY: ErrorKind(
            400,
            _("Query too costly"),
            _("GraphQL: a query may cost 1,000 and have 2,000 tokens. Ask for fewer items or in several requests."),
        ),
        ErrorCode.TOO_MANY_ALIASES: ErrorKind(
            400, _("Too many aliases"), _("GraphQL: a document may have 20 aliases.")
        ),
        ErrorCode.TOO_MANY_MUTATIONS: ErrorKind(
            400, _("Too many mutations"), _("GraphQL: a request makes one mutation, so that it has one outcome.")
        ),
        ErrorCode.BATCH_REFUSED: ErrorKind(
            400, _("Batch refused"), _("GraphQL: a request is one JSON object, not a list of them.")
        ),
        ErrorCode.RATE_LIMITED: ErrorKind(
            429, _("Too many requests"), _("Slow down. `Retry-After` says for how many seconds.")
        ),
        ErrorCode.TOO_MANY_STREAMS: ErrorKind(
            429,
            _("Too many streams"),
            _("Too many of your calls wait at once. End one, or come again after `Retry-After` seconds."),
        ),
        ErrorCode.INTERNAL_ERROR: ErrorKind(
            500, _("Internal error"), _("The service failed. It was logged; nothing of your request took effect.")
        ),
        ErrorCode.UNAVAILABLE: ErrorKind(
            503,
            _("Unavailable"),
            _("The database is away for a moment. Nothing was accepted; try again after `Retry-After` seconds."),
        ),
    }
)


@dataclass(frozen=True, slots=True)
class FieldError:
    """One fault of one field of a request; `field` is a dotted path."""

    code: ErrorCode
    field: str
    message: str


class Refusal(Exception):
    """The service says no. Carries only what the caller may know.

    `extra` are further members of the problem, such as `reason` of an illegal move.
    """

    def __init__(
        self,
        code: ErrorCode,
        detail: str | Promise | None = None,
        *,
        field: str | None = None,
        errors: tuple[FieldError, ...] = (),
        extra: Mapping[str, Json] | None = None,
    ) -> None:
        super().__init__(code.value)
        self.code = code
        self.detail = ERROR_KINDS[code].description if detail is None else detail
        self.field = field
        self.errors = errors
        self.extra: Mapping[str, Json] = extra or {}
