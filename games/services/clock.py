"""The clock of turns: what the facts give a turn is written beside the log, and its deadline follows."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from games import clock
from games.clock import Adjustment, AdjustmentKind, Facts, QuietHours, Span, Turn
from games.engine.types import PlayerId
from games.models import ClockAdjustment, Game, Outage
from players.absence import away_use
from players.selectors import AwaySpan, PersonalTime, personal_time_get

SHORTEST_OUTAGE: Final = timedelta(seconds=60)


def turn_settle(*, game: Game, player: PlayerId | None, is_new: bool = False) -> bool:
    """Give the running turn of `player` (None: of a bot) what the facts give it and it does not have yet.

    Says whether its deadline moved; only ever to later. Needs the game's lock. A turn that `is_new` was given nothing
    yet, and has seen no outage.
    """
    if game.turn_seq is None or game.turn_started_at is None:
        return False
    turn = Turn(game.turn_started_at, game.turn)
    given = [] if is_new else adjustments_of(game, game.turn_seq)
    outages = () if is_new else _outages_since(turn)
    while True:
        personal = None if player is None else personal_time_get(player=player, after=turn.started_at)
        due = clock.adjustments_due(turn, _facts(personal, outages), given)
        # An away period that was cancelled this very moment gives nothing.
        used = _used(personal, due)
        if not used or away_use(ids=used):
            break
    if not due:
        return False
    ClockAdjustment.objects.bulk_create(
        [
            ClockAdjustment(
                game=game,
                turn_seq=game.turn_seq,
                place=place,
                kind=adjustment.kind,
                since=adjustment.since,
                seconds=adjustment.seconds,
            )
            for place, adjustment in enumerate(due, start=len(given) + 1)
        ]
    )
    game.deadline = clock.deadline_of(turn, [*given, *due])
    game.save(update_fields=["deadline"])
    return True


def adjustments_of(game: Game, turn_seq: int) -> list[Adjustment]:
    """What a turn was given, in that order."""
    rows = ClockAdjustment.objects.filter(game=game, turn_seq=turn_seq).order_by("place")
    return [
        Adjustment(AdjustmentKind(kind), since, seconds)
        for kind, since, seconds in rows.values_list("kind", "since", "seconds")
    ]


def _outages_since(turn: Turn) -> tuple[Span, ...]:
    rows = Outage.objects.filter(ended_at__gt=turn.started_at).order_by("began_at")
    return tuple(Span(began, ended) for began, ended in rows.values_list("began_at", "ended_at"))


def _facts(personal: PersonalTime | None, outages: tuple[Span, ...]) -> Facts:
    if personal is None:
        return Facts(outages=outages)
    hours = None if personal.quiet is None else QuietHours(personal.time_zone, *personal.quiet)
    away = tuple(Span(period.since, period.until) for period in personal.away)
    return Facts(away=away, hours=hours, outages=outages)


def _used(personal: PersonalTime | None, due: Sequence[Adjustment]) -> list[str]:
    """The away periods for which time is given."""
    away = [adjustment for adjustment in due if adjustment.kind is AdjustmentKind.AWAY]
    return [
        period.id
        for period in (personal.away if personal is not None else ())
        if any(_overlap(period, adjustment) for adjustment in away)
    ]


def _overlap(period: AwaySpan, adjustment: Adjustment) -> bool:
    return period.since < adjustment.until and adjustment.since < period.until
