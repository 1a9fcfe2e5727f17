"""`manage.py sweep`: find what was missed, again and again."""

import logging
import signal
import threading
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import InterfaceError, OperationalError, close_old_connections, connection
from kombu.exceptions import OperationalError as BrokerAway

from games import outbox
from games.tasks import courier_seen, heartbeat, worker_seen
from players.answers import answers_expire
from players.webhooks.deliveries import deliveries_expire, webhooks_sweep

logger = logging.getLogger(__name__)

MOST_MESSAGES = 500
BEATS_APART = 10


class Command(BaseCommand):
    help = "Send again what waits too long in the outbox, and note which parts of the service are at work."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="sweep once and end")

    def handle(self, *args: Any, **options: Any) -> None:
        stop = threading.Event()

        def on_signal(number: int, frame: FrameType | None) -> None:
            stop.set()

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, on_signal)
        round_number = 0
        while not stop.is_set():
            self._sweep(with_beat=round_number % max(1, BEATS_APART // settings.SWEEP_INTERVAL) == 0)
            round_number += 1
            if options["once"]:
                return
            stop.wait(settings.SWEEP_INTERVAL)

    def _sweep(self, *, with_beat: bool) -> None:
        """One round. A database or broker that is away is not this command's end: the next round tries again."""
        try:
            if with_beat:
                heartbeat("sweeper")
                _worker_ask()
                answers_expire()
                deliveries_expire()
            while messages := outbox.claim_due(limit=MOST_MESSAGES):
                sent = outbox.kick(messages)
                logger.info("sent again: %d messages", sent)
                if sent < len(messages):
                    outbox.put_back(messages[sent:])
                    break
            webhooks_sweep()
        except (OperationalError, InterfaceError) as away:
            logger.warning("the database is away: %s", type(away).__name__)
            connection.close()
        finally:
            close_old_connections()


def _worker_ask() -> None:
    """Ask the worker and the courier for a sign of life, by the way that all work takes."""
    try:
        worker_seen.delay()
        courier_seen.delay()
    except BrokerAway as away:
        logger.warning("the broker is away: %s", type(away).__name__)
