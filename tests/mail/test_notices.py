"""What happens in a game comes by mail: once, in the player's language, and never in a flood."""

import logging
import random
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import F
from django.db.models.functions import Now

from games.models import Game, Told
from games.services import news
from games.services.lobby import seat_leave, seat_take
from games.services.news import turn_remind
from games.services.turns import seat_resign
from players.mail.models import Mail, MailDelivery
from players.mail.posting import MAILS_KEPT, mail_post, mails_expire, mails_gather
from players.models import Player
from players.notices.choices import Choice, choices_update
from players.notices.models import Notice, NoticeChannel, NoticeKind, When
from players.tracing import following, request_id
from tests.games.playing import opened_game, play, started_game, state_of
from tests.mail.aging import events_age
from tests.mail.server import MailServer, html_of, text_of
from tests.mail.working import mails_send, news_tell, time_pass

pytestmark = pytest.mark.django_db

YOUR_TURN = NoticeKind.YOUR_TURN


def to_act(game_id: str, seated: list[Player]) -> Player:
    seat = state_of(game_id).to_act
    assert seat is not None
    return seated[seat]


def only_turns(players: list[Player]) -> None:
    """Nobody wants to hear of anything but turns."""
    others = [kind for kind in NoticeKind if kind is not YOUR_TURN]
    for player in players:
        choices_update(player=player, choices=[Choice(kind, NoticeChannel.MAIL, When.NEVER) for kind in others])


def chosen(player: Player, when: When, hours: int | None = None) -> None:
    choices_update(player=player, choices=[Choice(YOUR_TURN, NoticeChannel.MAIL, when, hours)])


def test_start_and_turn_come_in_one_mail(server: MailServer, seated: list[Player]) -> None:
    game_id = started_game(seated)
    news_tell()
    mails_send()

    first = to_act(game_id, seated)
    by_address = dict(zip(server.sent_to, server.received, strict=True))
    assert sorted(by_address) == [f"{name}@mail.example" for name in ("ann", "bob", "cleo")]
    for player in seated:
        mail = by_address[player.email]
        text = text_of(mail)
        assert f"Game {game_id} has begun" in text or f"game {game_id} has begun" in text
        assert f"https://nessos.example/api/v1/games/{game_id}" in text
        assert ("It is your turn" in text) == (player == first)
        expected = "2 pieces of news from your games" if player == first else f"Game {game_id} has begun"
        assert mail["Subject"] == expected


def test_a_notice_goes_out_once_however_often_the_work_is_done(server: MailServer, seated: list[Player]) -> None:
    started_game(seated)
    for _ in range(3):
        news_tell()
        mails_send()
    for mail_id, attempts in Mail.objects.values_list("pk", "attempts"):
        for attempt in (0, attempts):
            mail_post(mail_id=mail_id, attempt=attempt)

    assert len(server.received) == 3
    assert set(Mail.objects.values_list("outcome", flat=True)) == {"sent"}
    assert MailDelivery.objects.count() == Notice.objects.count() == 4


def test_a_mail_can_be_left_alone_and_shows_itself_as_sent_by_a_program(
    server: MailServer, seated: list[Player]
) -> None:
    started_game(seated)
    news_tell()
    mails_send()

    for mail in server.received:
        assert mail["List-Unsubscribe"].startswith("<https://nessos.example/mail/unsubscribe?token=")
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert mail["Auto-Submitted"] == "auto-generated"
        assert mail["Message-ID"] == f"<{mail['Message-ID'].strip('<>').split('@')[0]}@nessos.example>"
        assert mail.get_content_type() == "multipart/alternative"
        # Nothing is fetched from anywhere when it is read.
        assert not {"<img", "<link", "<script", "src=", "url("} & set(html_of(mail).lower().split())
        assert "src=" not in html_of(mail)


