"""`manage.py sweep`: find what was missed and what is due, again and again."""

import logging
import signal
import threading
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import InterfaceError, OperationalError, close_old_connections, connection
from kombu.exceptions import OperationalError as BrokerAway

from games import outbox
from games.selectors.due import games_unfilled, turns_due
from games.services.expiry import game_cancel_unfilled, turn_expire
from games.services.outages import outages_credit, sweeper_beat, turns_of_player_refresh
from games.tasks import worker_seen
from players.answers import answers_expire
from players.errors import Refusal
from players.selectors import time_changed_lately

logger = logging.getLogger(__name__)

MOST_MESSAGES = 500
TURNS_AT_ONCE = 100
MOST_UNFILLED = 100
ERRANDS_APART = 10
"""Seconds between two rounds of what need not be done at every sweep."""


class Command(BaseCommand):
    help = (
        "Let turns expire that are over, cancel games that nobody joins, give turns the time the service was down, "
        "send again what waits too long in the outbox, and note which parts of the service are at work."
    )

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
            sweep(with_errands=round_number % max(1, ERRANDS_APART // settings.SWEEP_INTERVAL) == 0)
            round_number += 1
            if options["once"]:
                return
            stop.wait(settings.SWEEP_INTERVAL)


def sweep(*, with_errands: bool) -> None:
    """One round. A database or broker that is away is not this command's end: the next round tries again."""
    try:
        # First of all: no turn may expire before it is known how long the service was away.
        sweeper_beat()
        if with_errands:
            _worker_ask()
            answers_expire()
            each("game not cancelled", games_unfilled(limit=MOST_UNFILLED), _unfilled_cancel)
        outages_credit(between=sweeper_beat)
        for player in time_changed_lately():
            turns_of_player_refresh(player)
        _turns_expire()
        _outbox_send()
    except (OperationalError, InterfaceError, Refusal) as away:
        # A refusal: the database went away as something was committed.
        logger.warning("the database is away: %s", type(away).__name__)
        connection.close()
    finally:
        close_old_connections()


def each(failed: str, game_ids: Iterable[str], act: Callable[[str], object]) -> None:
    """Do it for each game. One that fails is told, and is not in the way of the others."""
    for game_id in game_ids:
        try:
            act(game_id)
        except (OperationalError, InterfaceError):
            raise
        except Exception as failure:
            # The text of a failure could show what is hidden in the log.
            logger.error("%s: game %s: %s", failed, game_id, type(failure).__name__)


def _turns_expire() -> None:
    after = None
    while due := turns_due(after=after, limit=TURNS_AT_ONCE):
        each("turn not expired", [game_id for _, game_id in due], _turn_expire)
        sweeper_beat()
        after = due[-1]


def _turn_expire(game_id: str) -> None:
    if turn_expire(game_id=game_id):
        logger.info("turn expired: game %s", game_id)


def _unfilled_cancel(game_id: str) -> None:
    if game_cancel_unfilled(game_id=game_id):
        logger.info("cancelled: game %s waited too long for players", game_id)


def _outbox_send() -> None:
    while messages := outbox.claim_due(limit=MOST_MESSAGES):
        sent = outbox.kick(messages)
        logger.info("sent again: %d messages", sent)
        if sent < len(messages):
            outbox.put_back(messages[sent:])
            return


def _worker_ask() -> None:
    """Ask the worker for a sign of life, by the way that all work takes."""
    try:
        worker_seen.delay()
    except BrokerAway as away:
        logger.warning("the broker is away: %s", type(away).__name__)
