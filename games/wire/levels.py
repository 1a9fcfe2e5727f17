"""Levels of bots as clients get them."""

from games.levels import BotLevel
from players.errors import Json


def level_json(level: BotLevel) -> dict[str, Json]:
    """What to seat it by, and what people call it."""
    return {"level": level.level, "name": str(level.name), "description": str(level.description)}
