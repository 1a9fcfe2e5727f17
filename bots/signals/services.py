"""Signals kept up to date: finished games counted one by one, and now and then all pairs weighed anew.

All of it may run twice, late, or beside itself: a game is counted once, and a case is opened once for the same games.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.conf import settings

from bots.signals.clues import ClueKind, clues_of
from bots.signals.evidence import evidence_of
from bots.signals.pairs import SURE_ENOUGH, Ordered, Sum, Weighed, pairs_weighed
from bots.signals.selectors import (
    clues_waiting,
    common_games,
    meetings,
    players_watched,
    sums_known,
)
from games.engine.decisions import decisions
from games.engine.types import PlayerId, Status
from games.models import ClockTimestamp, Game
from games.moderated import GameClues, PairClues, Signal, SignalRun
from games.selectors.signals import RUN, weighing_is_due
from games.store import read
from players.conduct.signals import case_by_signal
from players.models import Player
from players.transactions import one_transaction

FEWEST_GAMES: Final = 10
"""Pairs with fewer games in common are not weighed."""
GAMES_FOR_A_CASE: Final = 20
"""With fewer no case is opened."""
NOTED: Final = 0.9
"""Signals of this confidence are kept."""
GAMES_AGAIN: Final = 20
"""A pair whose case is closed must have played so many more games before another is opened."""
GATHERED_AT_ONCE: Final = 5
"""For so many pairs the evidence is gathered in one run: it means playing their games again."""
GAMES_LOOKED_AT: Final = 40
"""The evidence is out of so many games at most, the last ones."""

type _Counted = dict[Ordered, dict[ClueKind, Sum]]


def signals_find() -> bool:
    """Count what finished, and weigh all pairs when that is due; False while more is waiting.

    Takes `settings.SIGNALS_SLICE` seconds for counting, and the time of one game.
    """
    until = time.monotonic() + settings.SIGNALS_SLICE
    while game_ids := clues_waiting(limit=10):
        for game_id in game_ids:
            clues_count(game_id=game_id)
            if time.monotonic() >= until:
                return False
    if weighing_is_due():
        signals_weigh()
    return True


def clues_count(*, game_id: str) -> bool:
    """Add up what the decisions of a finished game say; False when that was done before, or it is not finished."""
    game = Game.objects.filter(pk=game_id, status=Status.FINISHED).first()
    if game is None:
        # It was declared void meanwhile: it does not count.
        GameClues.objects.filter(game=game_id, counted_at=None).update(counted_at=ClockTimestamp())
        return False
    counted = _counted(game)
    with one_transaction():
        _run_locked()
        if not GameClues.objects.filter(game=game, counted_at=None).update(counted_at=ClockTimestamp()):
            return False
        _add(counted)
    return True


def signals_weigh() -> int:
    """Weigh all pairs that met often, keep what is conspicuous, and open cases; how many were opened."""
    weighed = pairs_weighed(sums_known(fewest=FEWEST_GAMES), players_watched(fewest=FEWEST_GAMES))
    games = meetings(pairs=[one.pair for one in weighed])
    noted = [one for one in weighed if one.confidence >= NOTED and one.score > 0]
    with one_transaction():
        run = _run_locked()
        _keep(noted, weighed, games)
        SignalRun.objects.filter(pk=run.pk).update(weighed_at=ClockTimestamp())
    opened = 0
    for one in _to_look_at(noted, games):
        evidence = evidence_of(games=common_games(pair=one.pair, limit=GAMES_LOOKED_AT), pair=one.pair)
        opened += _conclude(one, games[one.pair], evidence)
    return opened


def _counted(game: Game) -> _Counted:
    """What each player did about each other; players who met and of whom nothing is to be said are there too."""
    counted: _Counted = defaultdict(lambda: defaultdict(Sum))
    seats: Sequence[PlayerId | None] = ()
    for decision in decisions(entry.event for entry in read(game.id, up_to=game.version)):
        seats = decision.state.seats
        for clue in clues_of(decision):
            about = seats[clue.about]
            if about is not None and about != decision.player:
                counted[decision.player, about][clue.kind].add(clue.value, clue.variance)
    for player in seats:
        for about in seats:
            if player is not None and about is not None and player != about:
                counted[player, about]  # They met.
    return counted


def _run_locked() -> SignalRun:
    """The lock under which clues are added up."""
    SignalRun.objects.get_or_create(name=RUN)
    return SignalRun.objects.select_for_update(no_key=True).get(name=RUN)


def _add(counted: _Counted) -> None:
    known = {
        (row.player_id, row.about_id): row
        for row in PairClues.objects.filter(
            player__in={player for player, _ in counted}, about__in={about for _, about in counted}
        )
    }
    rows = []
    for (player, about), kinds in counted.items():
        row = known.get((player, about)) or PairClues(player_id=player, about_id=about)
        row.games += 1
        for kind, one in kinds.items():
            for name in ("count", "value", "variance"):
                setattr(row, f"{kind}_{name}", getattr(row, f"{kind}_{name}") + getattr(one, name))
        rows.append(row)
    PairClues.objects.bulk_create([row for row in rows if row.pk is None])
    changed = [row for row in rows if row.pk is not None and (row.player_id, row.about_id) in known]
    PairClues.objects.bulk_update(changed, _COLUMNS)


_COLUMNS: Final = ("games", *(f"{kind}_{name}" for kind in ClueKind for name in ("count", "value", "variance")))


def _keep(noted: Iterable[Weighed], weighed: Iterable[Weighed], games: Mapping[Ordered, int]) -> None:
    """New signals come, those that are there follow, and those that are none any more go, unless a case refers to
    them."""
    kept = {(row.one_id, row.other_id): row for row in Signal.objects.all()}
    by_pair = {one.pair: one for one in weighed}
    conspicuous = {one.pair for one in noted}
    Signal.objects.bulk_create(
        Signal(one_id=one.pair[0], other_id=one.pair[1], **_columns(one, games))
        for one in noted
        if one.pair not in kept
    )
    for pair, row in kept.items():
        one = by_pair.get(pair)
        if one is not None and (pair in conspicuous or row.case_id is not None):
            Signal.objects.filter(pk=row.pk).update(**_columns(one, games), computed_at=ClockTimestamp())
        elif row.case_id is None:
            Signal.objects.filter(pk=row.pk).delete()


def _columns(one: Weighed, games: Mapping[Ordered, int]) -> dict[str, Any]:
    parts = {kind.value: [round(part, 2) for part in both] for kind, both in one.parts.items()}
    return {
        "games": games.get(one.pair, 0),
        "score": round(one.score, 3),
        "confidence": round(one.confidence, 6),
        "parts": parts,
    }


def _to_look_at(noted: Iterable[Weighed], games: Mapping[Ordered, int]) -> list[Weighed]:
    """Those sure enough for a case that have none for these games, the strongest first."""
    sure = [one for one in noted if one.confidence >= SURE_ENOUGH and games[one.pair] >= GAMES_FOR_A_CASE]
    rows = {
        (row.one_id, row.other_id): row
        for row in Signal.objects.filter(one__in=[one.pair[0] for one in sure]).select_related("case")
    }
    wanted = []
    for one in sure:
        row = rows.get(one.pair)
        if row is None or (row.case is not None and row.case.closed_at is None):
            continue
        if row.case is None or games[one.pair] >= row.case_games + GAMES_AGAIN:
            wanted.append(one)
    return wanted[:GATHERED_AT_ONCE]


def _conclude(one: Weighed, games: int, evidence: list[dict[str, object]]) -> bool:
    """Keep the evidence and open a case about the one who does more for the other; False when another run did."""
    towards = sum(both[0] for both in one.parts.values())
    back = sum(both[1] for both in one.parts.values())
    giver = one.pair[0] if towards >= back else one.pair[1]
    with one_transaction():
        _run_locked()
        row = Signal.objects.filter(one=one.pair[0], other=one.pair[1]).select_related("case").first()
        if row is None or (row.case is not None and (row.case.closed_at is None or row.case_games >= games)):
            return False
        case = case_by_signal(subject=Player.objects.get(pk=giver), weight=_weight(one))
        Signal.objects.filter(pk=row.pk).update(
            evidence=evidence, evidence_games=games, case=case, case_games=games, computed_at=ClockTimestamp()
        )
    return True


def _weight(one: Weighed) -> int:
    """How heavy it makes the case: about what a report does."""
    return min(10, max(1, round(one.score / 2)))
