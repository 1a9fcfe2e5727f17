"""What the worker does for games. Each task is safe to run twice, late, or out of order."""

from celery import shared_task

from games import outbox
from games.models import ClockTimestamp, Heartbeat, Topic
from games.services.analysis import analysis_work
from games.services.news import game_tell
from games.services.results import game_settle


@shared_task(name="games.settle")
def settle(game_id: str, version: int) -> None:
    """Count a game that ended."""
    game_settle(game_id=game_id)
    outbox.done(outbox.Message(Topic.GAME_ENDED, game_id, version))


@shared_task(name="games.tell")
def tell(game_id: str, version: int) -> None:
    """Tell the players of a game what they must hear."""
    game_tell(game_id=game_id, version=version)


@shared_task(name="games.analyse")
def analyse(game_id: str, version: int) -> None:
    """Work at the analysis of a game for a moment, and come again while it is not done."""
    message = outbox.Message(Topic.ANALYSIS, game_id, version)
    if analysis_work(game_id=game_id):
        outbox.done(message)
    else:
        outbox.again(message)


@shared_task(name="games.worker_seen", expires=30)
def worker_seen() -> None:
    """The worker says that it is at work."""
    heartbeat("worker")


@shared_task(name="games.courier_seen", expires=30)
def courier_seen() -> None:
    """The courier says that it is at work."""
    heartbeat("courier")


def heartbeat(name: str) -> None:
    """Note that a part of the service was seen at work now."""
    Heartbeat.objects.update_or_create(name=name, defaults={"seen_at": ClockTimestamp()})
