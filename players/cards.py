"""What is shown of a player beside a seat."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player as everybody may know them. `level` is empty for humans."""

    id: int
    name: str
    kind: str
    level: str
