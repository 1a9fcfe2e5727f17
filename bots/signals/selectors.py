"""What is known of pairs, as it is kept."""

from collections.abc import Iterable
from typing import Final

from django.db.models import F, Q, Sum

from bots.signals.clues import ClueKind
from bots.signals.pairs import AllSums, Ordered, no_sums
from games.engine.types import Status
from games.models import Game
from games.moderated import GameClues, PairClues

_OF: Final = ("value", "variance", "count")


def clues_waiting(*, limit: int) -> list[str]:
    """Finished games that were not counted yet."""
    return list(GameClues.objects.filter(counted_at=None).order_by("game").values_list("game", flat=True)[:limit])


def players_watched(*, fewest: int) -> list[Ordered]:
    """Pairs with so many games in common, the smaller id first. What the service's own bots do is no collusion."""
    rows = PairClues.objects.filter(player__lt=F("about"), games__gte=fewest, player__level="", about__level="")
    return list(rows.order_by("player", "about").values_list("player", "about"))


def meetings(*, pairs: Iterable[Ordered]) -> dict[Ordered, int]:
    """How many games each of these pairs has in common."""
    wanted = set(pairs)
    rows = PairClues.objects.filter(player__in={one for one, _ in wanted}, player__lt=F("about"))
    found = rows.values_list("player", "about", "games")
    return {(one, other): games for one, other, games in found if (one, other) in wanted}


def sums_known(*, fewest: int) -> AllSums:
    """Everything in the totals; of pairs those with so many games in common."""
    found = no_sums()
    for kind in ClueKind:
        names = [f"{kind}_{of}" for of in _OF]
        totals = {f"all_{name}": Sum(name) for name in names}
        for by, into in (("player", found[kind].by), ("about", found[kind].about)):
            for who, *sums in PairClues.objects.values(by).annotate(**totals).values_list(by, *totals):
                into[who].add(*sums)
        whole = PairClues.objects.aggregate(**totals)
        found[kind].everywhere.add(*(whole[name] or 0 for name in totals))
        for player, about, *sums in PairClues.objects.filter(games__gte=fewest).values_list("player", "about", *names):
            found[kind].of[player, about].add(*sums)
    return found


def common_games(*, pair: Ordered, limit: int) -> list[Game]:
    """The last games that both finished, the newest first."""
    games = Game.objects.filter(status=Status.FINISHED)
    for player in pair:
        games = games.filter(Q(seats__player=player) | Q(seats__former_player=player))
    return list(games.order_by("-finished_at", "-id").distinct()[:limit])
