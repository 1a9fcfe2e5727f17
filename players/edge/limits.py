"""How much anybody may ask: counted by token, or by address without one; for REST and GraphQL together.

Guesses at secrets, that is log-ins and invitations, have limits of their own, and only wrong ones are counted in the
end. The limits are in `settings.RATE_LIMITS`, published at `/api/v1/` and in the headers of each answer.
"""

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from players.access import asking
from players.edge.address import client_address
from players.edge.buckets import Bucket, Limit, Standing, give_back, spend
from players.edge.paths import is_api
from players.edge.refusing import refused_early
from players.errors import ErrorCode, Refusal
from players.mail.mailboxes import mailbox_of
from players.models import Player
from players.names import LONGEST, name_fold

TOKEN: Final = "token"  # noqa: S105 - the name of a limit
ADDRESS: Final = "address"
REGISTER: Final = "register"
GUEST: Final = "guest"
LOG_IN_ADDRESS: Final = "log_in_address"
LOG_IN_NAME: Final = "log_in_name"
CURRENT_PASSWORD: Final = "current_password"  # noqa: S105 - the name of a limit
INVITE: Final = "invite"
CONFIRMATION_PLAYER: Final = "confirmation_player"
CONFIRMATION_ADDRESS: Final = "confirmation_address"
WEBHOOK: Final = "webhook"
HINT: Final = "hint"
ANALYSIS: Final = "analysis"
MESSAGE: Final = "message"
REPORT: Final = "report"

_STANDINGS: Final = "nessos.standings"


