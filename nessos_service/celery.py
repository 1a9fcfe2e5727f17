"""The worker's application."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nessos_service.settings")

app = Celery("nessos")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
