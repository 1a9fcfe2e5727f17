"""Levels and temperaments of bots as clients get them."""

from dataclasses import asdict

from games.levels import BotLevel, Temperament
from players.errors import Json


def level_json(level: BotLevel) -> dict[str, Json]:
    """What to seat it by, what people call it, and how strong it is."""
    return {
        "level": level.level,
        "name": str(level.name),
        "description": str(level.description),
        "policy": level.version,
        "strength": None if level.strength is None else asdict(level.strength),
    }


def temperament_json(temperament: Temperament) -> dict[str, Json]:
    """What to seat it by, and what people call it."""
    return {
        "temperament": temperament.temperament,
        "name": str(temperament.name),
        "description": str(temperament.description),
    }
