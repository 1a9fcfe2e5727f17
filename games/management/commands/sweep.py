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
from games.services.news import turn_remind
from games.tasks import heartbeat, worker_seen
from players.answers import answers_expire
from players.errors import Refusal
from players.mail.posting import mails_claim, mails_gather, mails_put_back
from players.tasks import post_mail

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
            while messages := outbox.claim_due(limit=MOST_MESSAGES):
                sent = outbox.kick(messages)
                logger.info("sent again: %d messages", sent)
                if sent < len(messages):
                    outbox.put_back(messages[sent:])
                    break
            _turns_remind()
            _mails_send()
        except (OperationalError, InterfaceError, Refusal) as away:
            # Nothing is refused here but by a database that went away at a commit.
            logger.warning("the database is away: %s", type(away).__name__)
            connection.close()
        finally:
            close_old_connections()


def _turns_remind() -> None:
    for _ in range(MOST_MESSAGES):
        if not turn_remind():
            break


def _mails_send() -> None:
    """Gather what is due into mails, and have the worker hand them to the mail server."""
    if not settings.MAIL_ON:
        return
    mails_gather(limit=MOST_MESSAGES)
    attempts = mails_claim(limit=MOST_MESSAGES)
    for sent, attempt in enumerate(attempts):
        try:
            post_mail.delay(*attempt)
        except BrokerAway as away:
            logger.warning("the broker is away: %s", type(away).__name__)
            mails_put_back(attempts=attempts[sent:])
            break


def _worker_ask() -> None:
    """Ask the worker for a sign of life, by the way that all work takes."""
    try:
        worker_seen.delay()
    except BrokerAway as away:
        logger.warning("the broker is away: %s", type(away).__name__)
