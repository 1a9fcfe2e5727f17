"""The room of accounts, and of what their owners are told."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from players.backlog import deliveries_readings
        from players.mail.planning import mails_plan
        from players.measures import readings_offer
        from players.notices.services import channel_add
        from players.webhooks.deliveries import deliveries_plan

        channel_add(mails_plan)
        channel_add(deliveries_plan)
        readings_offer(deliveries_readings)
