"""The analysis of a game, as it is kept."""

from games.models import Analysis
from games.wire.analysis import SeenAnalysis
from players.selectors import players_by_id


def analysis_seen(*, analysis: Analysis) -> SeenAnalysis:
    """What is kept of it, with those whom it names. Nothing is hidden in it: the game is over."""
    return SeenAnalysis(
        game_id=analysis.game_id,
        level=analysis.level,
        policy=analysis.policy,
        decisions=analysis.decisions,
        total=analysis.total,
        asked_at=analysis.asked_at,
        finished_at=analysis.finished_at,
        players=players_by_id({judged["player"] for judged in analysis.decisions}),
    )
