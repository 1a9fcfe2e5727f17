"""SVG, as much of it as the pictures need. Text stays text, and takes its colours from the reader's light or dark."""

from collections.abc import Iterable
from html import escape
from typing import Final

STYLE: Final = """
svg { --ground: #ffffff; --ink: #1b1f24; --faint: #59636e; --line: #d1d9e0; --mark: #0969da; --par: #9a4b00;
      font: 14px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
@media (prefers-color-scheme: dark) {
  svg { --ground: #0d1117; --ink: #e6edf3; --faint: #9aa5b1; --line: #3d444d; --mark: #58a6ff; --par: #f0a35e; }
}
.ground { fill: var(--ground); }
text { fill: var(--ink); }
.head { font-size: 18px; font-weight: 600; }
.part { font-weight: 600; }
.faint { fill: var(--faint); font-size: 12px; }
.small { font-size: 12px; }
.par-text { fill: var(--par); font-size: 12px; }
.start { text-anchor: start; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
.line { stroke: var(--line); fill: none; }
.par { stroke: var(--par); stroke-dasharray: 5 4; stroke-width: 1.5; fill: none; }
.whisker { stroke: var(--mark); stroke-width: 2.5; fill: none; }
.mark { fill: var(--mark); }
"""


def number(value: float) -> str:
    """A coordinate, to a hundredth of a pixel."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def text(x: float, y: float, content: str, *classes: str) -> str:
    return f'<text x="{number(x)}" y="{number(y)}" class="{" ".join(classes)}">{escape(content)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}" class="{kind}"/>'


def bar(x: float, y: float, width: float, height: float, kind: str) -> str:
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" class="{kind}" '
        'rx="2"/>'
    )


def dot(x: float, y: float, radius: float, kind: str) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" class="{kind}"/>'


def document(width: float, height: float, *, title: str, description: str, parts: Iterable[str]) -> str:
    """A whole picture. `title` and `description` are what a screen reader says."""
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
            f'width="{number(width)}" height="{number(height)}" role="img" aria-labelledby="title description">',
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="description">{escape(description)}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect width="{number(width)}" height="{number(height)}" class="ground"/>',
            *parts,
            "</svg>\n",
        )
    )
