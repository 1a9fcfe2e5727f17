"""What somebody settles for themselves on the pages, and what they may ask for at the table."""

import hashlib
from collections.abc import Callable

from tests.api.caller import PASSWORD
from tests.service import Service
from tests.web.browsers import session_begun
from tests.web.browsing import MY_TURN, Visitor, move_made, opened, over_or_turn, registered

type Visit = Callable[..., Visitor]

ANOTHER = "another horse and battery"


def test_quiet_hours_and_a_new_password(visit: Visit, service: Service) -> None:
    ann = registered(service)
    page = visit(player=ann).open("/settings", "#quiet-from")

    page.fill("#zone", "Europe/Paris")
    page.fill("#quiet-from", "22:00")
    page.fill("#quiet-until", "07:30")
    page.click("form:has(#zone) button")
    page.wait_for_selector("text=Saved.")
    me = ann.call("GET", "/players/me")
    assert (me["time_zone"], me["quiet_hours"]) == ("Europe/Paris", {"from": "22:00", "until": "07:30"})

    page.fill("#password-now", PASSWORD)
    page.fill("#password-new", ANOTHER)
    with page.expect_response(lambda answer: answer.url.endswith("/players/me")) as changed:
        page.click("form:has(#password-new) button")
    assert changed.value.status == 200
    page.wait_for_function("document.getElementById('password-new').value === ''")
    # Here one stays, and elsewhere one comes in with the new one.
    page.reload()
    page.wait_for_selector("#quiet-from")
    assert page.input_value("#quiet-from") == "22:00"
    session_begun(visit().page, name=ann.name, password=ANOTHER)


def test_who_is_to_act_may_ask_what_a_bot_would_do_unless_it_is_rated(visit: Visit, service: Service) -> None:
    ann = registered(service)
    page = visit(player=ann).open(f"/games/{opened(ann, players=3, bots=['novice', 'novice'])}", ".seats")
    assert not over_or_turn(page)

    page.click(".hint button")
    page.wait_for_selector(".hint p")
    assert any(character.isdigit() for character in page.inner_text(".hint"))
    # Another table, another question.
    move_made(page, "mouse")
    assert not over_or_turn(page)
    page.wait_for_selector(".hint button")

    page.goto(f"/games/{opened(ann, players=3, bots=['novice', 'novice'], rated=True)}")
    page.wait_for_selector(MY_TURN)
    assert page.query_selector(".hint") is None


def test_whoever_takes_a_seat_brings_a_chance_of_their_own(visit: Visit, service: Service) -> None:
    ann, ben = registered(service), registered(service)
    game = opened(ann, players=3, bots=["novice"])
    brought = hashlib.sha256(ben.name.encode()).hexdigest()
    page = visit(player=ben).open(f"/games/{game}", "#seat-entropy")
    page.fill("#seat-entropy", brought)
    page.click("text=Take a seat")
    page.wait_for_selector(".table .seat")

    assert brought in ann.view(game)["fairness"]["entropy"]
