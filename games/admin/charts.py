"""Charts as SVG, drawn here: no script, no foreign host. Colours are those of the page, by day and by night."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

WIDTH: Final = 600
HEIGHT: Final = 140
_FOOT: Final = 18
_HEAD: Final = 14


@dataclass(frozen=True, slots=True)
class Bar:
    """A value and what it is of."""

    label: str
    value: int


def by_day(counts: dict[date, int], *, last: date, days: int) -> list[Bar]:
    """One bar a day up to `last`, days without anything too."""
    dates = [last - timedelta(days=back) for back in reversed(range(days))]
    return [Bar(date_format(day, "j M"), counts.get(day, 0)) for day in dates]


def bars(values: Sequence[Bar], *, title: str) -> SafeString:
    """A chart of bars, with its title, its largest value, and each bar's in words for those who do not see it."""
    most = max((bar.value for bar in values), default=0)
    step = WIDTH / max(len(values), 1)
    drawn = []
    for place, bar in enumerate(values):
        height = 0 if most == 0 else round((HEIGHT - _HEAD - _FOOT) * bar.value / most, 1)
        drawn.append(
            (
                round(place * step + step * 0.1, 1),
                round(HEIGHT - _FOOT - height, 1),
                round(step * 0.8, 1),
                max(height, 0.5),
                f"{bar.label}: {bar.value}",
            )
        )
    rects = format_html_join(
        "\n",
        '<rect class="bar" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>',
        drawn,
    )
    total = sum(bar.value for bar in values)
    summary = _("%(title)s: %(total)d altogether, %(most)d at most.") % {"title": title, "total": total, "most": most}
    first, last = (values[0].label, values[-1].label) if values else ("", "")
    return format_html(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}"><title>{}</title>'
        '<line class="axis" x1="0" y1="{}" x2="{}" y2="{}"/>{}'
        '<text class="tick" x="0" y="11">{}</text>'
        '<text class="tick" x="0" y="{}">{}</text>'
        '<text class="tick end" x="{}" y="{}">{}</text></svg>',
        WIDTH,
        HEIGHT,
        summary,
        summary,
        HEIGHT - _FOOT,
        WIDTH,
        HEIGHT - _FOOT,
        rects,
        most,
        HEIGHT - 4,
        first,
        WIDTH,
        HEIGHT - 4,
        last,
    )
