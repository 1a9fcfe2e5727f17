"""The results as a picture: win shares, whether claims can be read, and how good beliefs are."""

from collections.abc import Iterator, Sequence
from math import ceil, sqrt
from typing import Final

from bots.arena.results import Calibration, ClaimTruth, Results, Standing
from bots.arena.svg import bar, document, dot, line, text
from bots.arena.tables import in_percent

WIDTH: Final = 780
MARGIN: Final = 24
LEFT: Final = 200
RIGHT: Final = 560
LONGEST_NAME: Final = 22

HEAD: Final = 70
HEAD_OF_PART: Final = 60
ROW: Final = 34
TRUTH_ROW: Final = 84
TALLEST_BAR: Final = 44
SQUARE: Final = 190
SQUARE_ROW: Final = 280
GAP: Final = 56
SQUARES_IN_A_ROW: Final = 3
LARGEST_DOT: Final = 9.0
SMALLEST_DOT: Final = 2.0


def picture(results: Results) -> str:
    """An SVG document, readable in light and dark."""
    believers = [standing for standing in results.contestants if standing.calibration is not None]
    standings = len(results.contestants)
    truths_at = HEAD + HEAD_OF_PART + ROW * standings + 30
    beliefs_at = truths_at + HEAD_OF_PART + TRUTH_ROW * standings
    height = beliefs_at + MARGIN
    if believers:
        height = beliefs_at + HEAD_OF_PART + SQUARE_ROW * ceil(len(believers) / SQUARES_IN_A_ROW)
    parts = [*_head(results), *_shares(results, HEAD), *_truths(results, truths_at)]
    if believers:
        parts += _beliefs(believers, beliefs_at)
    return document(WIDTH, height, title=_title(results), description=_description(results), parts=parts)


def _title(results: Results) -> str:
    sides = [f"{standing.seats} × {standing.name}" for standing in results.contestants]
    return "Arena: " + ", ".join(sides)


def _description(results: Results) -> str:
    """All that the picture shows, in words."""
    sentences = [f"{results.games} games of {results.players} players; par is {_percent(results.par)}."]
    for standing in results.contestants:
        sentences.append(f"{standing.name} wins {in_percent(standing.win_share)} a seat.")
        known = [truth for truth in standing.truth_by_claim if truth.share is not None]
        if known:
            claims = ", ".join(f"{truth.claim}: {_percent(truth.share)}" for truth in known)
            sentences.append(f"Its cards were what they were said to be, by claim: {claims}.")
        if standing.calibration is not None:
            sentences.append(f"Its beliefs have a Brier score of {standing.calibration.brier:.4f}.")
    return " ".join(sentences)


def _head(results: Results) -> Iterator[str]:
    yield text(MARGIN, 36, _title(results), "head")
    yield text(
        MARGIN,
        58,
        f"{results.games} games of {results.players} players, {results.deals} deals, seed {results.seed}",
        "faint",
    )


# --- Win shares ------------------------------------------------------------------------------------------------------


def _shares(results: Results, top: float) -> Iterator[str]:
    highest = max(
        max(standing.win_share.high or standing.win_share.value for standing in results.contestants), results.par
    )
    most = min(ceil(highest * 10 + 0.01) / 10, 1.0)
    first, bottom = top + HEAD_OF_PART, top + HEAD_OF_PART + ROW * len(results.contestants)
    yield text(MARGIN, top + 28, "Win share of a seat, with 95 % intervals", "part")
    for tenth in range(round(most * 10) + 1):
        x = _across(tenth / 10, most)
        yield line(x, first, x, bottom, "line")
        yield text(x, bottom + 18, f"{10 * tenth} %", "faint", "middle")
    for place, standing in enumerate(results.contestants):
        y = first + ROW * (place + 0.5)
        share = standing.win_share
        yield text(LEFT - 12, y + 5, _short(standing.name), "end")
        if share.low is not None and share.high is not None:
            low, high = _across(share.low, most), _across(share.high, most)
            yield line(low, y, high, y, "whisker")
            yield line(low, y - 5, low, y + 5, "whisker")
            yield line(high, y - 5, high, y + 5, "whisker")
        yield dot(_across(share.value, most), y, 5, "mark")
        yield text(RIGHT + 18, y + 5, in_percent(share), "start", "small")
    par = _across(results.par, most)
    yield line(par, first - 6, par, bottom, "par")
    yield text(par, first - 10, f"par {_percent(results.par)}", "par-text", "middle")


