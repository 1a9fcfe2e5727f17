"""The shapes of answers about mutes, blocks, reports and sanctions, for the OpenAPI document."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from players.conduct.models import CaseOutcome, Ground, ReportKind, SanctionKind
from players.rest.documents import Document, PlayerSummary


class CircleEntry(Document):
    """Somebody whom I mute or block. They are not told."""

    player: PlayerSummary
    created_at: datetime


class CirclePage(Document):
    """A page of those whom I mute, or of those whom I block, the last one first."""

    items: list[CircleEntry]
    next: str | None = Field(description="The cursor of the next page.")


class ReportEntry(Document):
    """What I reported, and what came of it."""

    id: str
    kind: ReportKind
    player: str | None = Field(description="The name of whom it is about, as it is now; null if about nobody.")
    game: str | None = Field(description="The game in which it happened.")
    message: str | None = Field(description="The `id` of the message that it is about.")
    text: str
    created_at: datetime
    state: Literal["open", "in_progress", "closed"]
    outcome: CaseOutcome | None = Field(description="null until it is closed.")
    closed_at: datetime | None


class ReportPage(Document):
    """A page of reports, the newest first."""

    items: list[ReportEntry]
    next: str | None = Field(description="The cursor of the next page.")


class AppealShown(Document):
    """What was said against a sanction, and the answer."""

    text: str
    created_at: datetime
    granted: bool | None = Field(description="null until it is answered.")
    answer: str | None = Field(description="null until it is answered.")
    answered_at: datetime | None


class SanctionEntry(Document):
    """What a moderator imposed on me."""

    id: str
    kind: SanctionKind
    ground: Ground
    reason: str = Field(description="In the words of who decided it.")
    created_at: datetime
    until: datetime | None = Field(description="When it ends; null for what has no end, or no duration.")
    acknowledged_at: datetime | None = Field(description="When I said that I have read a warning.")
    lifted_at: datetime | None = Field(description="When it was taken back.")
    appeal: AppealShown | None


class SanctionPage(Document):
    """A page of sanctions, the newest first."""

    items: list[SanctionEntry]
    next: str | None = Field(description="The cursor of the next page.")
