"""What the arena said of each level, one seat of it among others of another: the one table of strengths.

The figures are those of `docs/bots/<level>-<against>.json`; a test holds them together. A level that is not in here was
not measured yet.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.levels import Strength

STRENGTHS: Final[Mapping[str, Strength]] = MappingProxyType(
    {
        "guarded": Strength(against="novice", players=4, games=4000, win_share=0.6445, low=0.62946, high=0.65954),
        "shrewd": Strength(against="guarded", players=4, games=1000, win_share=0.3615, low=0.331439, high=0.391561),
        "oracle": Strength(against="shrewd", players=4, games=800, win_share=0.355625, low=0.322421, high=0.388829),
    }
)
