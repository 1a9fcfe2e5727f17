"""Addresses are confirmed by whoever reads their mail; before that nothing else goes there."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db.models.functions import Now
from django.test import Client

from players.mail.models import Confirmation, Mail
from players.models import Player
from players.notices.choices import choices_of
from players.notices.models import NoticeChannel, NoticeKind, When
from tests.api.caller import PASSWORD, Caller, refused, registered
from tests.games.playing import started_game
from tests.mail.server import MailServer, text_of
from tests.mail.test_choices import is_wanted
from tests.mail.working import mails_send, news_tell

pytestmark = pytest.mark.django_db

_LINK = re.compile(r"https://nessos\.example(/mail/\S+)")


def link_in(mail: Any) -> str:
    """The way to the page, without the service's address."""
    found = _LINK.search(text_of(mail))
    assert found is not None
    return found[1]


def unsubscription_in(mail: Any) -> str:
    address = urlsplit(mail["List-Unsubscribe"].strip("<>"))
    return f"{address.path}?{address.query}"


def is_confirmed(caller: Caller) -> bool:
    return bool(caller.get("/players/me").json()["email_confirmed"])


def asked(server: MailServer, **fields: Any) -> tuple[Caller, str]:
    """A new player with an address, and the link that came there."""
    caller = registered("ann", email="ann@mail.example", **fields)
    mails_send()
    return caller, link_in(server.received[-1])


def test_a_new_address_is_asked_and_confirmed_by_a_button(server: MailServer) -> None:
    caller, link = asked(server)
    assert server.sent_to == ["ann@mail.example"]
    assert server.subjects == ["Confirm your address"]
    assert not is_confirmed(caller)

    # Scanners follow links, and look at their heads.
    page = Client().get(link)
    assert Client().head(link).status_code == 200
    assert page.status_code == 200
    assert "ann@mail.example" in page.content.decode()
    assert '<form method="post">' in page.content.decode()
    assert not is_confirmed(caller)

    done = Client(enforce_csrf_checks=True).post(link)
    assert done.status_code == 200
    assert is_confirmed(caller)
    # Used up.
    assert Client().get(link).status_code == Client().post(link).status_code == 404


