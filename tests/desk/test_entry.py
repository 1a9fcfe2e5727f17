"""How staff get in, and how nobody else does."""

import io
import re
import secrets
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db.models.functions import Now
from django.test import Client
from django_otp.plugins.otp_static.models import StaticToken

from players.conduct.acts import sanction_lift, suspension_impose
from players.conduct.audit import Act
from players.conduct.models import AuditEntry, Ground
from players.conduct.roles import Role, roles_of
from players.models import Player
from players.services import player_update
from players.staff.factor import has_second_factor, second_factor_begin, second_factor_forget, setup_code
from players.staff.making import staff_make
from players.staff.models import Authenticator
from tests.desk.staging import PASSWORD, code_of, staff
from tests.games.playing import people

pytestmark = pytest.mark.django_db


def by_password(client: Client, name: str, password: str = PASSWORD) -> Any:
    return client.post("/desk/login", {"name": name, "password": password})


@pytest.fixture
def judge() -> Any:
    (player,) = people("judge")
    staff_make(player=player, roles=[Role.MODERATOR])
    player.refresh_from_db()
    return player


def code_of_begun(player: Player) -> str:
    """What an application would show that was begun and not yet confirmed."""
    second_factor_begin(player=player)
    return code_of(player)


def enrolled(judge: Any) -> tuple[Client, list[str], str]:
    """Their first log-in: the picture, the code, and the codes on paper. Gives the code too."""
    client = Client()
    assert by_password(client, "judge")["Location"].startswith("/desk/second")
    assert client.get("/desk/second")["Location"].startswith("/desk/enrol")
    answer = client.post("/desk/enrol", {"code": setup_code(player=judge).upper()})
    assert answer["Location"].startswith("/desk/enrol")
    page = client.get("/desk/enrol").content.decode()
    assert "desk-qr" in page
    assert "<svg" in page
    assert 'id="secret"' in page
    code = code_of(judge)
    answer = client.post("/desk/enrol", {"code": code})
    codes = re.findall(r"<li><code>([a-z0-9]+)</code></li>", answer.content.decode())
    assert len(codes) == 10
    return client, codes, code


def test_the_first_log_in_sets_up_the_second_factor(judge: Any) -> None:
    client, codes, _ = enrolled(judge)

    assert client.get("/desk/").status_code == 200
    # What is stored opens nothing.
    stored = {*StaticToken.objects.values_list("token", flat=True)}
    assert not stored & set(codes)
    device = Authenticator.objects.get(user=judge)
    assert bytes.fromhex(device.key) != device.bin_key
    key = client.cookies["desk"].value
    assert not Session.objects.filter(session_key=key).exists()
    cookie = client.cookies["desk"]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Strict", "")


def test_a_password_alone_sets_up_nothing(judge: Any) -> None:
    """Somebody guessed it before the moderator's own first log-in: they see no key, and no code of theirs counts."""
    client = Client()
    by_password(client, "judge")
    for sent in (None, {"code": ""}, {"code": "0000-0000-0000-0000"}, {"code": code_of_begun(judge)}):
        answer = client.get("/desk/enrol") if sent is None else client.post("/desk/enrol", sent)
        assert answer.status_code == 200
        assert "desk-qr" not in answer.content.decode()
        assert 'id="secret"' not in answer.content.decode()
    assert not has_second_factor(player=judge)
    # What one session was let through for, another is asked for again; and nothing of it outlives a new set-up.
    client.post("/desk/enrol", {"code": setup_code(player=judge)})
    assert 'id="secret"' in client.get("/desk/enrol").content.decode()
    second_factor_forget(player=judge)
    assert 'id="secret"' not in client.get("/desk/enrol").content.decode()


