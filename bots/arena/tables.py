"""The results as plain text, for a terminal."""

from collections.abc import Iterator, Sequence

from bots.arena.pace import Pace
from bots.arena.results import Results, Share, Standing


def tables(results: Results, paces: Sequence[Pace]) -> Iterator[str]:
    """Lines that say what matters."""
    width = max(len("contestant"), *(len(standing.name) for standing in results.contestants))
    yield (
        f"{results.games} games of {results.players} ({results.deals} deals, seed {results.seed}); "
        f"par {100 * results.par:.1f} %"
    )
    yield "ended by " + ", ".join(f"{reason} {count}" for reason, count in results.reasons.items() if count)
    yield ""
    yield f"{'contestant':<{width}}  seats  win share, 95 % interval  rating (ordinal)  points  eliminated"
    for standing in results.contestants:
        rating = standing.rating
        yield (
            f"{standing.name:<{width}}  {standing.seats:>5}  {in_percent(standing.win_share):<24}"
            f"  {rating.mu:>6.2f} ({rating.ordinal:>6.2f})  {standing.mean_points:>6.1f}"
            f"  {100 * standing.eliminated:>8.1f} %"
        )
    yield ""
    yield f"{'contestant':<{width}}  bluffs  believed (lies, truths)  believes (lies, truths)  decisions/s  p50, p99 ms"
    for standing, pace in zip(results.contestants, paces, strict=True):
        believed = f"{_percent(standing.lies_told.trust)}, {_percent(standing.truths_told.trust)}"
        believes = f"{_percent(standing.lies_heard.trust)}, {_percent(standing.truths_heard.trust)}"
        yield (
            f"{standing.name:<{width}}  {_percent(standing.bluffs.rate):>6}  {believed:<23}  {believes:<23}"
            f"  {pace.decisions_per_cpu_second:>11.0f}  {pace.p50_ms:.2f}, {pace.p99_ms:.2f}"
        )
    yield ""
    yield f"{'truthful, by claim':<{width}} " + "".join(
        f"{truth.claim:>6}" for truth in results.contestants[0].truth_by_claim
    )
    for standing in results.contestants:
        shares = "".join(f"{_percent(truth.share):>6}" for truth in standing.truth_by_claim)
        yield f"{standing.name:<{max(width, len('truthful, by claim'))}} {shares}"
    for standing in results.contestants:
        yield from _more(standing)


def in_percent(share: Share) -> str:
    """`25.0 % (23.1 … 26.9)`."""
    bounds = "" if share.low is None or share.high is None else f" ({100 * share.low:.1f} … {100 * share.high:.1f})"
    return f"{100 * share.value:.1f} %{bounds}"


def _more(standing: Standing) -> Iterator[str]:
    calibration = standing.calibration
    if calibration is not None:
        below = calibration.below_by_claim
        compared = "" if below is None else f" ({100 * abs(below):.1f} % {'below' if below >= 0 else 'ABOVE'} it)"
        yield (
            f"{standing.name} believes: Brier score {calibration.brier:.4f}, best guess by claim "
            f"{calibration.by_claim:.4f}{compared}, in {calibration.beliefs} beliefs"
        )
    if standing.failures:
        kinds = ", ".join(f"{why} {count}" for why, count in standing.failures.items())
        yield f"{standing.name} FAILED: {kinds}, in {standing.decisions} decisions; moves at random were made instead"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"
