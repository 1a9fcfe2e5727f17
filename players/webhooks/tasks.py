"""What the courier does for webhooks. Safe to run twice, late, or out of order."""

from celery import shared_task

from players.webhooks.deliveries import webhook_work_off


@shared_task(name="players.webhooks.deliver")
def deliver(webhook_id: str) -> None:
    """Send what is due at one webhook."""
    webhook_work_off(webhook_id=webhook_id)
