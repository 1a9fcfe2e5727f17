"""The room where games are kept and played."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games import outbox, wakes
        from games.models import Topic
        from games.services.outages import turns_of_player_refresh
        from players.changes import on_time_changed
        from players.notices.services import channel_add

        outbox.handle(Topic.GAME_ENDED, "games.settle")
        on_time_changed(turns_of_player_refresh)
        outbox.handle(Topic.NEWS, "games.tell")
        channel_add(wakes.notices_on_commit)
