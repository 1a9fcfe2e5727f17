"""The pages as an application: it has templates, files and words of its own."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "nessos_service.web"
    label = "web"