def _across(share: float, most: float) -> float:
    return LEFT + (RIGHT - LEFT) * share / most


# --- Claims ----------------------------------------------------------------------------------------------------------


def _truths(results: Results, top: float) -> Iterator[str]:
    yield text(MARGIN, top + 28, "Cards that were what they were said to be, by claim", "part")
    yield text(
        MARGIN, top + 48, "Dashed: all claims together. A claim that keeps away from it tells something.", "faint"
    )
    for place, standing in enumerate(results.contestants):
        base = top + HEAD_OF_PART + TRUTH_ROW * place + TALLEST_BAR + 16
        yield text(LEFT - 12, base - TALLEST_BAR / 2 + 5, _short(standing.name), "end")
        yield from _truth_row(standing.truth_by_claim, base)


def _truth_row(truths: Sequence[ClaimTruth], base: float) -> Iterator[str]:
    step = (WIDTH - MARGIN - LEFT) / len(truths)
    revealed = sum(truth.revealed for truth in truths)
    yield line(LEFT, base, LEFT + step * len(truths), base, "line")
    for place, truth in enumerate(truths):
        middle = LEFT + step * (place + 0.5)
        height = TALLEST_BAR * (truth.share or 0)
        if truth.share is not None:
            yield bar(middle - 11, base - height, 22, height, "mark")
        yield text(middle, base - TALLEST_BAR - 5, _percent(truth.share), "small", "middle")
        yield text(middle, base + 15, str(truth.claim), "faint", "middle")
    if revealed:
        y = base - TALLEST_BAR * sum(truth.truthful for truth in truths) / revealed
        yield line(LEFT, y, LEFT + step * len(truths), y, "par")


# --- Beliefs ---------------------------------------------------------------------------------------------------------


def _beliefs(believers: Sequence[Standing], top: float) -> Iterator[str]:
    yield text(MARGIN, top + 28, "Beliefs that the lot holds a Charon, and how often they came true", "part")
    yield text(
        MARGIN, top + 48, "On the dashed line they are as sure as they should be. Larger dots: more beliefs.", "faint"
    )
    for place, standing in enumerate(believers):
        row, column = divmod(place, SQUARES_IN_A_ROW)
        left = MARGIN + 36 + column * (SQUARE + GAP)
        if standing.calibration is not None:
            yield from _square(standing.name, standing.calibration, left, top + HEAD_OF_PART + SQUARE_ROW * row + 24)


def _square(name: str, calibration: Calibration, left: float, top: float) -> Iterator[str]:
    bottom = top + SQUARE
    yield text(left, top - 8, _short(name), "start")
    for fifth in range(6):
        along = SQUARE * fifth / 5
        yield line(left + along, top, left + along, bottom, "line")
        yield line(left, top + along, left + SQUARE, top + along, "line")
        yield text(left + along, bottom + 16, f"{20 * fifth} %", "faint", "middle")
        yield text(left - 6, bottom - along + 4, f"{20 * fifth}", "faint", "end")
    yield line(left, bottom, left + SQUARE, top, "par")
    most = max(one.beliefs for one in calibration.bins)
    for one in calibration.bins:
        if one.believed is not None and one.true is not None:
            radius = max(LARGEST_DOT * sqrt(one.beliefs / most), SMALLEST_DOT)
            yield dot(left + SQUARE * one.believed, bottom - SQUARE * one.true, radius, "mark")
    best = f"Brier {calibration.brier:.4f}, by claim {calibration.by_claim:.4f}"
    yield text(left, bottom + 36, best, "small", "start")


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"
