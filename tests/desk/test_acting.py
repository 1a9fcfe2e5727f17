"""What is done from the desk: asked, shown, done once; and what it leaves."""

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Game
from games.moderated import BrokenGlass, Message
from players.conduct.audit import Act
from players.conduct.models import Appeal, AuditEntry, Case, Sanction
from players.conduct.roles import Role
from tests.desk.staging import staff, world

pytestmark = pytest.mark.django_db

WARNING = {"ground": "abuse", "reason": "Not at our tables."}


def shown(client: Client, address: str, values: dict[str, Any]) -> dict[str, Any]:
    """The page that shows beforehand: what it would send to do it."""
    answer = client.post(address, {**values, "step": "preview"})
    page = answer.content.decode()
    assert "Nothing is done yet." in page, page
    (key,) = re.findall(r'name="key" value="([^"]+)"', page)
    return {**values, "key": key, "step": "confirm", "page": page}


def done(client: Client, address: str, values: dict[str, Any]) -> Any:
    asked = shown(client, address, values)
    answer = client.post(address, asked)
    assert answer.status_code == 302, answer.content.decode()
    return answer


def test_an_act_is_shown_then_done_then_taken_back() -> None:
    there = world()
    judge, client = staff("steady", Role.MODERATOR)
    address = f"/desk/acts/mute/{there.heroes[0].pk}?case={there.case}"
    values = {**WARNING, "duration": "86400"}
    before = Sanction.objects.count()

    asked = shown(client, address, values)
    assert "Not at our tables." in asked["page"]
    assert Sanction.objects.count() == before

    answer = client.post(address, asked)
    assert answer["Location"] == f"/desk/cases/{there.case}"
    sanction = Sanction.objects.get(player=there.heroes[0], kind="mute")
    assert (sanction.decided_by, sanction.case_id, sanction.lifted_at) == (judge, there.case, None)
    assert f'href="/desk/acts/sanction_lift/{sanction.pk}"' in client.get(answer["Location"]).content.decode()

    done(client, f"/desk/acts/sanction_lift/{sanction.pk}", {"reason": "A mistake of mine."})
    sanction.refresh_from_db()
    assert sanction.lifted_by == judge
    acts = list(
        AuditEntry.objects.filter(actor=judge, player=there.heroes[0]).order_by("pk").values_list("act", "reason")
    )
    assert ("mute", "Not at our tables.") in acts
    assert ("sanction_lift", "A mistake of mine.") in acts


