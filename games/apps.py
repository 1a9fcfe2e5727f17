"""The room where games are kept and played."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games import outbox
        from games.models import Topic
        from games.selectors.upkeep import sweep_readings
        from games.services.outages import turns_of_player_refresh
        from players.changes import on_time_changed
        from players.measures import readings_offer

        outbox.handle(Topic.GAME_ENDED, "games.settle")
        on_time_changed(turns_of_player_refresh)
        outbox.handle(Topic.NEWS, "games.tell")
        readings_offer(sweep_readings)