def test_links_in_headers_are_whole_as_they_are_sent(server: MailServer, seated: list[Player]) -> None:
    """Programs find them by their form: a header that is broken up, or encoded, is none to them."""
    Player.objects.update(language="fr")
    started_game(seated)
    news_tell()
    mails_send()

    for raw, mail in zip(server.raw, server.received, strict=True):
        lines = raw.split(b"\r\n\r\n", 1)[0].split(b"\r\n")
        assert f"List-Unsubscribe: {mail['List-Unsubscribe']}".encode() in lines
        assert f"Message-ID: {mail['Message-ID']}".encode() in lines
        assert max(map(len, lines)) <= 998
        # And what must be encoded is, as programs know it (RFC 2047).
        assert mail["Subject"]
        assert all(len(word) <= 75 for line in lines for word in re.findall(rb"=\\?\\S+\\?=", line))


def test_a_player_who_reads_french_gets_french(server: MailServer, seated: list[Player]) -> None:
    Player.objects.update(language="fr")
    game_id = started_game(seated)
    only_turns(seated)
    news_tell()
    mails_send()

    (mail,) = server.received
    assert mail["Subject"] == f"À vous de jouer dans la partie {game_id}"
    assert "C’est à vous de jouer dans la partie" in text_of(mail)
    assert '<html lang="fr">' in html_of(mail)
    assert "Ne plus recevoir ces messages" in html_of(mail)


def test_a_deadline_is_told_by_the_clock_of_its_player(server: MailServer, seated: list[Player]) -> None:
    Player.objects.update(time_zone="Pacific/Apia")
    game_id = started_game(seated)
    Game.objects.filter(pk=game_id).update(deadline=datetime(2027, 1, 31, 22, 30, tzinfo=UTC))
    only_turns(seated)
    news_tell()
    mails_send()

    (mail,) = server.received
    assert "You have until 1 February 2027, 11:30 (Pacific/Apia)." in text_of(mail)


def test_a_mail_is_logged_under_the_request_that_each_of_its_notices_follows_from(
    server: MailServer, seated: list[Player], caplog: pytest.LogCaptureFixture
) -> None:
    class Named(logging.Filter):
        def filter(self, record: logging.LogRecord) -> bool:
            record.by_request = request_id.get()
            return True

    caplog.handler.addFilter(Named())
    with following("the-start"):
        game_id = started_game(seated)
        news_tell()
    with caplog.at_level(logging.INFO, logger="players.mail.posting"):
        mails_send()

    first = to_act(game_id, seated)
    lines = [(line.by_request, line.fields) for line in caplog.records if line.getMessage() == "mailed"]
    assert {request for request, _ in lines} == {"the-start"}
    told = sorted((fields["player"], fields["kind"], fields["game"]) for _, fields in lines)
    starts = [(player.pk, "game_started", game_id) for player in seated]
    assert told == sorted([*starts, (first.pk, "your_turn", game_id)])


def test_mails_of_long_ago_are_removed_and_go_out_no_more(server: MailServer, seated: list[Player]) -> None:
    started_game(seated)
    news_tell()
    mails_send()
    kept = Mail.objects.values_list("pk", flat=True).first()
    Mail.objects.exclude(pk=kept).update(ended_at=F("ended_at") - MAILS_KEPT)

    assert mails_expire() == 2
    assert mails_expire() == 0

    assert [mail.pk for mail in Mail.objects.all()] == [kept]
    assert {delivery.mail_id for delivery in MailDelivery.objects.all()} == {kept}
    news_tell()
    mails_send()
    assert len(server.received) == 3


def test_the_name_of_a_game_is_text_and_no_link(server: MailServer, seated: list[Player]) -> None:
    game_id = started_game(seated)
    other_id = started_game(seated)
    Game.objects.filter(pk=game_id).update(name="<b>Styx</b> & Co")
    Game.objects.filter(pk=other_id).update(name="win at evil.example")
    news_tell()
    mails_send()

    mail = server.received[0]
    assert "“<b>Styx</b> & Co” has begun" in text_of(mail)
    assert "“&lt;b&gt;Styx&lt;/b&gt; &amp; Co” has begun" in html_of(mail)
    assert f"game {other_id} has begun" in text_of(mail)
    assert "evil" not in mail.as_string()


def test_a_turn_that_is_over_is_not_mailed(server: MailServer, seated: list[Player]) -> None:
    only_turns(seated)
    game_id = started_game(seated)
    news_tell()
    next(play(game_id, seated, random.Random(1)))
    mails_send()

    assert server.received == []
    assert list(MailDelivery.objects.values_list("dropped", "mail__outcome")) == [(True, "dropped")]


