"""Hints to the courier that something waits. They may be lost: the sweeper finds what waits."""

from collections.abc import Iterable
from typing import Final

from players.broker import send, soon

DELIVER: Final = "players.webhooks.deliver"


def kick(webhook_ids: Iterable[str]) -> None:
    """Have the courier look at these webhooks."""
    for webhook_id in webhook_ids:
        if not send(DELIVER, webhook_id):
            return


def kick_soon(webhook_ids: Iterable[str]) -> None:
    """The same, without waiting for the broker."""
    wanted = list(webhook_ids)
    soon(lambda: kick(wanted))
