"""Reads of accounts and tokens."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.db.models import BooleanField, ExpressionWrapper, FilteredRelation, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce, Now

from players.cards import PlayerCard
from players.errors import ErrorCode, Refusal
from players.models import AwayPeriod, Player, Token
from players.pages import Page, keyset_page
from players.secrets import token_digest, token_shaped

__all__ = ["PlayerCard", "player_by_token", "player_get", "players_by_id", "tokens_at_work", "tokens_of"]

USE_NOTED_EVERY = timedelta(minutes=1)


def of_somebody_here() -> Q:
    """What belongs to an account that is open, and so is that of its owner if it is a bot's."""
    return Q(player__is_active=True) & (Q(player__owner=None) | Q(player__owner__is_active=True))


def of_nobody_suspended() -> Q:
    """What belongs to somebody who may play, and so may their owner if they are a bot, by the database's clock."""
    return _unsuspended("player__suspended_until") & _unsuspended("player__owner__suspended_until")


def _unsuspended(column: str) -> Q:
    return Q(**{column: None}) | Q(**{f"{column}__lte": Now()})


def player_by_token(plain: str) -> tuple[Player, Token] | None:
    """Whose token this is, if it works now, by the database's clock. One statement, nothing remembered.

    The token comes with `checked_at` (that clock) and `use_unnoted` (`last_used_at` is older than a minute).
    """
    if not token_shaped(plain):
        return None
    unnoted = Q(last_used_at=None) | Q(last_used_at__lt=Now() - USE_NOTED_EVERY)
    token = (
        Token.objects.select_related("player__owner")
        .filter(Q(expires_at=None) | Q(expires_at__gt=Now()))
        .filter(of_somebody_here(), digest=token_digest(plain), revoked_at=None)
        .annotate(now=Now(), unnoted=ExpressionWrapper(unnoted, output_field=BooleanField()))
        .first()
    )
    if token is None:
        return None
    token.checked_at, token.use_unnoted = token.now, token.unnoted
    return token.player, token


def player_get(name: str) -> Player:
    """The player of that name, whatever its case. Raises Refusal: not_found, also for one who was taken away."""
    player = Player.objects.named(name)
    if player is None or not player.is_active:
        raise Refusal(ErrorCode.NOT_FOUND, "There is no player of this name.")
    return player


def players_by_id(ids: Iterable[int]) -> dict[int, PlayerCard]:
    """What is shown of these players, in one statement. Unknown ids are left out."""
    away = AwayPeriod.objects.filter(player=OuterRef("pk"), since__lte=Now(), until__gt=Now(), cancelled_at=None)
    rows = Player.objects.filter(pk__in=set(ids)).values_list(
        "pk",
        "name",
        "kind",
        "level",
        Subquery(away.order_by("-until").values("until")[:1]),
        "temperament",
        Coalesce("owner__name", Value("")),
    )
    return {row[0]: PlayerCard(*row) for row in rows}


@dataclass(frozen=True, slots=True)
class AwaySpan:
    """Days on which someone is away."""

    id: str
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class PersonalTime:
    """What a player's deadlines must respect: where they live, when they sleep, when they are away."""

    time_zone: str
    quiet: tuple[time, time] | None
    away: tuple[AwaySpan, ...]


def personal_time_get(*, player: int, after: datetime) -> PersonalTime:
    """A player's hours, and the away periods that end after `after`. One statement."""
    counts = Q(away_periods__until__gt=after, away_periods__cancelled_at=None)
    rows = list(
        Player.objects.filter(pk=player)
        .annotate(counting=FilteredRelation("away_periods", condition=counts))
        .order_by("counting__since")
        .values_list("time_zone", "quiet_from", "quiet_until", "counting__id", "counting__since", "counting__until")
    )
    zone, begin, end = rows[0][:3]
    quiet = None if begin is None or end is None else (begin, end)
    return PersonalTime(zone, quiet, tuple(AwaySpan(*row[3:]) for row in rows if row[3] is not None))


def time_changed_lately() -> list[int]:
    """Players whose hours, time zone or away days changed within the last minute."""
    lately = Player.objects.filter(time_changed_at__gt=Now() - timedelta(minutes=1))
    return list(lately.order_by("pk").values_list("pk", flat=True))


def away_list(*, player: Player, limit: int, cursor: str | None) -> Page[AwayPeriod]:
    """The player's away periods that are not cancelled, the last made first. Raises Refusal: bad_cursor."""
    return keyset_page(AwayPeriod.objects.filter(player=player, cancelled_at=None), limit=limit, cursor=cursor)


def tokens_of(*, player: Player, limit: int, cursor: str | None) -> Page[Token]:
    """The player's tokens that are not revoked, the newest first. Raises Refusal: bad_cursor."""
    return keyset_page(Token.objects.filter(player=player, revoked_at=None), limit=limit, cursor=cursor)


def tokens_at_work(ids: Iterable[str]) -> set[str]:
    """Which of these tokens still work for somebody who is not suspended, by the database's clock."""
    working = Token.objects.filter(pk__in=set(ids), revoked_at=None).filter(of_somebody_here())
    working = working.filter(Q(expires_at=None) | Q(expires_at__gt=Now()))
    working = working.filter(of_nobody_suspended())
    return set(working.values_list("pk", flat=True))
