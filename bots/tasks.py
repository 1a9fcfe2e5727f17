"""What the worker does for bots."""

from celery import shared_task

from bots.services import bot_play
from bots.signals.services import signals_find
from games import outbox
from games.models import Topic


@shared_task(name="bots.play_turn")
def play_turn(game_id: str, version: int) -> None:
    """Make the move of the bot to act, unless the game moved on: then there is nothing left to do either."""
    bot_play(game_id=game_id, version=version)
    outbox.done(outbox.Message(Topic.BOT_TURN, game_id, version))


@shared_task(name="bots.find_signals")
def find_signals() -> None:
    """Count some finished games, and weigh pairs anew when it is time: the sweeper asks while there is something."""
    signals_find()
