"""A courier in a hurry, for a process of its own that may be killed.

It works off what waits, over and over, with pauses of moments instead of hours.
"""

import os
import time
from datetime import timedelta

import django
from django.apps import apps

# At import, so that a fork server does it once for all couriers.
if not apps.ready:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nessos_service.settings")
    django.setup()

from django.db import connection

from players.models import Delivery, Webhook
from players.webhooks import deliveries
from players.webhooks.sending import Outcome


def main(database: str, is_forgetful: bool) -> None:
    """Work until killed. `is_forgetful` is a planted fault: it notes that something arrived, whatever came of it."""
    connection.settings_dict["NAME"] = database
    deliveries.PAUSES = (timedelta(milliseconds=20),) * 1000  # type: ignore[misc, assignment]
    deliveries.MOST_ATTEMPTS = 1000  # type: ignore[misc]
    deliveries.LEASE = timedelta(seconds=2)  # type: ignore[misc]
    # There is no broker: looking again and again takes its place.
    deliveries.kick = lambda ids: 0
    honest = deliveries.post

    def forgetful(url: str, **more: object) -> Outcome:
        honest(url, **more)  # type: ignore[arg-type]
        return Outcome(Delivery.Reason.NONE, 200, 1)

    if is_forgetful:
        deliveries.post = forgetful
    while True:
        for webhook_id in Webhook.objects.order_by("pk").values_list("pk", flat=True):
            deliveries.webhook_work_off(webhook_id=webhook_id)
        connection.close()
        time.sleep(0.005)
