"""What is shown of a player beside a seat."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player as everybody may know them.

    `level` is empty for those who are not played by the service itself, `owner` for all but bots with an account;
    `away_until` is None for those who are here.
    """

    id: int
    name: str
    kind: str
    level: str
    away_until: datetime | None = None
    temperament: str = ""
    owner: str = ""

    @property
    def is_played_by_level(self) -> bool:
        """Whether the service itself moves for them."""
        return self.level != ""
