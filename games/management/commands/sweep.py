"""`manage.py sweep`: find what was missed and what is due, again and again."""

import logging
import signal
import threading
from collections.abc import Callable, Iterable
from traceback import extract_tb
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections, connection

from games import outbox
from games.selectors.due import games_unfilled, turns_due
from games.selectors.signals import signals_due
from games.services.expiry import game_cancel_unfilled, turn_expire
from games.services.guests import guests_take_away
from games.services.moderation import suspended_seats_pass
from games.services.news import turn_remind
from games.services.outages import outages_credit, sweeper_beat, turns_of_player_refresh
from games.tasks import courier_seen, worker_seen
from players.answers import answers_expire
from players.broker import send
from players.conduct.traces import traces_expire
from players.errors import Refusal
from players.mail.posting import mails_claim, mails_expire, mails_gather, mails_put_back
from players.selectors import time_changed_lately
from players.tasks import post_mail
from players.transactions import DATABASE_AWAY
from players.webhooks.deliveries import deliveries_expire, webhooks_sweep

logger = logging.getLogger(__name__)

MOST_MESSAGES = 500
TURNS_AT_ONCE = 100
MOST_UNFILLED = 100
MOST_GUESTS = 100
MOST_SUSPENDED = 100
ERRANDS_APART = 10
"""Seconds between two rounds of what need not be done at every sweep."""


class Command(BaseCommand):
    help = (
        "Let turns expire that are over, cancel games that nobody joins, let guests go who do not come back, hand over "
        "seats of who is suspended, give "
        "turns the time the service was down, "
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
        outages_credit(between=sweeper_beat)
        for player in time_changed_lately():
            turns_of_player_refresh(player)
        for act in (*WORK, *(ERRANDS if with_errands else ())):
            sweeper_beat()
            _do(act)
    except (*DATABASE_AWAY, Refusal) as away:
        # A refusal: the database went away as something was committed.
        logger.warning("the database is away: %s", type(away).__name__)
        connection.close()
    finally:
        close_old_connections()


def _do(act: Callable[[], object]) -> None:
    """Do one piece of work. If it fails that is told, and the others are done all the same."""
    try:
        act()
    except (*DATABASE_AWAY, Refusal):
        raise
    except Exception as failure:
        # The text of a failure could show what is hidden in the log.
        where = extract_tb(failure.__traceback__)[-1]
        logger.error(
            "sweep failed: %s: %s at %s:%s", act.__name__, type(failure).__name__, where.filename, where.lineno
        )


def each(failed: str, game_ids: Iterable[str], act: Callable[[str], object]) -> None:
    """Do it for each game. One that fails is told, and is not in the way of the others."""
    for game_id in game_ids:
        try:
            act(game_id)
        except DATABASE_AWAY:
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


def _games_cancel() -> None:
    each("game not cancelled", games_unfilled(limit=MOST_UNFILLED), _unfilled_cancel)


def _guests_take_away() -> None:
    if taken := guests_take_away(limit=MOST_GUESTS):
        logger.info("guests taken away: %d", taken)


def _suspended_leave() -> None:
    if passed := suspended_seats_pass(limit=MOST_SUSPENDED):
        logger.info("seats of suspended players passed on: %d", passed)


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
        if not send(post_mail.name, *attempt):
            mails_put_back(attempts=attempts[sent:])
            break


def _worker_ask() -> None:
    """Ask the worker and the courier for a sign of life, by the way that all work takes."""
    for asked in (worker_seen, courier_seen):
        send(asked.name)


def _signals_ask() -> None:
    """Have the worker count what finished; the room of the bots does it, and is known by the name of its task."""
    if signals_due():
        send("bots.find_signals")


WORK = (_turns_expire, _outbox_send, _turns_remind, _mails_send, webhooks_sweep)
"""What is done in each round."""
ERRANDS = (
    *(_worker_ask, answers_expire, deliveries_expire, mails_expire, traces_expire),
    *(_games_cancel, _guests_take_away, _suspended_leave, _signals_ask),
)
"""And what only now and then."""
