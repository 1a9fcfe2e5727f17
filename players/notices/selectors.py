"""A player's feed, as they see it."""

from collections.abc import Collection

from players.models import Player
from players.notices.models import Feed, Notice


def notices_after(*, player: Player, after: int, limit: int) -> list[Notice]:
    """Their notices with a `seq` beyond `after`, in order, `limit` at most."""
    return list(Notice.objects.filter(player=player, seq__gt=after).order_by("seq")[:limit])


def feed_end(*, player: Player) -> int:
    """The `seq` of the last notice; 0 when there is none."""
    return Feed.objects.filter(player=player).values_list("last_seq", flat=True).first() or 0


def feed_ends(players: Collection[int]) -> dict[int, int]:
    """The `seq` of the last notice of each of these players who has any."""
    return dict(Feed.objects.filter(player__in=players).values_list("player", "last_seq"))
