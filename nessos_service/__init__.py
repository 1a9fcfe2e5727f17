"""The composition root: settings, addresses, worker. It knows every room; no room knows it."""

from nessos_service.celery import app as celery_app

__all__ = ["celery_app"]
