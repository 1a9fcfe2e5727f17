"""The log of what moderators do and look at: written with what they do, in the same transaction."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from django.db import connection

from players.conduct.models import AuditEntry, Case
from players.errors import Json
from players.models import Player


class Act(StrEnum):
    """What a moderator does. Stored: none is ever renamed."""

    LOOK_QUEUE = "look_queue"
    LOOK_CASE = "look_case"
    LOOK_GAME = "look_game"
    LOOK_SEAT = "look_seat"
    LOOK_GLASS = "look_glass"
    LOOK_AUDIT = "look_audit"
    LOOK_DASHBOARD = "look_dashboard"
    AUDIT_EXPORT = "audit_export"
    CASE_OPEN = "case_open"
    CASE_CLAIM = "case_claim"
    CASE_RELEASE = "case_release"
    CASE_TAKE_OVER = "case_take_over"
    CASE_CLOSE = "case_close"
    WARN = "warn"
    MUTE = "mute"
    SUSPEND = "suspend"
    BAN = "ban"
    RENAME = "rename"
    SANCTION_LIFT = "sanction_lift"
    APPEAL_ANSWER = "appeal_answer"
    MESSAGE_HIDE = "message_hide"
    MESSAGE_UNHIDE = "message_unhide"
    SEAT_HAND_OVER = "seat_hand_over"
    SEAT_LEAVE = "seat_leave"
    GAME_VOID = "game_void"
    GAME_CANCEL = "game_cancel"
    DEADLINE_EXTEND = "deadline_extend"
    GLASS_ASK = "glass_ask"
    GLASS_ANSWER = "glass_answer"
    ROLES_CHANGE = "roles_change"


_SECRET: Final = ("address", "card", "deck", "digest", "email", "hand", "password", "pile", "secret", "seed", "token")
"""No key of `before` and `after` may be named so, nor begin or end with it as a word."""
_COUNTED: Final = frozenset({"tokens_ended"})


def audit_write(
    *,
    actor: Player | None,
    act: Act,
    player: Player | None = None,
    game_ref: str = "",
    case: Case | None = None,
    reason: str = "",
    before: Mapping[str, Json] | None = None,
    after: Mapping[str, Json] | None = None,
) -> AuditEntry:
    """Write down who did what to whom, when and why; `actor` is None for what the service does by itself.

    Must run in the transaction of the act: neither is there without the other. `before` and `after` say what changed,
    and hold no cards, tokens or addresses; ValueError when a key is named after one.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("What is written down is written with the act itself.")
    told_before, told_after = dict(before or {}), dict(after or {})
    for told in (told_before, told_after):
        _expect_open(told)
    return AuditEntry.objects.create(
        actor=actor,
        act=act,
        player=player,
        game_ref=game_ref,
        case=case,
        reason=reason,
        before=told_before,
        after=told_after,
    )


def _expect_open(value: Json) -> None:
    match value:
        case dict():
            for key, inner in value.items():
                if key not in _COUNTED and any(_names(key, word) for word in _SECRET):
                    raise ValueError(f"{key!r} is nothing for the audit log.")
                _expect_open(inner)
        case list():
            _expect_each_open(value)
        case _:
            pass


def _expect_each_open(values: Sequence[Json]) -> None:
    for value in values:
        _expect_open(value)


def _names(key: str, word: str) -> bool:
    """Whether one of the words of a key is this one, in the singular or plural."""
    return any(part in (word, f"{word}s") for part in key.lower().split("_"))
