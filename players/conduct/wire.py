"""What clients say and hear of mutes, blocks, reports and sanctions. Who handled something is not told."""

from datetime import datetime

from pydantic import Field

from players.conduct.models import LONGEST_REFERENCE, LONGEST_TEXT, Appeal, Block, Mute, Report, ReportKind, Sanction
from players.errors import Json
from players.wire import Body, Line, Lines, player_json, time_json


class ReportRequest(Body):
    """`POST /reports`."""

    kind: ReportKind = Field(description="What it is about.")
    player: str | None = Field(
        None, max_length=200, description="The name of whom it is about. Who wrote the `message`, if absent."
    )
    game: Line | None = Field(None, max_length=LONGEST_REFERENCE, description="The game in which it happened.")
    message: Line | None = Field(
        None, max_length=LONGEST_REFERENCE, description="The `id` of a message of that `game`, which must be named too."
    )
    text: Lines = Field(min_length=1, max_length=LONGEST_TEXT, description="What happened, in your words.")


class AppealRequest(Body):
    """`POST /players/me/sanctions/{id}/appeal`."""

    text: Lines = Field(min_length=1, max_length=LONGEST_TEXT, description="Why it should not stand, in your words.")


class OtherPlayer(Body):
    """Somebody else."""

    player: str = Field(max_length=200, description="Their name; its case does not matter.")


def mute_json(mute: Mute) -> dict[str, Json]:
    """Somebody who is muted, and since when."""
    return {"player": player_json(mute.muted.card), "created_at": time_json(mute.created_at)}


def block_json(block: Block) -> dict[str, Json]:
    """Somebody who is blocked, and since when."""
    return {"player": player_json(block.blocked.card), "created_at": time_json(block.created_at)}


def report_json(report: Report) -> dict[str, Json]:
    """A report as its author sees it."""
    return {
        "id": report.id,
        "kind": report.kind,
        "player": None if report.player is None else report.player.name,
        "game": report.game_ref or None,
        "message": report.message_ref or None,
        "text": report.text,
        "created_at": time_json(report.created_at),
        "state": report_state(report),
        "outcome": report.case.outcome or None,
        "closed_at": _time(report.case.closed_at),
    }


def report_state(report: Report) -> str:
    """`open`, `in_progress` once somebody took its case, `closed` with it."""
    if report.case.closed_at is not None:
        return "closed"
    return "open" if report.case.claimed_at is None else "in_progress"


def sanction_json(sanction: Sanction) -> dict[str, Json]:
    """A sanction as the one concerned sees it."""
    appeal: Appeal | None = getattr(sanction, "appeal", None)
    return {
        "id": sanction.id,
        "kind": sanction.kind,
        "ground": sanction.ground,
        "reason": sanction.reason,
        "created_at": time_json(sanction.created_at),
        "until": _time(sanction.until),
        "acknowledged_at": _time(sanction.acknowledged_at),
        "lifted_at": _time(sanction.lifted_at),
        "appeal": None if appeal is None else _appeal_json(appeal),
    }


def _appeal_json(appeal: Appeal) -> dict[str, Json]:
    is_answered = appeal.answered_at is not None
    return {
        "text": appeal.text,
        "created_at": time_json(appeal.created_at),
        "granted": appeal.granted,
        "answer": appeal.answer if is_answered else None,
        "answered_at": _time(appeal.answered_at),
    }


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else time_json(moment)
