"""Who sits where, for those who keep the peace."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from games.engine.types import Seat, Status
from games.models import Seat as SeatRow
from players.models import Player

_GOES_ON = (Status.OPEN, Status.ACTIVE)


@dataclass(frozen=True, slots=True)
class SeatHeld:
    """A seat at a game that goes on. `is_creator`: they opened it; while it waits, it is cancelled when they leave."""

    game_id: str
    seat: Seat
    player: int
    is_creator: bool = False


def seats_of_players(*, players: Collection[int]) -> list[tuple[SeatHeld, Status]]:
    """The seats of these players in games that go on, and the status of each game, by id."""
    rows = SeatRow.objects.filter(player__in=players, game__status__in=_GOES_ON).order_by("game", "seat")
    return [
        (SeatHeld(game, seat, player, creator == player), Status(status))
        for game, seat, player, creator, status in rows.values_list(
            "game", "seat", "player", "game__creator", "game__status"
        )
    ]


def seats_of_suspended(*, limit: int) -> list[SeatHeld]:
    """Seats in games that go on at which somebody suspended sits, or a bot of theirs."""
    rows = SeatRow.objects.filter(player__in=_suspended(), game__status__in=_GOES_ON).order_by("game", "seat")
    return [SeatHeld(*row) for row in rows.values_list("game", "seat", "player")[:limit]]


def is_suspended(*, player: int) -> bool:
    """Whether an account, or who answers for it, may not play now, by the database's clock."""
    return _suspended().filter(pk=player).exists()


def sat_at(players: Collection[int], game_refs: Collection[str]) -> bool:
    """Whether one of these players sits or sat at one of these games, or opened it."""
    at = Q(player__in=players) | Q(former_player__in=players) | Q(game__creator__in=players)
    return SeatRow.objects.filter(at, game__in=game_refs).exists()


def meet(players: Collection[int], others: Collection[int]) -> bool:
    """Whether one of these players sits in a game that goes on with one of those."""
    theirs = SeatRow.objects.filter(player__in=others, game__status__in=_GOES_ON)
    return SeatRow.objects.filter(player__in=players, game__in=theirs.values("game")).exists()


def _suspended() -> QuerySet[Player]:
    # Two sets, each by its own index: most accounts are not suspended, and never were.
    direct = Player.objects.filter(suspended_until__gt=Now()).values("pk")
    return Player.objects.filter(Q(pk__in=direct) | Q(owner__in=direct))
