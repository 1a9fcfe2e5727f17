"""The room of the bots."""

from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "bots"

    def ready(self) -> None:
        from bots.registry import LEVELS
        from games import outbox
        from games.levels import level_offer
        from games.models import Topic

        for level in LEVELS.values():
            level_offer(level)
        outbox.handle(Topic.BOT_TURN, "bots.play_turn")
