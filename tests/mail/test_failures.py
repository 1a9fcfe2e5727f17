"""What mail servers do, and what becomes of the mails."""

from datetime import timedelta
from threading import BoundedSemaphore
from typing import Any

import pytest
from django.core.mail.message import EmailMultiAlternatives

from players.mail import posting
from players.mail.models import Mail, MailDelivery
from players.mail.posting import MOST_ATTEMPTS, mail_post, mails_claim, mails_gather
from players.models import Player
from players.notices.models import Notice, NoticeKind
from players.notices.services import News, notices_tell
from tests.games.playing import people, started_game
from tests.games.test_races import at_once
from tests.mail.server import MailServer, mailers_of, text_of
from tests.mail.working import mails_send, news_tell, time_pass
from tests.service import free_port

pytestmark = pytest.mark.django_db

LONG = timedelta(hours=1)


@pytest.fixture
def ann() -> Player:
    (player,) = people("ann")
    player.email, player.email_confirmed = "ann@mail.example", True
    player.save()
    return player


def tell(player: Player, number: int = 1) -> None:
    """News that stays news."""
    about = {"game": f"game{number}", "name": "", "version": 1}
    notices_tell([News(player.pk, NoticeKind.GAME_ENDED, player.created_at, f"game{number}", 1, about)])


def outcomes() -> list[tuple[str, int, int | None]]:
    return list(Mail.objects.order_by("made_at").values_list("outcome", "attempts", "reply"))


@pytest.mark.parametrize("place", ["at_recipient", "at_data"])
def test_what_is_refused_for_good_is_not_tried_again(server: MailServer, ann: Player, place: str) -> None:
    getattr(server, place).append("550 No such user")
    tell(ann)
    for _ in range(3):
        mails_send()
        time_pass(LONG)

    assert outcomes() == [("refused", 1, 550)]
    assert server.received == []
    # The next news is tried: a server may have been wrong.
    tell(ann, 2)
    mails_send()
    assert len(server.received) == 1


@pytest.mark.parametrize("place", ["at_recipient", "at_data"])
def test_what_is_refused_for_now_is_tried_again_later(server: MailServer, ann: Player, place: str) -> None:
    getattr(server, place).extend(["451 Busy", "450 Still busy"])
    tell(ann)
    mails_send()
    assert outcomes() == [("", 1, 451)]
    # Not at once: a pause comes first, and a longer one after that.
    mails_send()
    assert outcomes() == [("", 1, 451)]
    time_pass(timedelta(seconds=121))
    mails_send()
    assert outcomes() == [("", 2, 450)]
    time_pass(timedelta(seconds=121))
    mails_send()
    assert outcomes() == [("", 2, 450)]
    time_pass(timedelta(seconds=121))
    mails_send()

    assert outcomes() == [("sent", 3, 450)]
    assert len(server.received) == 1


def test_it_is_given_up_in_the_end(server: MailServer, ann: Player) -> None:
    tell(ann)
    server.at_recipient += ["451 Busy"] * (MOST_ATTEMPTS + 5)
    for _ in range(MOST_ATTEMPTS + 3):
        mails_send()
        time_pass(LONG)

    assert outcomes() == [("gave_up", MOST_ATTEMPTS, 451)]
    assert len(server.at_recipient) == 5


def test_a_server_that_is_away_is_waited_for_and_no_flood_follows(
    server: MailServer, ann: Player, settings: Any
) -> None:
    settings.MAILERS = mailers_of(free_port())
    for number in range(30):
        tell(ann, number)
        mails_send()
        time_pass(timedelta(seconds=30))
    assert {outcome for outcome, _, _ in outcomes()} == {""}
    settings.MAILERS = mailers_of(server.port)
    for _ in range(4):
        time_pass(LONG)
        mails_send()

    # The one that was under way, and one with all the rest.
    assert len(server.received) == 2
    assert sum(text_of(mail).count("is over") for mail in server.received) == 30


def test_a_server_that_dies_before_it_has_the_mail_gets_it_again(server: MailServer, ann: Player) -> None:
    server.dies_before_taking = 1
    tell(ann)
    mails_send()
    assert server.received == []
    time_pass(LONG)
    mails_send()

    assert len(server.received) == 1
    assert outcomes() == [("sent", 2, None)]


