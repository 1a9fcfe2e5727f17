"""From where somebody signs in."""

from dataclasses import dataclass, field
from typing import Final

UNKNOWN: Final = "unknown"
"""An address that nobody told."""


@dataclass(frozen=True, slots=True)
class Origin:
    """An address as limits count them, and what the browser is known by, or nothing. Neither is ever shown."""

    address: str = field(repr=False)
    device: str = field(repr=False, default="")
