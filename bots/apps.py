"""The room of the bots: it offers its levels to the games, and does the work of their turns."""

from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "bots"

    def ready(self) -> None:
        from bots.registry import LEVELS, TEMPERAMENTS
        from bots.services import bot_advise, bot_choose
        from games import levels, outbox
        from games.models import Topic

        for level in LEVELS.values():
            levels.level_offer(level)
        for temperament in TEMPERAMENTS.values():
            levels.temperament_offer(temperament)
        levels.choose_with(bot_choose)
        levels.advise_with(bot_advise)
        outbox.handle(Topic.BOT_TURN, "bots.play_turn")
