"""The room of the bots: it offers its levels to the games, and does the work of their turns."""

from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "bots"

    def ready(self) -> None:
        from bots.registry import LEVELS
        from bots.services import bot_choose
        from games import levels, outbox
        from games.models import Topic

        for level in LEVELS.values():
            levels.level_offer(level)
        levels.choose_with(bot_choose)
        outbox.handle(Topic.BOT_TURN, "bots.play_turn")
