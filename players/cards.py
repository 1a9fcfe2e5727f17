"""What is shown of a player beside a seat."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player as everybody may know them. `level` is empty for humans; `away_until` is None for those who are here."""

    id: int
    name: str
    kind: str
    level: str
    away_until: datetime | None = None
