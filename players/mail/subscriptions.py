"""Mails ended by the link in them."""

from collections.abc import Sequence

from players.models import Player
from players.notices.choices import Choice, choices_update
from players.notices.models import NoticeChannel, NoticeKind, When


def unsubscribe(*, player: Player, kinds: Sequence[NoticeKind]) -> None:
    """No more mails of these kinds to this player. What they chose for other channels stays."""
    choices_update(player=player, choices=[Choice(kind, NoticeChannel.MAIL, When.NEVER) for kind in kinds])
