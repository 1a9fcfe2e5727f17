"""Accounts, tokens, and the list of problems."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
