"""Django's own ways in: its commands and its log-in."""

import os
import threading
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command
from django.db import connection
from django.test import Client

from players.errors import Refusal
from players.models import Player, Token
from players.services import player_register, player_update, token_create

PASSWORD = "correct horse battery"


@pytest.mark.django_db
def test_an_operator_is_made_by_command_and_may_be_called_admin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", "--noinput", "--name", "admin", verbosity=0)
    admin = Player.objects.get()
    assert (admin.name, admin.is_staff, admin.is_superuser, admin.kind) == ("admin", True, True, "human")
    assert authenticate(username="ADMIN", password=PASSWORD) == admin


@pytest.mark.django_db
def test_log_in_knows_case_but_no_look_alike() -> None:
    ann = Player.objects.create_user("ann", PASSWORD)
    assert authenticate(username="Ann", password=PASSWORD) == ann
    for name in ("änn", "amn", "", "\0", "x" * 500):
        assert authenticate(username=name, password=PASSWORD) is None


@pytest.mark.django_db
def test_a_new_password_ends_the_sessions(settings: Any) -> None:
    ann = Player.objects.create_user("ann", PASSWORD, is_staff=True)
    session = Client()
    session.force_login(ann)
    before = ann.get_session_auth_hash()
    player_update(player=ann, password="another good one", current_password=PASSWORD)
    assert Player.objects.get().get_session_auth_hash() != before


@pytest.mark.django_db(transaction=True)
def test_no_token_outlives_the_password_it_was_made_with(monkeypatch: pytest.MonkeyPatch) -> None:
    # given a log-in that has checked the password, and waits
    ann, _ = player_register(name="ann", password=PASSWORD)
    checked, changed = threading.Event(), threading.Event()
    from players import services

    check = services.check_password

    def slow_check(password: str, encoded: str) -> bool:
        right = check(password, encoded)
        if threading.current_thread() is thread:
            checked.set()
            changed.wait(20)
        return right

    monkeypatch.setattr(services, "check_password", slow_check)
    outcome: list[object] = []

    def log_in() -> None:
        try:
            outcome.append(token_create(name="ann", password=PASSWORD))
        except Refusal as refusal:
            outcome.append(refusal.code.value)
        finally:
            connection.close()

    thread = threading.Thread(target=log_in)
    thread.start()
    assert checked.wait(20)
    # when the password changes meanwhile
    player_update(player=ann, password="another good one", current_password=PASSWORD)
    changed.set()
    thread.join()
    # then the log-in is refused and no token lives
    assert outcome == ["bad_credentials"]
    assert not Token.objects.filter(revoked_at=None).exists()