def test_a_mail_that_comes_twice_can_be_told_by_its_message_id(server: MailServer, ann: Player) -> None:
    """The server took it, and died before it said so."""
    server.dies_after_taking = 1
    tell(ann)
    mails_send()
    tell(ann, 2)
    time_pass(LONG)
    mails_send()
    mails_send()

    first, again, other = server.received
    assert first["Message-ID"] == again["Message-ID"] != other["Message-ID"]
    assert text_of(first) == text_of(again)


def test_a_worker_that_dies_after_the_server_took_it_sends_it_again_by_the_same_name(
    server: MailServer, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def killed(mail_id: str, outcome: str) -> None:
        raise Killed

    tell(ann)
    mails_gather(limit=1)
    ((mail_id, attempt),) = mails_claim(limit=1)
    with monkeypatch.context() as patch:
        patch.setattr(posting, "_end", killed)
        with pytest.raises(Killed):
            mail_post(mail_id=mail_id, attempt=attempt)
    # The task comes again, from the broker: somebody counted that attempt already.
    mail_post(mail_id=mail_id, attempt=attempt)
    assert len(server.received) == 1
    time_pass(LONG)
    mails_send()

    first, again = server.received
    assert first["Message-ID"] == again["Message-ID"]
    assert outcomes() == [("sent", 2, None)]


def test_a_slow_server_does_not_hold_the_worker(server: MailServer, ann: Player, settings: Any) -> None:
    settings.MAILERS = mailers_of(server.port, timeout=0.5)
    server.seconds = 1.5
    tell(ann)
    mails_send()

    assert outcomes() == [("", 1, None)]


def test_two_claims_do_not_share_a_mail(server: MailServer, ann: Player) -> None:
    tell(ann)
    assert mails_gather(limit=5) == 1
    assert mails_gather(limit=5) == 0
    assert len(mails_claim(limit=5)) == 1
    assert mails_claim(limit=5) == []


def test_no_transaction_is_open_while_the_server_is_spoken_to(
    server: MailServer, seated: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow server must not hold a row: what was locked before is not within the savepoint of the sending."""
    from django.db import connection

    depth = len(connection.savepoint_ids)
    seen = []
    honest = EmailMultiAlternatives.message

    def message(mail: Any, **more: Any) -> Any:
        seen.append(len(connection.savepoint_ids))
        return honest(mail, **more)

    monkeypatch.setattr(EmailMultiAlternatives, "message", message)
    started_game(seated)
    news_tell()
    mails_send()

    assert seen == [depth] * 3
    assert MailDelivery.objects.filter(mail__outcome="sent").count() == 4


def test_a_letter_that_nobody_can_write_does_not_hold_up_later_mail_for_ever(
    server: MailServer, ann: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(mail: Mail) -> None:
        Notice.objects.create(player_id=ann.pk, seq=0, kind="", at=ann.created_at, data={"hand": [3, 7]})

    tell(ann)
    with monkeypatch.context() as patch:
        patch.setattr(posting, "letter_of", failing)
        for _ in range(MOST_ATTEMPTS + 1):
            mails_send()
            time_pass(LONG)
    assert outcomes() == [("gave_up", MOST_ATTEMPTS, None)]
    assert "was not written: IntegrityError" in caplog.text
    assert "[3, 7]" not in caplog.text

    tell(ann, 2)
    mails_send()

    assert len(server.received) == 1


def test_a_mail_server_that_hangs_leaves_hands_free(
    server: MailServer, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(ann)
    with monkeypatch.context() as patch:
        patch.setattr(posting, "_HANDS", BoundedSemaphore(1))
        with posting._HANDS:
            mails_send()
        assert server.received == []
        assert outcomes() == [("", 0, None)]
        time_pass(timedelta(seconds=11))
        mails_send()

    assert outcomes() == [("sent", 1, None)]


@pytest.mark.django_db(transaction=True)
def test_sweepers_and_couriers_at_once_send_each_mail_once(server: MailServer, seated: list[Player]) -> None:
    started_game(seated)
    news_tell()

    outcomes_of_all = at_once(*[mails_send] * 6)

    assert outcomes_of_all == ["done"] * 6
    # One that met another's lock is left for the next round.
    time_pass(timedelta(minutes=1))
    mails_send()
    assert sorted(server.sent_to) == [player.email for player in seated]
    assert outcomes() == [("sent", 1, None)] * 3
