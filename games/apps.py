"""The room where games are kept and played."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games import outbox
        from games.models import Topic
        from games.selectors.turns import turns_still_waiting
        from players.notices.turns import turns_look_add

        outbox.handle(Topic.GAME_ENDED, "games.settle")
        outbox.handle(Topic.NEWS, "games.tell")
        turns_look_add(turns_still_waiting)
