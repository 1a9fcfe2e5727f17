"""What is said at a table, and how clients say it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from pydantic import Field

from games.engine.types import Seat
from players.cards import PlayerCard
from players.errors import Json
from players.wire import Body, Line, player_json, time_json

LONGEST_MESSAGE: Final = 500


class MessageBody(Body):
    """Say something at the table."""

    text: Line = Field(min_length=1, max_length=LONGEST_MESSAGE, description="Plain text, in one line.")


@dataclass(frozen=True, slots=True)
class SeenMessage:
    """A message as everybody at the table may see it. `text` is None when a moderator has hidden it."""

    id: str
    seq: int
    at: datetime
    seat: Seat
    player: PlayerCard
    text: str | None


def message_json(message: SeenMessage) -> dict[str, Json]:
    """A message; what is hidden keeps its number."""
    return {
        "id": message.id,
        "seq": message.seq,
        "at": time_json(message.at),
        "seat": message.seat,
        "player": player_json(message.player),
        "text": message.text,
        "hidden": message.text is None,
    }