def test_an_operator_gives_a_role_and_has_a_code_for_them() -> None:
    _, client = staff("ops", Role.OPERATOR)
    (new,) = people("new-judge")
    page = client.get("/desk/lists/player/", {"q": "new-j"}).content.decode()
    address = f"/desk/acts/roles_change/{new.pk}"
    assert f'href="{address}"' in page
    sent = {"roles": ["moderator"], "reason": "She is fair."}
    shown = client.post(address, sent).content.decode()
    key = re.search(r'name="key" value="([^"]+)"', shown)
    assert key
    answer = client.post(address, {**sent, "step": "confirm", "key": key[1]}, follow=True)

    assert answer.status_code == 200
    assert roles_of(new) == {Role.MODERATOR}
    assert setup_code(player=new) in answer.content.decode()
    # And the form says what they have, the next time.
    assert re.search(r'value="moderator"[^>]*checked', client.get(address).content.decode())


def test_a_password_alone_opens_nothing(judge: Any) -> None:
    enrolled(judge)
    client = Client()
    by_password(client, "judge")

    assert client.get("/desk/")["Location"].startswith("/desk/login")
    # Nor does it set up another one.
    assert client.get("/desk/enrol")["Location"].startswith("/desk/second")
    assert client.post("/desk/enrol", {"code": "123456"})["Location"].startswith("/desk/second")
    assert client.post("/desk/second", {"code": "000000"}).status_code == 200
    assert client.get("/desk/").status_code == 302


def test_a_code_on_paper_opens_once(judge: Any) -> None:
    _, codes, _ = enrolled(judge)
    for client, status in ((Client(), 302), (Client(), 200)):
        by_password(client, "judge")
        written = f"{codes[0][:4]} {codes[0][4:].upper()}"
        assert client.post("/desk/second", {"code": written}).status_code == status


def test_a_code_does_not_work_twice(judge: Any) -> None:
    *_, code = enrolled(judge)
    client = Client()
    by_password(client, "judge")

    assert client.post("/desk/second", {"code": code}).status_code == 200


def test_the_application_opens_again(judge: Any) -> None:
    enrolled(judge)
    # As if it were later: a code works once.
    Authenticator.objects.update(last_t=-1)
    client = Client()
    assert by_password(client, "judge")["Location"] == "/desk/second?next=/desk/"

    assert client.post("/desk/second", {"code": code_of(judge)})["Location"] == "/desk/"
    assert client.get("/desk/").status_code == 200


@pytest.mark.parametrize("name", ["judge", "passer-by", "nobody-here"])
def test_wrong_log_ins_are_told_the_same(judge: Any, name: str) -> None:
    """A wrong password, an account that is not of the staff, and none at all."""
    people("passer-by")
    answer = by_password(Client(), name, PASSWORD if name == "passer-by" else "wrong")

    assert answer.status_code == 200
    assert "This is not right, or it may not be used here." in answer.content.decode()


def test_guesses_are_limited(settings: Any) -> None:
    name = f"judge-{secrets.token_hex(4)}"
    (player,) = people(name)
    staff_make(player=player, roles=[Role.MODERATOR])
    settings.RATE_LIMITS = {"log_in_name": (2, 900), "log_in_address": (60, 900)}
    client = Client(REMOTE_ADDR="198.51.100.77")
    told = [by_password(client, name, "wrong").content.decode() for _ in range(3)]

    assert ["Too many attempts" in page for page in told] == [False, False, True]
    # The right one has to wait too.
    assert "Too many attempts" in by_password(client, name).content.decode()


def test_a_log_in_leads_to_the_desk_alone(judge: Any) -> None:
    client, *_ = enrolled(judge)
    for wanted in ("https://elsewhere.example/", "//elsewhere.example", "/lobby", "javascript:alert(1)"):
        assert client.get("/desk/login", {"next": wanted})["Location"] == "/desk/"
    assert client.get("/desk/login", {"next": "/desk/dashboard"})["Location"] == "/desk/dashboard"


def test_a_new_password_ends_the_session(judge: Any) -> None:
    client, *_ = enrolled(judge)
    player_update(player=judge, password="another horse battery", current_password=PASSWORD)

    assert client.get("/desk/").status_code == 302


