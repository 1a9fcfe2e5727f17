"""Server-sent events, as text: https://html.spec.whatwg.org/multipage/server-sent-events.html."""

from typing import Final

from games.wire.events import SeenEvent, event_json
from games.wire.games import Cards
from players.bodies import json_bytes

HEARTBEAT_SECONDS: Final = 15
HEARTBEAT: Final = b":\n\n"
STYLE: Final = "sse"
LAST_EVENT_ID: Final = "Last-Event-ID"
RETRY_MILLISECONDS: Final = 2000


def opening(number: int) -> bytes:
    """Sent at once: where the stream begins, for a client that comes back before anything came."""
    return f"retry: {RETRY_MILLISECONDS}\nid: {number}\n\n".encode()


def frame(kind: str, data: object, number: int | None = None) -> bytes:
    """One event. Compact JSON has no line breaks, so `data` is one line."""
    head = f"event: {kind}\n" if number is None else f"id: {number}\nevent: {kind}\n"
    return head.encode() + b"data: " + json_bytes(data) + b"\n\n"


def event_frame(event: SeenEvent, players: Cards) -> bytes:
    """An event of a game: `id` is its `seq`, `event` its kind, `data` the event."""
    return frame(str(event.kind), event_json(event, players), event.seq)


def talk_frame(message: int) -> bytes:
    """That there are messages up to this number. It is no event of the log: it has no `id`, and no text."""
    return frame("message_written", {"message": message})