@pytest.mark.parametrize("act", ["mute", "suspend"])
def test_what_is_sent_twice_is_done_once(act: str) -> None:
    there = world()
    _, client = staff("hasty", Role.MODERATOR)
    address = f"/desk/acts/{act}/{there.heroes[1].pk}"
    asked = shown(client, address, {**WARNING, "duration": "86400"})

    answers = [client.post(address, asked) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [302, 302, 302]
    assert Sanction.objects.filter(player=there.heroes[1]).count() == 1
    assert AuditEntry.objects.filter(act=act).count() == 1
    # A new decision about the same is refused by the service.
    again = client.post(address, shown_or_refused(client, address, {**WARNING, "duration": "86400"}))
    assert again.status_code == 409


def shown_or_refused(client: Client, address: str, values: dict[str, Any]) -> dict[str, Any]:
    assert client.post(address, {**values, "step": "preview"}).status_code == 409
    return {**values, "key": "another", "step": "confirm"}


def test_nothing_is_done_without_a_page_of_ours() -> None:
    there = world()
    _, client = staff("forged", Role.MODERATOR)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    before = AuditEntry.objects.count()

    address = f"/desk/acts/warn/{there.heroes[0].pk}"
    assert strict.post(address, {**WARNING, "key": "x", "step": "confirm"}).status_code == 403
    assert strict.post(f"/desk/acts/case_claim/{there.case}").status_code == 403
    assert AuditEntry.objects.count() == before


def test_what_is_missing_is_asked_for_again() -> None:
    there = world()
    _, client = staff("terse", Role.MODERATOR)
    answer = client.post(f"/desk/acts/warn/{there.heroes[0].pk}", {"ground": "abuse", "reason": "", "step": "confirm"})

    assert answer.status_code == 200
    assert "This field is required." in answer.content.decode()
    assert not Sanction.objects.filter(reason="").exists()


def test_a_case_is_claimed_by_one_and_closed() -> None:
    there = world()
    judge, client = staff("first", Role.MODERATOR)
    _, other = staff("late", Role.MODERATOR)

    assert client.post(f"/desk/acts/case_claim/{there.case}").status_code == 302
    refused = other.post(f"/desk/acts/case_claim/{there.case}")
    assert refused.status_code == 409
    assert "first" in refused.content.decode()
    assert "first" in other.get("/desk/").content.decode()

    done(client, f"/desk/acts/case_close/{there.case}", {"outcome": "no_action", "note": "Talked to both."})
    case = Case.objects.get(pk=there.case)
    assert (case.closed_by, case.outcome, case.note) == (judge, "no_action", "Talked to both.")


def test_an_appeal_is_answered_from_the_queue() -> None:
    there = world()
    _, client = staff("other-judge", Role.SENIOR)
    assert f"/desk/acts/appeal_answer/{there.sanction}" in client.get("/desk/").content.decode()

    done(client, f"/desk/acts/appeal_answer/{there.sanction}", {"granted": "yes", "answer": "You are right."})

    assert Appeal.objects.get(pk=there.sanction).granted is True
    assert Sanction.objects.get(pk=there.sanction).lifted_at is not None


def test_a_message_is_hidden_and_shown_again() -> None:
    there = world()
    _, client = staff("editor", Role.MODERATOR)
    address = f"/desk/acts/message_hide/{there.message}"

    answer = done(client, address, {"reason": "Names a street."})
    assert answer["Location"] == f"/desk/games/{there.game}#message-{there.message}"
    assert Message.objects.get(pk=there.message).hidden_at is not None
    done(client, f"/desk/acts/message_unhide/{there.message}", {"reason": "It is a song."})
    assert Message.objects.get(pk=there.message).hidden_at is None


def test_a_seat_is_handed_over_and_the_game_goes_on() -> None:
    there = world()
    _, client = staff("arbiter", Role.MODERATOR)
    address = f"/desk/acts/seat_hand_over/{there.game}.{there.heroes[1].pk}"

    done(client, address, {"reason": "Gone."})

    game = Game.objects.get(pk=there.game)
    assert game.status == "active"
    assert game.seats.get(seat=1).former_player == there.heroes[1]


def test_a_deadline_is_extended_once() -> None:
    there = world()
    _, client = staff("patient", Role.MODERATOR)
    game = Game.objects.get(pk=there.game)
    assert game.deadline is not None
    address = f"/desk/acts/deadline_extend/{there.game}"
    assert game.deadline.isoformat() in client.get(address).content.decode()
    values = {"deadline": game.deadline.isoformat(), "hours": "5", "reason": "The line was down."}
    asked = shown(client, address, values)
    for _ in range(2):
        assert client.post(address, asked).status_code == 302

    later = Game.objects.get(pk=there.game).deadline
    assert later is not None
    assert (later - game.deadline).total_seconds() >= 5 * 3600
    assert (later - game.deadline).total_seconds() < 30 * 3600


def test_hidden_cards_open_to_two_seniors_and_are_told() -> None:
    there = world()
    asker, one = staff("asker", Role.SENIOR)
    _, two = staff("answerer", Role.SENIOR)
    game = f"/desk/games/{there.game}"
    seat = f"{game}/table?seat=A&event=12"
    assert one.get(seat).status_code == 403
    assert one.get(f"/desk/glass/{there.game}/table").status_code == 403

    done(one, f"/desk/acts/glass_ask/{there.game}", {"reason": "They pass cards on purpose."})
    glass = BrokenGlass.objects.get(asked_by=asker)
    # Not by oneself.
    own = shown(one, f"/desk/acts/glass_answer/{glass.pk}", {"granted": "yes", "reason": "yes"})
    assert one.post(f"/desk/acts/glass_answer/{glass.pk}", own).status_code == 403
    assert one.get(seat).status_code == 403
    done(two, f"/desk/acts/glass_answer/{glass.pk}", {"granted": "yes", "reason": "It looks so."})

    assert one.get(seat).status_code == 200
    assert one.get(f"/desk/glass/{there.game}/table").status_code == 200
    # To the one who asked, and to nobody else.
    assert two.get(seat).status_code == 403
    assert two.get(f"/desk/glass/{there.game}/table").status_code == 403
    assert AuditEntry.objects.filter(actor=asker, act=Act.LOOK_GLASS, game_ref=there.game).count() == 2
    assert AuditEntry.objects.filter(actor=asker, act=Act.LOOK_SEAT, game_ref=there.game).count() == 1


def test_who_is_only_shown_what_would_follow_has_looked() -> None:
    there = world()
    judge, client = staff("curious", Role.SENIOR)
    before = AuditEntry.objects.count()
    client.get(f"/desk/acts/warn/{there.heroes[0].pk}")
    client.post(f"/desk/acts/message_hide/{there.message}", {"reason": "It is rude."})
    client.get(f"/desk/acts/game_void/{there.game}")

    looks = AuditEntry.objects.filter(actor=judge).order_by("pk")
    assert AuditEntry.objects.count() == before + 3
    assert [(look.act, look.player_id, look.game_ref) for look in looks] == [
        ("look_case", there.heroes[0].pk, ""),
        ("look_game", there.heroes[0].pk, there.game),
        ("look_game", None, there.game),
    ]


def test_what_cannot_be_done_to_it_any_more_says_so() -> None:
    """What the form brings along unseen is wrong or missing."""
    there = world()
    _, client = staff("late-one", Role.SENIOR)
    for address, sent in (
        (f"/desk/acts/rename/{there.heroes[0].pk}", {"ground": "name", "reason": "x", "current": ""}),
        (f"/desk/acts/deadline_extend/{there.game}", {"reason": "x", "hours": "3", "deadline": ""}),
        (f"/desk/acts/deadline_extend/{there.game}", {"reason": "x", "hours": "3", "deadline": "soon"}),
    ):
        answer = client.post(address, sent)
        assert answer.status_code == 200
        assert "What you saw is not so any more" in answer.content.decode(), address