def test_a_stall_is_followed_by_one_mail_each_and_no_flood(server: MailServer, seated: list[Player]) -> None:
    """No mail went out for long, while twenty games were played: each gets one, about what waits still."""
    games = [started_game(seated) for _ in range(20)]
    rng = random.Random(4)
    only_turns(seated)
    for game_id in games:
        for _ in range(3):
            news_tell()
            next(play(game_id, seated, rng))
    news_tell()
    mails_send()

    assert sorted(server.sent_to) == sorted({to_act(game_id, seated).email for game_id in games})
    for address, mail in zip(server.sent_to, server.received, strict=True):
        waiting = [game_id for game_id in games if to_act(game_id, seated).email == address]
        assert [game_id for game_id in games if game_id in text_of(mail)] == waiting
        assert text_of(mail).count("It is your turn") == len(waiting)


def test_digests_come_every_few_hours(server: MailServer, seated: list[Player]) -> None:
    only_turns(seated)
    for player in seated:
        chosen(player, When.DIGEST, 6)

    def turns_given() -> list[str]:
        games: list[str] = []
        # Who begins is drawn. A digest follows another one: each of them must have had the first.
        while {to_act(game_id, seated) for game_id in games} != {*seated}:
            games.append(started_game(seated))
        news_tell()
        mails_send()
        return games

    earlier = turns_given()
    first = len(server.received)
    assert first == len(set(server.sent_to))
    later = turns_given()
    assert len(server.received) == first
    time_pass(timedelta(hours=5, minutes=50))
    mails_send()
    assert len(server.received) == first
    time_pass(timedelta(minutes=11))
    mails_send()

    for address, mail in list(zip(server.sent_to, server.received, strict=True))[first:]:
        assert sum(game_id in text_of(mail) for game_id in later) == sum(
            to_act(game_id, seated).email == address for game_id in later
        )
    assert sum(text_of(mail).count("It is your turn") for mail in server.received) == len(earlier) + len(later)


def test_nobody_hears_what_they_do_not_want(server: MailServer, seated: list[Player]) -> None:
    only_turns(seated)
    for player in seated:
        chosen(player, When.NEVER)
    started_game(seated)
    news_tell()
    mails_send()

    assert Notice.objects.count() == 4
    assert server.received == []
    assert MailDelivery.objects.count() == 0


def test_a_choice_made_meanwhile_counts(server: MailServer, seated: list[Player]) -> None:
    only_turns(seated)
    started_game(seated)
    news_tell()
    for player in seated:
        chosen(player, When.NEVER)
    mails_send()

    assert server.received == []


@pytest.mark.parametrize("field", ["email_confirmed", "is_active"])
def test_who_cannot_be_reached_gets_nothing_then_nor_later(
    server: MailServer, seated: list[Player], field: str
) -> None:
    Player.objects.update(**{field: False})
    started_game(seated)
    news_tell()
    Player.objects.filter(pk__in=[player.pk for player in seated]).update(**{field: True})
    mails_send()

    assert server.received == []


def test_an_address_left_meanwhile_gets_nothing(server: MailServer, seated: list[Player]) -> None:
    started_game(seated)
    news_tell()
    mails_gather(limit=10)
    Player.objects.filter(name="ann").update(email="new@mail.example")
    mails_send()

    assert sorted(server.sent_to) == ["bob@mail.example", "cleo@mail.example"]


def test_who_is_suspended_hears_of_games_and_not_of_turns(server: MailServer, seated: list[Player]) -> None:
    Player.objects.update(suspended_until=Now() + timedelta(days=1))
    started_game(seated)
    news_tell()
    mails_send()

    assert len(server.received) == 3
    assert not any("your turn" in text_of(mail).split("--")[0] for mail in server.received)


