"""Signals as moderators see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Now

from games.moderated import GameClues, Signal, SignalRun
from games.wire.signals import evidence_told, signal_told
from players.conduct.models import Case
from players.models import Player

RUN = "signals"


@dataclass(frozen=True, slots=True)
class SeenSignal:
    """A signal in words. `pair` are names; `evidence` has a sentence for each decision, the weightiest first."""

    pair: tuple[str, str]
    games: int
    score: float
    confidence: float
    told: str
    evidence: tuple[str, ...]
    computed_at: datetime


def signals_of_case(*, case: Case) -> list[SeenSignal]:
    """The signals that opened a case, and all others about its subject, the strongest first."""
    wanted = Q(case=case)
    if case.subject_id is not None:
        wanted |= Q(one=case.subject_id) | Q(other=case.subject_id)
    return _seen(list(Signal.objects.filter(wanted).order_by("-score", "pk")))


def signals_due() -> bool:
    """Is there a game to be counted, or is it time to weigh all pairs anew?"""
    return GameClues.objects.filter(counted_at=None).exists() or weighing_is_due()


def weighing_is_due() -> bool:
    """Was something counted since the last time, and is that long ago?"""
    run = SignalRun.objects.filter(name=RUN).first()
    if run is None or run.weighed_at is None:
        return GameClues.objects.filter(counted_at__isnull=False).exists()
    if not SignalRun.objects.filter(name=RUN, weighed_at__lte=Now() - settings.SIGNALS_EVERY).exists():
        return False
    return GameClues.objects.filter(counted_at__gte=run.weighed_at).exists()


def _seen(signals: Sequence[Signal]) -> list[SeenSignal]:
    people = {one for signal in signals for one in (signal.one_id, signal.other_id)}
    for signal in signals:
        people |= {told[who] for told in signal.evidence for who in ("player", "about", "to")}
    names = dict(Player.objects.filter(pk__in=people).values_list("pk", "name"))
    return [
        SeenSignal(
            pair=(names[signal.one_id], names[signal.other_id]),
            games=signal.games,
            score=signal.score,
            confidence=signal.confidence,
            told=signal_told(signal, names),
            evidence=tuple(evidence_told(signal.evidence, names)),
            computed_at=signal.computed_at,
        )
        for signal in signals
    ]
