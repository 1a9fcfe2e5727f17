"""What moderators do, as rows: tests of what players meet need no desk."""

from datetime import timedelta
from typing import Any

from games import store
from players.conduct.models import SanctionKind
from players.models import Player, Sanction


def moderator() -> Player:
    return Player.objects.get_or_create(name="warden", name_key="warden", is_staff=True)[0]


def sanction_on(name: str, kind: SanctionKind, *, hours: float | None = None, **more: Any) -> Sanction:
    """Something imposed on the player of that name, for so many hours from now."""
    until = None if hours is None else store.now() + timedelta(hours=hours)
    return Sanction.objects.create(
        player=Player.objects.get(name=name),
        kind=kind,
        ground="abuse",
        reason="Insults.",
        decided_by=moderator(),
        until=until,
        **more,
    )
