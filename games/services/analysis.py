"""The analysis of games that are over: asked for once, worked out in slices by the worker, and kept."""

import time
from collections.abc import Callable
from itertools import islice, zip_longest

from django.conf import settings

from games import outbox
from games.engine.decisions import Decision, decisions
from games.engine.projection import project
from games.levels import advice_on
from games.models import Analysis, ClockTimestamp, Game, Topic
from games.selectors.analysis import analysis_seen
from games.selectors.games import game_visible
from games.selectors.hints import chance_of_hint
from games.store import load, read
from games.wire.analysis import Judged, SeenAnalysis, judged_json
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.transactions import one_transaction


def analysis_ask(*, game_id: str, viewer: Player | None, before_work: Callable[[], None]) -> SeenAnalysis:
    """The analysis as far as it is; whoever asks first has the worker begin, unless `before_work` refuses.

    Raises not_found, game_not_over.
    """
    game = game_visible(game_id=game_id, viewer=viewer)
    if not load(game.id, game.version).state.status.is_over:
        raise Refusal(ErrorCode.GAME_NOT_OVER)
    analysis = Analysis.objects.filter(game=game).first()
    if analysis is None:
        before_work()
        analysis = _begun(game)
    return analysis_seen(analysis=analysis)


def analysis_work(*, game_id: str) -> bool:
    """Judge some more decisions; False while there are more of them.

    Safe to run twice and beside itself: it goes on from what is kept, and what another did meanwhile stays. Takes
    `settings.ANALYSIS_SLICE` seconds, and the time of one decision.
    """
    analysis = Analysis.objects.filter(game=game_id).first()
    if analysis is None or analysis.finished_at is not None:
        return True
    until = time.monotonic() + settings.ANALYSIS_SLICE
    judged: list[Judged] = []
    made = _decisions_of(analysis.game)
    for decision, following in islice(zip_longest(made, made[1:]), analysis.done, None):
        judged.append(_judged(game_id, decision, following))
        if time.monotonic() >= until:
            break
    return _kept(analysis, judged)


def _begun(game: Game) -> Analysis:
    """The row of a new analysis, with the message that has it worked out."""
    total = len(_decisions_of(game))
    with one_transaction():
        analysis, is_new = Analysis.objects.get_or_create(
            game=game, defaults={"total": total, "finished_at": None if total else ClockTimestamp()}
        )
        if is_new and total:
            outbox.enqueue([outbox.Message(Topic.ANALYSIS, game.id, game.version)])
    analysis.refresh_from_db()
    return analysis


def _decisions_of(game: Game) -> list[Decision]:
    return list(decisions(entry.event for entry in read(game.id, up_to=game.version)))


def _judged(game_id: str, decision: Decision, following: Decision | None) -> Judged:
    """What was knowable at the seat, and what would have been best by it."""
    view = project(decision.state, decision.seat)
    advised = advice_on(view=view, chance=chance_of_hint(game_id, decision.version, decision.seat))
    return judged_json(decision, following, advised)


def _kept(analysis: Analysis, judged: list[Judged]) -> bool:
    """Keep what was judged, unless another kept something meanwhile; whether all is done, whoever did it."""
    done = analysis.done + len(judged)
    is_finished = done >= analysis.total
    whole = [*analysis.decisions, *judged]
    first = next((one for one in whole if one["level"]), {"level": "", "policy": ""})
    kept = Analysis.objects.filter(game=analysis.game_id, done=analysis.done, finished_at=None).update(
        decisions=whole,
        done=done,
        level=first["level"],
        policy=first["policy"],
        finished_at=ClockTimestamp() if is_finished else None,
    )
    if kept:
        return is_finished
    # Not done because another is at it: were this one's message taken away, nobody would go on if the other fails.
    return Analysis.objects.filter(game=analysis.game_id, finished_at__isnull=False).exists()
