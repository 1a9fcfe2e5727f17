"""Which turns wait, for those who are told of them."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import F

from games import store
from games.engine.types import Status
from games.models import ClockTimestamp, Game
from players.notices.models import Notice


def turns_still_waiting(notices: Sequence[Notice]) -> dict[int, datetime]:
    """Of these notices of turns, by key, those whose turn still waits for their player; and its deadline as it is now.

    A turn is known by the event that gave it, the notice's `version`. One whose deadline is past waits for nobody.
    """
    waiting = Game.objects.filter(
        pk__in={notice.subject for notice in notices},
        status=Status.ACTIVE,
        deadline__gt=ClockTimestamp(),
        seats__seat=F("to_act"),
    )
    rows = waiting.values_list("pk", "seats__player", "deadline")
    found = {game: (player, until) for game, player, until in rows if until is not None}
    began = store.turns_began(found)
    return {
        notice.pk: found[notice.subject][1]
        for notice in notices
        if notice.subject in found
        and found[notice.subject][0] == notice.player_id
        and began[notice.subject][0] == notice.version
    }
