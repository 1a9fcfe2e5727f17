"""The room of the bots: it offers its levels to the games, and does the work of their turns."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


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
        post_migrate.connect(_accounts_make, sender=self)


def _accounts_make(**kwargs: object) -> None:
    """An account for each bot that one table may need, made before any table needs it."""
    from bots.registry import LEVELS
    from games.engine.types import MOST_PLAYERS
    from players.services import bot_player

    for level in LEVELS:
        for ordinal in range(1, MOST_PLAYERS + 1):
            bot_player(level=level, ordinal=ordinal)