def test_pages_are_plain_and_kept_by_nobody(server: MailServer) -> None:
    _, link = asked(server)
    for page in (Client().get(link), Client().get("/mail/confirm?token=x"), Client().get("/mail/unsubscribe?token=x")):
        policy = page["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "form-action 'self'" in policy
        assert "no-store" in page["Cache-Control"]
        assert page["Referrer-Policy"] == "no-referrer"
        assert not re.search(r"<script|<style|<img|<link|style=| on\w+=", page.content.decode())


def test_a_link_ends(server: MailServer) -> None:
    caller, link = asked(server)
    Confirmation.objects.update(expires_at=Now() - timedelta(seconds=1))

    assert Client().get(link).status_code == Client().post(link).status_code == 404
    assert not is_confirmed(caller)


@pytest.mark.parametrize("forged", ["", "x", "x:y", "a" * 5000, "\0", "é", "1.your_turn", "2222222222222:" + "A" * 43])
@pytest.mark.parametrize("page", ["confirm", "unsubscribe"])
def test_a_link_that_we_did_not_sign_does_nothing(server: MailServer, page: str, forged: str) -> None:
    caller, _ = asked(server)

    for send in (Client().get, Client().post):
        assert send(f"/mail/{page}", query_params={"token": forged}).status_code == 404
    assert not is_confirmed(caller)


def test_a_link_of_one_page_is_none_of_the_other(server: MailServer) -> None:
    caller, link = asked(server)

    assert Client().post(link.replace("confirm", "unsubscribe")).status_code == 404
    assert not is_confirmed(caller)


def test_no_other_mail_goes_to_an_address_before_it_is_confirmed(server: MailServer) -> None:
    for name in ("ann", "bob", "cleo"):
        registered(name, email=f"{name}@mail.example")
    started_game(list(Player.objects.filter(kind="human").order_by("pk")))
    news_tell()
    mails_send()
    mails_send()

    assert server.subjects == ["Confirm your address"] * 3


def test_a_change_unconfirms_and_warns_the_old_address(server: MailServer) -> None:
    caller, link = asked(server)
    Client().post(link)
    server.received.clear()
    server.sent_to.clear()

    caller.patch("/players/me", {"email": "ann@mail.example", "language": "fr"})
    assert is_confirmed(caller)
    caller.patch("/players/me", {"email": "new@mail.example"})
    assert not is_confirmed(caller)
    mails_send()

    told = dict(zip(server.sent_to, server.subjects, strict=True))
    assert told == {"ann@mail.example": "Votre adresse a été changée", "new@mail.example": "Confirmez votre adresse"}
    # Whoever reads the old mail learns nothing of the new address.
    assert "new@" not in server.received[server.sent_to.index("ann@mail.example")].as_string()
    # One that was never confirmed may be somebody else's: it is not written to again.
    server.received.clear()
    caller.patch("/players/me", {"email": None})
    mails_send()
    assert server.received == []


def test_the_link_to_a_former_address_confirms_nothing(server: MailServer) -> None:
    caller, link = asked(server)
    caller.patch("/players/me", {"email": "new@mail.example"})

    assert Client().post(link).status_code == 404
    assert not is_confirmed(caller)


def test_a_mail_not_yet_sent_about_a_former_address_is_dropped(server: MailServer) -> None:
    caller = registered("ann", email="ann@mail.example")
    caller.patch("/players/me", {"email": "new@mail.example"})
    mails_send()

    assert server.sent_to == ["new@mail.example"]


def test_it_is_sent_again_and_only_the_last_link_counts(server: MailServer) -> None:
    caller, first = asked(server)
    answer = caller.post("/players/me/confirmation")
    assert answer.status_code == 202
    assert answer.json()["email_confirmed"] is False
    mails_send()
    second = link_in(server.received[-1])

    assert Client().post(first).status_code == 404
    assert Client().post(second).status_code == 200
    assert refused(caller.post("/players/me/confirmation")) == (409, "nothing_to_confirm", None)


def test_without_an_address_there_is_nothing_to_confirm() -> None:
    assert refused(registered("ann").post("/players/me/confirmation")) == (409, "nothing_to_confirm", None)
    assert Mail.objects.count() == 0


def test_neither_a_player_nor_a_mailbox_is_flooded(settings: Any) -> None:
    settings.RATE_LIMITS = {"confirmation_player": (3, 3600), "confirmation_address": (2, 3600)}
    ann, bob = registered("ann"), registered("bob")
    assert ann.patch("/players/me", {"email": "victim@mail.example"}).status_code == 200
    assert bob.patch("/players/me", {"email": "Victim@mail.example"}).status_code == 200
    before = Mail.objects.count()
    for caller in (ann, bob):
        assert refused(caller.post("/players/me/confirmation"))[:2] == (429, "rate_limited")
    third = Caller().post(
        "/players", {"name": "cleo", "password": "correct horse battery", "email": "victim@mail.example"}
    )
    assert refused(third)[:2] == (429, "rate_limited")
    for number in range(2):
        ann.patch("/players/me", {"email": f"other{number}@mail.example"})
    assert refused(ann.patch("/players/me", {"email": "last@mail.example"}))[:2] == (429, "rate_limited")
    assert Mail.objects.count() == before + 2


def test_mails_end_by_one_click_without_log_in(server: MailServer, seated: list[Player]) -> None:
    started_game(seated)
    news_tell()
    mails_send()
    address = seated[0].email
    mail = server.received[server.sent_to.index(address)]
    link = unsubscription_in(mail)
    assert Client().get(link).status_code == 200
    assert is_wanted(seated[0].pk, "game_started", "mail")

    done = Client(enforce_csrf_checks=True).post(
        link, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded"
    )

    assert done.status_code == 200
    assert not is_wanted(seated[0].pk, "game_started", "mail")
    assert is_wanted(seated[0].pk, "game_ended", "mail")
    assert is_wanted(seated[0].pk, "game_started", "webhook")
    assert is_wanted(seated[1].pk, "game_started", "mail")
    never = [choice.kind for choice in choices_of(player=seated[0]) if choice.when is When.NEVER]
    assert NoticeKind.GAME_STARTED in never
    assert set(never) <= {NoticeKind.GAME_STARTED, NoticeKind.YOUR_TURN}
    assert NoticeChannel.MAIL in {choice.channel for choice in choices_of(player=seated[0])}


ONE_MAILBOX = [
    *("ann@mail.example.org", "ANN@mail.example.org", "ann@MAIL.Example.ORG"),
    *("ann@ｍail.example.org", "ann@ⓜail.example.org", "ann@mail。example.org"),
]
NO_ADDRESSES = [
    *(
        "ann@mail.example.org\u2029",
        "ann@\u2029mail.example.org",
        "ann@mail.exa\u00admple.org",
        "ann@mail.ex\u200bample.org",
    ),
    *("ann@mail.example.org\ufe0f", "a\u2060nn@mail.example.org", "ann@mail.example.org\u2028b", "ann@[127.0.0.1]"),
    *("ann@localhost", f"{'a' * 65}@mail.example.org", "=?utf-8?q?a=0aBcc?=@mail.example.org\r\nBcc: x@y.example"),
    *("ann@mail.example.org\n", "ann", "@mail.example.org", "ann@mail..example.org"),
]


def test_however_an_address_is_written_it_is_one_mailbox(settings: Any) -> None:
    settings.RATE_LIMITS = {"confirmation_address": (2, 3600)}
    statuses = []
    for number, email in enumerate(ONE_MAILBOX):
        body = {"name": f"hero-{number}", "password": PASSWORD, "email": email}
        statuses.append(Caller().post("/players", body).status_code)

    assert statuses == [201, 201, *[429] * (len(ONE_MAILBOX) - 2)]


@pytest.mark.parametrize("email", NO_ADDRESSES, ids=ascii)
def test_what_is_no_address_is_refused_or_made_one(email: str) -> None:
    """Nothing invisible is kept, and nothing that no mail server would take."""
    answer = Caller().post("/players", {"name": "ann", "password": PASSWORD, "email": email})

    if answer.status_code == 201:
        assert answer.json()["player"]["email"] == "ann@mail.example.org"
    else:
        assert refused(answer) == (422, "invalid_value", "email")
        assert not Player.objects.exists()