def test_the_end_a_cancellation_and_a_lost_seat_are_mailed(server: MailServer, seated: list[Player]) -> None:
    game_id = started_game(seated)
    for _ in play(game_id, seated, random.Random(7)):
        pass
    other_id = opened_game(seated[0], players=3)
    seat_take(game_id=other_id, actor=seated[1], invite=None, entropy=None)
    seat_leave(game_id=other_id, actor=seated[0])
    news_tell()
    mails_send()

    by_address = dict(zip(server.sent_to, server.received, strict=True))
    assert all(f"ame {game_id} is over" in text_of(mail) for mail in server.received)
    assert f"ame {other_id} was cancelled" in text_of(by_address["bob@mail.example"])
    assert other_id not in text_of(by_address["ann@mail.example"])


def remind_time(game_id: str, part: float) -> None:
    """As if that part of the turn were gone."""
    game = Game.objects.get(pk=game_id)
    gone = game.turn * part
    Game.objects.filter(pk=game_id).update(deadline=F("deadline") - gone)
    Told.objects.filter(pk=game_id).update(remind_at=F("remind_at") - gone)
    events_age(game_id, gone)


def reminded() -> list[tuple[str, int]]:
    while turn_remind():
        pass
    reminders = Notice.objects.filter(kind="turn_reminder").order_by("pk")
    return list(reminders.values_list("player__name", "version"))


def test_a_turn_is_reminded_of_once_when_most_of_it_is_gone(server: MailServer, seated: list[Player]) -> None:
    game_id = started_game(seated)
    news_tell()
    mails_send()
    server.received.clear()
    player, version = to_act(game_id, seated), Game.objects.get(pk=game_id).version
    remind_time(game_id, 0.79)
    assert reminded() == []
    remind_time(game_id, 0.02)
    assert reminded() == [(player.name, version)]
    assert reminded() == [(player.name, version)]
    mails_send()
    mails_send()

    (mail,) = server.received
    assert mail["Subject"] == f"Your turn in game {game_id} ends soon"
    assert server.sent_to[-1] == player.email


def test_one_reminder_that_fails_is_not_in_the_way_of_the_others(
    seated: list[Player], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    games = [started_game(seated) for _ in range(3)]
    news_tell()
    for place, game_id in enumerate(games):
        remind_time(game_id, 0.9 - place / 100)
    honest = news._reminded

    def failing(game: Game, now: datetime) -> datetime | None:
        if game.pk == games[0]:
            raise LookupError("a hand of [3, 7]")
        return honest(game, now)

    monkeypatch.setattr(news, "_reminded", failing)

    assert len(reminded()) == 2
    assert f"not reminded: game {games[0]}: LookupError" in caplog.text
    assert "[3, 7]" not in caplog.text


def test_a_deadline_that_moved_away_moves_the_reminder(seated: list[Player]) -> None:
    game_id = started_game(seated)
    news_tell()
    Game.objects.filter(pk=game_id).update(deadline=F("deadline") + timedelta(days=2))
    remind_time(game_id, 0.9)
    assert reminded() == []
    told = Told.objects.get(pk=game_id)
    game = Game.objects.get(pk=game_id)
    assert told.remind_at is not None
    assert game.deadline is not None
    # Three days in all: a fifth of them remains then.
    assert game.deadline - told.remind_at == pytest.approx(timedelta(days=3) / 5, abs=timedelta(seconds=1))


def test_no_reminder_of_a_turn_that_is_made_is_over_or_is_a_bots(seated: list[Player]) -> None:
    made, expired, left = (started_game(seated) for _ in range(3))
    news_tell()
    next(play(made, seated, random.Random(1)))
    remind_time(expired, 1.1)
    seat_resign(game_id=left, actor=to_act(left, seated))
    for game_id in (made, left):
        Told.objects.filter(pk=game_id).update(remind_at=F("remind_at") - timedelta(days=1))

    assert reminded() == []
    assert not Told.objects.filter(pk__in=(expired,), remind_at__isnull=False).exists()


def test_a_reminder_of_a_turn_made_meanwhile_is_not_mailed(server: MailServer, seated: list[Player]) -> None:
    game_id = started_game(seated)
    news_tell()
    mails_send()
    server.received.clear()
    remind_time(game_id, 0.85)
    assert len(reminded()) == 1
    next(play(game_id, seated, random.Random(1)))
    mails_send()

    assert server.received == []