class RateLimitMiddleware:
    """Counts each call before it is looked at, and tells how it stands."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_api(request) or request.method == "OPTIONS":
            return self._get_response(request)
        try:
            request_spend(request, 1)
        except Exception as failure:
            response = refused_early(request, failure)
        else:
            response = self._get_response(request)
        _tell(request, response)
        return response


def request_spend(request: HttpRequest, cost: int) -> None:
    """Count a call by its token; by its address without one, or with a bad one. Raises Refusal: rate_limited."""
    _spend(request, _bucket(TOKEN, ADDRESS, request), cost)


def graphql_spend(request: HttpRequest, cost: int) -> None:
    """Count what a GraphQL query costs beyond the call that brought it. Raises Refusal: rate_limited."""
    more = math.ceil(cost / settings.GRAPHQL_COST_OF_A_CALL) - 1
    if more > 0:
        request_spend(request, more)


def register_spend(request: HttpRequest) -> None:
    """Count a registration. Raises Refusal: rate_limited."""
    _spend(request, _named(REGISTER, client_address(request)), 1)


def guest_spend(request: HttpRequest) -> None:
    """Count a guest who comes in. Raises Refusal: rate_limited."""
    _spend(request, _named(GUEST, client_address(request)), 1)


def confirmation_spend(request: HttpRequest, *, player: Player | None, email: str) -> None:
    """Count a mail that asks for confirmation: by who has it sent, and by where it goes, so that nobody is flooded.

    `player` is None for one who registers; what is no address gets no mail. Raises Refusal: rate_limited.
    """
    if not email:
        return
    buckets = [] if player is None else [*_named(CONFIRMATION_PLAYER, str(player.pk))]
    if mailbox := mailbox_of(email):
        buckets += _named(CONFIRMATION_ADDRESS, hashlib.sha256(mailbox.encode()).hexdigest())
    _spend(request, buckets, 1)


def webhook_spend(request: HttpRequest) -> None:
    """Count what is sent to a webhook because its owner asks for it now. Raises Refusal: rate_limited."""
    _player_spend(request, WEBHOOK)


def hint_spend(request: HttpRequest) -> None:
    """Count a hint, by the player whatever token they use. Raises Refusal: rate_limited."""
    _player_spend(request, HINT)


def message_spend(request: HttpRequest) -> None:
    """Count what is written at a table, by the player, all games together. Raises Refusal: rate_limited."""
    _player_spend(request, MESSAGE)


def report_spend(request: HttpRequest) -> None:
    """Count a report, by the player. Raises Refusal: rate_limited."""
    _player_spend(request, REPORT)


def analysis_spend(request: HttpRequest) -> None:
    """Count an analysis that is to be worked out. Raises Refusal: rate_limited."""
    _spend(request, _bucket(ANALYSIS, ANALYSIS, request), 1)


@contextmanager
def log_in_guess(request: HttpRequest, name: str) -> Iterator[None]:
    """One attempt at the password of `name`. Raises Refusal: rate_limited."""
    folded = hashlib.sha256(name_fold(name[: 4 * LONGEST]).encode(errors="replace")).hexdigest()
    buckets = [*_named(LOG_IN_ADDRESS, client_address(request)), *_named(LOG_IN_NAME, folded)]
    with _guess(request, buckets, wrong=ErrorCode.BAD_CREDENTIALS):
        yield


@contextmanager
def password_guess(request: HttpRequest, player: Player) -> Iterator[None]:
    """One attempt at the password by who is logged in: strangers who try to log in do not keep them from it.

    Raises Refusal: rate_limited.
    """
    with _guess(request, _named(CURRENT_PASSWORD, f"player-{player.pk}"), wrong=ErrorCode.BAD_CREDENTIALS):
        yield


@contextmanager
def invite_guess(request: HttpRequest, invite: str | None) -> Iterator[None]:
    """One attempt with an invitation; none when there is none. Raises Refusal: rate_limited."""
    buckets = [] if invite is None else _bucket(INVITE, INVITE, request)
    with _guess(request, buckets, wrong=ErrorCode.NOT_FOUND):
        yield


def limits_published() -> dict[str, dict[str, int]]:
    """The limits, by name."""
    return {name: {"requests": quota, "seconds": window} for name, (quota, window) in settings.RATE_LIMITS.items()}


@contextmanager
def _guess(request: HttpRequest, buckets: Sequence[Bucket], *, wrong: ErrorCode) -> Iterator[None]:
    """A guess is paid before it is tried, so that many at once cannot outrun the count; a right one is paid back."""
    _spend(request, buckets, 1)
    try:
        yield
    except Exception as failure:
        # A failure of the service is no wrong guess either.
        if not (isinstance(failure, Refusal) and failure.code is wrong):
            give_back(buckets, 1)
        raise
    give_back(buckets, 1)


def _spend(request: HttpRequest, buckets: Sequence[Bucket], cost: int) -> None:
    standings = spend(buckets, cost)
    known: dict[str, Standing] = request.META.setdefault(_STANDINGS, {})
    known |= {standing.limit.name: standing for standing in standings}
    wait = max((standing.wait for standing in standings), default=0)
    if wait > 0:
        raise Refusal(ErrorCode.RATE_LIMITED, extra={"retry_after": wait})


def _player_spend(request: HttpRequest, name: str) -> None:
    bearer = asking(request)
    if bearer is not None:
        _spend(request, _named(name, f"player-{bearer[0].pk}"), 1)


def _bucket(with_token: str, without: str, request: HttpRequest) -> Sequence[Bucket]:
    try:
        bearer = asking(request)
    except Refusal:
        bearer = None
    if bearer is None:
        return _named(without, client_address(request))
    return _named(with_token, f"token-{bearer[1].pk}")


def _named(name: str, who: str) -> Sequence[Bucket]:
    """The bucket of that limit; none when the limit is not set."""
    if name not in settings.RATE_LIMITS:
        return []
    quota, window = settings.RATE_LIMITS[name]
    return [Bucket(Limit(name, quota, window), who)]


def _tell(request: HttpRequest, response: HttpResponse) -> None:
    """The headers of draft-ietf-httpapi-ratelimit-headers."""
    standings: dict[str, Standing] = request.META.get(_STANDINGS, {})
    if not standings:
        return
    known = standings.values()
    response["RateLimit-Policy"] = ", ".join(
        f'"{it.limit.name}";q={it.limit.quota};w={it.limit.window}' for it in known
    )
    response["RateLimit"] = ", ".join(f'"{it.limit.name}";r={it.remaining};t={it.reset}' for it in known)
