"""Hints to the courier that something waits. They may be lost: the sweeper finds what waits."""

import logging
import time
from collections.abc import Iterable
from typing import Final

from celery import current_app
from kombu.exceptions import OperationalError

DELIVER: Final = "players.webhooks.deliver"
_STALE_AFTER: Final = 60
"""Seconds after which nobody needs the hint any more."""
_BROKER_REST: Final = 5.0
"""Seconds without a hint after the broker failed: nobody must wait for a broker that hangs."""

logger = logging.getLogger(__name__)
_broker_rests_until = 0.0


def kick(webhook_ids: Iterable[str]) -> int:
    """Have the courier look at these webhooks; how many, before the broker was found to be away."""
    global _broker_rests_until
    sent = 0
    for webhook_id in webhook_ids:
        if time.monotonic() < _broker_rests_until:
            break
        try:
            current_app.send_task(DELIVER, args=(webhook_id,), expires=_STALE_AFTER)
        except OperationalError:
            _broker_rests_until = time.monotonic() + _BROKER_REST
            logger.warning("The broker is away; the sweeper will look after the webhooks.")
            break
        sent += 1
    return sent