@pytest.mark.parametrize("how", ["roles", "suspension"])
def test_what_a_session_was_opened_for_ends_and_it_does_not_wake_up(judge: Any, how: str) -> None:
    """The role is taken and given again, or the account suspended and let in again, and nobody looked meanwhile."""
    client, *_ = enrolled(judge)
    _, watching = staff("chief", Role.SENIOR)
    if how == "roles":
        staff_make(player=judge, roles=[])
        staff_make(player=judge, roles=[Role.MODERATOR])
    else:
        imposed = suspension_impose(
            actor=Player.objects.get(name="chief"),
            player=judge,
            ground=Ground.OTHER,
            reason="He looked away.",
            duration=timedelta(days=1),
        )
        sanction_lift(actor=Player.objects.get(name="chief"), sanction_id=imposed.pk, reason="He did not.")

    assert client.get("/desk/").status_code == 302
    assert client.get("/desk/")["Location"].startswith("/desk/login")
    assert watching.get("/desk/").status_code == 200


def test_who_is_suspended_is_told_so_and_has_no_session(judge: Any) -> None:
    Player.objects.filter(pk=judge.pk).update(suspended_until=Now() + timedelta(hours=1))
    client = Client()
    answer = by_password(client, "judge")

    assert answer.status_code == 200
    assert "Your account is suspended" in answer.content.decode()
    assert client.get("/desk/second")["Location"].startswith("/desk/login")
    # Only who knows the password is told.
    assert "suspended" not in by_password(Client(), "judge", "wrong").content.decode()


def test_an_operator_comes_to_a_page_of_theirs() -> None:
    """Who has no queue is not sent there."""
    (ops,) = people("ops")
    staff_make(player=ops, roles=[Role.OPERATOR])
    client = Client()
    by_password(client, "ops")
    client.post("/desk/enrol", {"code": setup_code(player=ops)})
    page = client.post("/desk/enrol", {"code": code_of_begun(ops)}).content.decode()
    assert 'href="/desk/lists/player/"' in page
    Authenticator.objects.update(last_t=-1)
    again = Client()
    by_password(again, "ops")
    landed = again.post("/desk/second", {"code": code_of(ops)})["Location"]
    assert again.get(landed).status_code == 200


def test_log_out_is_a_post_of_ours(judge: Any) -> None:
    client, *_ = enrolled(judge)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies

    assert client.get("/desk/logout").status_code == 405
    assert strict.post("/desk/logout").status_code == 403
    assert client.get("/desk/").status_code == 200
    assert client.post("/desk/logout")["Location"] == "/desk/login"
    assert client.get("/desk/").status_code == 302


def test_a_command_makes_moderators_and_unmakes_them() -> None:
    (player,) = people("new-judge")
    said = io.StringIO()
    call_command("make_moderator", "New-Judge", role=["moderator", "senior moderator"], stdout=said)
    assert setup_code(player=player) in said.getvalue()
    assert roles_of(player) == {Role.MODERATOR, Role.SENIOR}

    call_command("make_moderator", "new-judge")
    assert roles_of(player) == frozenset()
    entries = AuditEntry.objects.filter(player=player, act=Act.ROLES_CHANGE).order_by("pk")
    assert [entry.after["roles"] for entry in entries] == [["moderator", "senior moderator"], []]


def test_whoever_lost_everything_begins_anew(judge: Any) -> None:
    enrolled(judge)
    call_command("make_moderator", "judge", role=["moderator"], forget_second_factor=True)
    client = Client()
    by_password(client, "judge")

    assert client.get("/desk/second")["Location"].startswith("/desk/enrol")


def test_the_desk_is_in_one_language(judge: Any) -> None:
    """Whatever the browser asks for, nothing of a page is in another one."""
    client, *_ = enrolled(judge)
    answer = client.get("/desk/lists/player/", headers={"Accept-Language": "fr"})

    assert '<html lang="en"' in answer.content.decode()
    assert "Search" in answer.content.decode()
    assert "Rechercher" not in answer.content.decode()
