"""That a moderator looked at something is written down, as what they do is."""

from typing import Final

from players.conduct.audit import Act, audit_write
from players.conduct.models import Case
from players.errors import Json
from players.models import Player
from players.transactions import one_transaction

LONGEST_ASKED: Final = 200


def look_note(
    *,
    actor: Player,
    act: Act,
    player: Player | None = None,
    game_ref: str = "",
    case: Case | None = None,
    seat: int | None = None,
    event: int | None = None,
    asked: str = "",
) -> None:
    """Write down who looked at what; of a seat's view, whose and when; of a list, what was asked of it."""
    told: dict[str, Json | None] = {"seat": seat, "event": event, "asked": asked[:LONGEST_ASKED] or None}
    seen = {key: value for key, value in told.items() if value is not None}
    with one_transaction():
        audit_write(actor=actor, act=act, player=player, game_ref=game_ref, case=case, after=seen)
