"""The room where games are kept and played."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games import outbox, wakes
        from games.models import Topic
        from games.selectors.moderation import meet, sat_at
        from games.selectors.turns import turns_still_waiting
        from games.selectors.upkeep import sweep_readings
        from games.services.outages import turns_of_player_refresh
        from players.changes import on_time_changed
        from players.conduct.roles import tables_look_add
        from players.measures import readings_offer
        from players.notices.services import channel_add
        from players.notices.turns import turns_look_add

        outbox.handle(Topic.GAME_ENDED, "games.settle")
        on_time_changed(turns_of_player_refresh)
        outbox.handle(Topic.NEWS, "games.tell")
        outbox.handle(Topic.ANALYSIS, "games.analyse")
        channel_add(wakes.notices_on_commit)
        turns_look_add(turns_still_waiting)
        tables_look_add(sat_at=sat_at, meet=meet)
        readings_offer(sweep_readings)
