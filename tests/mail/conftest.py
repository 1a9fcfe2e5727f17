"""What tests of mail have: a mail server, and people whose addresses are confirmed."""

from collections.abc import Iterator
from typing import Any

import pytest

from games import store
from players.models import Player
from tests.games.playing import people
from tests.mail.server import MailServer, mail_server, mailers_of


@pytest.fixture(autouse=True)
def _fast_hashes(settings: Any) -> None:
    """Argon2 is slow on purpose, and most tests register somebody."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _nothing_at_hand() -> Iterator[None]:
    store.forget_all()
    yield
    store.forget_all()


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    with mail_server() as box:
        settings.MAILERS = mailers_of(box.port)
        settings.PUBLIC_URL = "https://nessos.example"
        yield box


@pytest.fixture
def seated() -> list[Player]:
    """Ann, Bob and Cleo, whom mails reach."""
    found = people("ann", "bob", "cleo")
    for player in found:
        player.email, player.email_confirmed = f"{player.name}@mail.example", True
        player.save()
    return found
