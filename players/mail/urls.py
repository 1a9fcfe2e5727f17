"""The pages that links in mails lead to."""

from django.urls import path

from players.mail.pages import ConfirmPage, UnsubscribePage

urlpatterns = [
    path("confirm", ConfirmPage.as_view(), name="mail-confirm"),
    path("unsubscribe", UnsubscribePage.as_view(), name="mail-unsubscribe"),
]
